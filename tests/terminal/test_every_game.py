"""Every game renders at every playback step, for every seat and for spectators."""

from collections.abc import Callable
from random import Random

import pytest
from textual.content import Content

import tefuda
from tefuda.engine.view import View
from tefuda.table.entries import Sitter
from tefuda.table.table import Table
from tefuda.terminal.event_playback import playback
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import draw, draw_zones

ENTRIES = 40  # entries of a random game that are rendered
NAMES = ["はなこ", "Taro", "", "Someone with a long name", "E"]


@pytest.mark.parametrize("drawing", [draw, draw_zones], ids=["own", "default"])
@pytest.mark.parametrize("helps", [True, False], ids=["helps", "no helps"])
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("slug", tefuda.game_slugs())
def test_every_playback_step_renders_within_the_width(
    slug: str, most: bool, helps: bool, drawing: Callable[[RenderContext], list[Content]]
) -> None:
    random = Random(slug)
    fewest, largest = tefuda.load(slug).description.players
    table = Table(tefuda.load(slug, players=largest if most else fewest), seed=3)
    for seat in range(table.game.players):
        table.apply(table.propose_sit(seat, Sitter("bot", NAMES[seat])))
    table.apply(table.propose_deal())
    previous: dict[int, View] = {}
    for _ in range(ENTRIES):
        for audience in table.audiences:
            update = table.latest(audience)
            assert update.view is not None
            for view in (
                *(step.view for step in playback(previous.get(audience), update.events, update.view)),
                update.view,
            ):
                for language, width, height in (("ja", 80, 24), ("en", 120, 40)):
                    lines = drawing(RenderContext(view, table.game, language, table.names, width, height, helps=helps))
                    assert lines
                    assert all(line.cell_length <= width for line in lines)
            previous[audience] = update.view
        assert table.state is not None
        if table.state.seat is None:
            break
        table.apply(table.propose_play(table.state.seat, table.turn, random_command(table, random)))


def random_command(table: Table, random: Random) -> str:
    """Return a legal command, including the further actions of a secret decision."""
    assert table.state is not None
    game, record, words = table.game, table.state.full_state, list[str]()
    while True:
        code = random.choice(game.legal(record))
        words.append(game.action_names[code])
        game.build.apply(record, game.tables, code)
        if not record.pending:
            return " ".join(words)
