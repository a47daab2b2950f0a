"""Menus for the host's changes of a table on a server before the deal; each choice sends a message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from textual.screen import Screen

from tefuda.bots.players import BUDGETS, level_name
from tefuda.client.remote_table import RemoteTable
from tefuda.engine.description import Option
from tefuda.engine.game import Game, game_slugs
from tefuda.engine.localization import Localizer
from tefuda.table.clock_rule import DAY, MINUTE, ClockRule
from tefuda.terminal.online_text import clock_text, option_text
from tefuda.terminal.render_context import game_title
from tefuda.terminal.screens.dialogs import LineDialog, MenuDialog

CLOCKS = (
    ClockRule("reserve", 5 * MINUTE, 5),
    ClockRule("reserve", 10 * MINUTE, 10),
    ClockRule("move", 30),
    ClockRule("move", 60),
    ClockRule("days", DAY),
    ClockRule("days", 3 * DAY),
)
MANY_VALUES = 12  # options with more are typed
Send = Callable[[], Awaitable[None]]


class Arranging:
    """The menus of one screen."""

    def __init__(self, screen: Screen[None], table: RemoteTable, game: Game, ui: Localizer) -> None:
        self._screen, self._table, self._game, self._ui = screen, table, game, ui

    async def chosen(self) -> Send | None:
        """Ask what to change; return what sends it, None if nothing was chosen."""
        info, ui = self._table.info, self._ui
        people = [seat for seat, one in enumerate(self._table.sitters) if one.kind == "person" and seat != info.you]
        answers = [("g", "arrange-game"), ("s", "arrange-seats")]
        answers += [("o", "arrange-options")] if self._game.description.options else []
        answers += [("t", "arrange-clock"), ("m", "arrange-move"), ("b", "arrange-levels")]
        answers += [("r", "arrange-remove")] if people else []
        answers += [("a", "arrange-readmit")] if info.removed else []
        answers.append(("l", "arrange-unlock" if info.locked else "arrange-lock"))
        answers.append(("p", "arrange-private" if info.public else "arrange-public"))
        answers.append(("h", "arrange-no-hints" if info.hints else "arrange-hints"))
        asked: dict[str, Callable[[], Awaitable[Send | None]]] = {
            "g": self._game_chosen,
            "s": self._seats_chosen,
            "o": self._option_chosen,
            "t": self._clock_chosen,
            "m": self._move_chosen,
            "b": self._level_chosen,
            "r": lambda: self._removal_chosen(people),
        }
        at_once: dict[str, Send] = {
            "a": lambda: self._table.arrange(readmit=True),
            "l": lambda: self._table.arrange(locked=not info.locked),
            "p": lambda: self._table.arrange(public=not info.public),
            "h": lambda: self._table.arrange(hints=not info.hints),
        }
        answer = await self._menu("arrange-title", [(key, ui.say(id), key) for key, id in answers])
        return await asked[answer]() if answer in asked else at_once.get(answer)

    async def _menu(self, title: str, answers: Sequence[tuple[str, str, str]]) -> str:
        return await self._screen.app.push_screen_wait(MenuDialog(self._ui.say(title), (), answers))

    async def _numbered(self, title: str, texts: Sequence[str]) -> int | None:
        """Ask for one of several texts; return its number from 0."""
        answer = await self._menu(title, [(str(n), text, str(n)) for n, text in enumerate(texts, 1)])
        return int(answer) - 1 if answer else None

    async def _seat(self, title: str, seats: Sequence[int]) -> int | None:
        """Ask for one of several seats."""
        answers = [(str(seat + 1), self._seat_text(seat), str(seat)) for seat in seats]
        answer = await self._menu(title, answers)
        return int(answer) if answer else None

    def _seat_text(self, seat: int) -> str:
        return self._table.names[seat] or self._ui.say("lobby-open")

    async def _removal_chosen(self, people: Sequence[int]) -> Send | None:
        seat = await self._seat("arrange-remove", people)
        return None if seat is None else lambda: self._table.remove(seat)

    async def _game_chosen(self) -> Send | None:
        slugs = [slug for slug in game_slugs() if slug != self._table.info.game]
        place = await self._numbered("arrange-game", [game_title(slug, self._ui.language) for slug in slugs])
        return None if place is None else lambda: self._table.arrange(game=slugs[place])

    async def _seats_chosen(self) -> Send | None:
        fewest, most = self._game.description.players
        answers = [(str(count), str(count), str(count)) for count in range(fewest, most + 1)]
        answer = await self._menu("arrange-seats", answers)
        return (lambda: self._table.arrange(seats=int(answer))) if answer else None

    async def _option_chosen(self) -> Send | None:
        options, info = self._game.description.options, self._table.info
        values = [info.options.get(option.name, option.default) for option in options]
        texts = [option_text(self._game, *one, self._ui) for one in zip(options, values, strict=True)]
        place = await self._numbered("arrange-options", texts)
        if place is None:
            return None
        option, value = options[place], await self._value(options[place], values[place])
        return None if value is None else lambda: self._table.arrange(options={option.name: value})

    async def _value(self, option: Option, value: int) -> int | None:
        """Return the next value of an option, or one that is typed if there are many."""
        if option.high - option.low <= MANY_VALUES:
            return value + 1 if value < option.high else option.low

        def fault(line: str) -> str:
            valid = line.isascii() and line.isdecimal() and option.low <= int(line) <= option.high
            return "" if valid else self._ui.say("arrange-number", low=option.low, high=option.high)

        title = self._game.localizer(self._ui.language).say(f"option-{option.name}")
        hint = self._ui.say("arrange-number", low=option.low, high=option.high)
        line = await self._screen.app.push_screen_wait(LineDialog(title, hint, str(value), fault))
        return int(line) if line and not fault(line) else None

    async def _clock_chosen(self) -> Send | None:
        texts = [self._ui.say("clock-none"), *(clock_text(rule, self._ui) for rule in CLOCKS)]
        place = await self._numbered("arrange-clock", texts)
        if place is None:
            return None
        if place == 0:
            return lambda: self._table.arrange(no_clock=True)
        return lambda: self._table.arrange(clock=CLOCKS[place - 1])

    async def _move_chosen(self) -> Send | None:
        seats = range(len(self._table.sitters))
        seat = await self._seat("arrange-move", [one for one in seats if self._table.sitters[one].kind != "open"])
        if seat is None:
            return None
        to = await self._seat("arrange-move-to", [one for one in seats if one != seat])
        return None if to is None else lambda: self._table.move(seat, to)

    async def _level_chosen(self) -> Send | None:
        sitters = self._table.sitters
        seat = await self._seat("arrange-levels", [at for at, one in enumerate(sitters) if one.kind == "bot"])
        if seat is None:
            return None
        place = await self._numbered("arrange-levels", [level_name(level, self._ui.language) for level in BUDGETS])
        return None if place is None else lambda: self._table.seat_bot(seat, tuple(BUDGETS)[place])
