"""Texts about the standings of a series: the games that rematches link.  Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from tefuda.client.remote_table import RemoteTable
from tefuda.engine.localization import Localizer
from tefuda.server.protocol.http import Series, SeriesPlayer
from tefuda.terminal.render_context import game_title
from tefuda.terminal.table_renderer import NAME_WIDTH, fit

MUTED, FIRST = "$text-muted", "bold $accent"
LISTED_GAMES = 6  # newest ones, so that a terminal of 24 rows shows them all


def standing_lines(series: Series, table: RemoteTable, ui: Localizer) -> list[Content]:
    """Return the standings, their rule, and who won the latest games."""
    names = table.names_in(series)
    lines = [Content.styled(ui.say("series-played", count=series.played), MUTED)]
    lines += [_player_line(player, name, series, ui) for player, name in zip(series.players, names, strict=True)]
    lines += [Content(), Content.styled(ui.say("series-rule"), MUTED)]
    if series.games:
        lines.append(Content())
    for game in reversed(series.games[-LISTED_GAMES:]):
        who = ui.say("list-comma").join(names[place] for place in game.winners if 0 <= place < len(names))
        outcome = ui.say("series-won", who=who) if who else ui.say("series-level")
        number = ui.say("title-again", game=game.number)
        lines.append(Content.assemble((f"{number}  ", MUTED), f"{game_title(game.game, ui.language)}  ", outcome))
    return lines


def standings_in_result(series: Series, table: RemoteTable, ui: Localizer) -> Content:
    """Return the standings in one paragraph for the result of a game; empty after the first one."""
    if series.played < 2:
        return Content()
    said = [
        ui.say("series-brief", rank=player.rank, who=name, points=player.points, change=_change(player))
        for player, name in zip(series.players, table.names_in(series), strict=True)
    ]
    return Content(ui.say("series-in-result", count=series.played, standings=ui.say("series-between").join(said)))


def _player_line(player: SeriesPlayer, name: str, series: Series, ui: Localizer) -> Content:
    style = FIRST if player.rank == 1 and series.played else ""
    columns: Sequence[tuple[str, int]] = (
        (_change(player), 4),
        (ui.say("series-wins", count=player.wins), max(cell_len(ui.say("series-wins", count=n)) for n in (1, 10))),
        (ui.say("result-score", score=player.points), max(cell_len(ui.say("result-score", score=n)) for n in (1, 100))),
    )
    cells = [Content(text).pad_left(max(0, width - cell_len(text))) for text, width in columns]
    rank = Content.styled(ui.say("result-rank", rank=player.rank), style)
    you = Content.styled(ui.say("you") if player.you else "", "$accent")
    return Content("  ").join([rank, fit(Content.styled(name, style), NAME_WIDTH), *cells, you])


def _change(player: SeriesPlayer) -> str:
    return "–" if player.change is None else f"+{player.change}"
