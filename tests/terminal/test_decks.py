"""Decks in the terminal: on the command line, in the menus of a lobby, and as links."""

from pathlib import Path

import pytest

from tefuda import cli
from tefuda.terminal.screens.dialogs import LineDialog
from tests.server.clients import Person, serving
from tests.terminal.online import joined, table_of
from tests.terminal.screen import plan, playing, screen_text, tap, until_asked

LINK = "AQny8gAAAAAA2qQJKOWknOOBruaJi-e0mXVNbg"  # 夜の手紙: twice 1 to 10, 36, 39, 40, 41 and 45
OWN = " ".join([*(f"add-{card}" for card in (*range(1, 11), 36, 39, 40, 41, 45) for _ in range(2)), "ready"])


def faces(screen: object, seat: int) -> list[str]:
    view = screen.table.latest(screen.seat).view
    return [card.face for card in view.zone(f"list-{seat}").cards]


async def test_own_deck_and_that_of_the_bots_are_played_from_the_start_of_every_game() -> None:
    chosen = plan("en", slug="kotodama", deck=f"https://example.org/decks/kotodama#{LINK}", bot_deck="Quiet adjectives")
    async with playing(chosen) as (_, screen):
        state = screen.table.state
        assert state.history[:2] == [(screen.seat, OWN), (1 - screen.seat, "deck-2")]
        assert faces(screen, screen.seat) == [face for action in OWN.split()[:-1] for face in [action[4:]]]
        again = screen.match.deal()
        assert again.openings.due(again.state) == (0, "deck-2"), "the person has moved on by one seat"


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_own_deck_is_typed_at_the_table(language: str) -> None:
    async with playing(plan(language, slug="kotodama", bot_deck="deck-2")) as (pilot, screen):
        words = screen.game.localizer(language)
        assert words.say("opening-typed") in screen_text(screen)
        assert "▯" not in screen_text(screen), "before the decks there are no score cards"
        await pilot.click(list(screen.query("KeyButton"))[-1])
        await pilot.pause()
        assert words.say("opening-typed-help")[:20] in screen_text(pilot.app.screen)
        await tap(pilot, *LINK[:-2], "enter")
        assert words.say("deck-link-broken")[:20] in screen_text(pilot.app.screen)
        await pilot.press(*LINK[-2:], "enter")
        await until_asked(pilot, screen)
        assert screen.table.state.history[0] == (screen.seat, OWN)
        assert "▮▮▮▮▮" in screen_text(screen)


async def test_deck_is_chosen_in_a_lobby_from_a_menu_or_brought_along(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table, link = await table_of(host, "me", "open", game="kotodama")
        async with host.at(table, lang="en") as place, joined(link, tmp_path / "a", "Aki", deck=OWN) as aki:
            await place.until(lambda update: update.get("openings") == {"1": ""})
            await aki.sees("plays with a deck of their own")
            await aki.press("d")
            await aki.sees("Verbs on the run")
            await aki.press("1")
            await aki.sees("plays with Verbs on the run")
            await aki.press("d")
            await aki.sees("a deck link, or a file")
            await aki.press("l")
            await aki.until(lambda: isinstance(aki.pilot.app.screen, LineDialog))
            await aki.press(*LINK[:-2], "enter")
            await aki.sees("incomplete or mistyped")
            await aki.press(*LINK[-2:], "enter")
            await aki.sees("plays with a deck of their own")
            await place.ask("bring", seat=0, actions=["deck-1"])
            await aki.sees("has chosen in secret")
            await aki.logs("has chosen a deck")
            await place.ask("deal")
            await place.until(lambda update: update["turn"] >= 2)
            await aki.until(lambda: aki.screen.view is not None and aki.idle and aki.screen._turn >= 2)
            assert [card.face for card in aki.screen.view.zone("list-1").cards][:2] == ["1", "1"]


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (LINK[:-1], "incomplete or mistyped"),
        ("2 走る", "A deck has 30–55 cards"),
        ("3 走る", "no card goes in three times: 3 走る"),
        ("/no/such/file", "neither a deck link nor a line"),
    ],
)
def test_deck_that_cannot_be_played_is_refused_in_one_line(
    deck: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play", "kotodama", "--lang", "en", "--deck", deck]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert cli.main(["play", "kotori", "--deck", deck]) == 2
    assert "nothing to choose" in capsys.readouterr().err


def test_deck_is_read_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("# 夜\n" + "\n".join(f"2 {name}" for name in ("走る", "書く")), encoding="utf-8")
    assert cli.main(["play", "kotodama", "--lang", "en", "--deck", str(file)]) == 2
    assert "30–55" in capsys.readouterr().err, "four cards"
    file.write_bytes(b"\xff\xfe")
    assert cli.main(["play", "kotodama", "--lang", "en", "--deck", str(file)]) == 2
    assert "--deck" in capsys.readouterr().err
