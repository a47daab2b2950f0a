"""Every game can be looked at from the first scene to the last, by every seat and by spectators."""

from random import Random

import pytest

import tefuda
from tefuda.engine.view import View
from tefuda.table.entries import Sitter
from tefuda.table.table import Table
from tefuda.terminal.event_playback import playback
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import draw

ENTRIES = 40  # looked at, of a game that is played at random
NAMES = ["はなこ", "Taro", "", "Someone with a long name", "E"]


@pytest.mark.parametrize("helps", [True, False], ids=["helps", "no helps"])
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("slug", tefuda.game_slugs())
def test_every_scene_of_a_game_can_be_drawn(slug: str, most: bool, helps: bool) -> None:
    random = Random(slug)
    fewest, largest = tefuda.load(slug).description.players
    table = Table(tefuda.load(slug, players=largest if most else fewest), seed=3)
    for seat in range(table.game.players):
        table.apply(table.propose_sit(seat, Sitter("bot", NAMES[seat])))
    table.apply(table.propose_deal())
    seen: dict[int, View] = {}
    for _ in range(ENTRIES):
        for audience in table.audiences:
            update = table.latest(audience)
            assert update.view is not None
            for view in (
                *(scene.view for scene in playback(seen.get(audience), update.events, update.view)),
                update.view,
            ):
                for language, width, height in (("ja", 80, 24), ("en", 120, 40)):
                    lines = draw(RenderContext(view, table.game, language, table.names, width, height, helps=helps))
                    assert lines
                    assert all(line.cell_length <= width for line in lines)
            seen[audience] = update.view
        assert table.state is not None
        if table.state.seat is None:
            break
        table.apply(table.propose_play(table.state.seat, table.turn, random_command(table, random)))


def random_command(table: Table, random: Random) -> str:
    """A legal command; where an action only begins a secret decision, others that complete it."""
    assert table.state is not None
    game, record, words = table.game, table.state.full_state, list[str]()
    while True:
        code = random.choice(game.legal(record))
        words.append(game.action_names[code])
        game.build.apply(record, game.tables, code)
        if not record.pending:
            return " ".join(words)
