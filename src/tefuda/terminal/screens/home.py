"""The home screen of bare `tefuda`: choose game, players and bot level, then start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.screen import Screen
from textual.widgets import Static

from tefuda.bots.players import LEVELS, level_name
from tefuda.engine.description import Option
from tefuda.engine.game import Game, game_packages, game_slugs, load
from tefuda.engine.localization import LANGUAGES
from tefuda.table.lesson_script import script_of
from tefuda.terminal.render_context import game_title, terminal_localizer
from tefuda.terminal.session import Plan, default_players
from tefuda.terminal.table_renderer import fit
from tefuda.terminal.widgets import KeyButton, KeyLine, Prose

LABEL_WIDTH = 20


class Picker(Static, can_focus=True):
    """A one-line setting; left and right step through its values."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)"),
        Binding("right", "turn(1)"),
    ]

    def __init__(
        self, setting: str, label: str, values: Sequence[tuple[str, str]], value: str, on_change: Callable[[str], None]
    ) -> None:
        super().__init__(classes="picker")
        self.setting, self._label, self._values, self._on_change = setting, label, values, on_change
        keys = [key for key, _ in values]
        self._index = keys.index(value) if value in keys else 0

    @property
    def value(self) -> str:
        return self._values[self._index][0]

    def render(self) -> Content:
        """Return the label and the value, between arrows if there are other values."""
        shown = self._values[self._index][1]
        before, after = ("‹ ", " ›") if len(self._values) > 1 else ("  ", "  ")
        return Content.assemble(fit(self._label, LABEL_WIDTH), (before, "$accent"), (shown, "bold"), (after, "$accent"))

    def action_turn(self, step: int) -> None:
        """Select the next or the previous value."""
        if len(self._values) > 1:
            self._index = (self._index + step) % len(self._values)
            self.refresh()
            self._on_change(self.value)

    def on_click(self, event: Click) -> None:
        """Select the previous value on the left part, the next on the right."""
        self.focus()
        self.action_turn(-1 if event.x < LABEL_WIDTH + 3 else 1)


class HomeScreen(Screen[Plan]):
    """Lets the person choose what to play.  Answers with a plan."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous"),
        Binding("down", "app.focus_next"),
        Binding("enter", "start"),
        Binding("g", "learn"),
        Binding("l", "language"),
        Binding("q,escape", "app.quit"),
    ]

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = _with_players(plan)  # current choices; the widgets may lag behind them
        self.ui = terminal_localizer(plan.language)

    def compose(self) -> ComposeResult:
        """Yield title, settings, description of the game, and keys."""
        with Horizontal(id="title"):
            yield Static(Content.styled(self.ui.say("home-title"), "bold"), id="game")
        with VerticalScroll(id="home", can_focus=False):
            titles = [(slug, game_title(slug, self.plan.language)) for slug in game_slugs()]
            yield Picker("slug", self.ui.say("home-game"), titles, self.plan.slug, self._choose_game)
            yield Vertical(id="settings")
            yield KeyButton("Enter", self.ui.say("home-start"), "start")
            yield Prose(id="blurb")
        yield KeyLine(
            [
                ("down", "↑↓", self.ui.say("key-move")),
                ("right", "←→", self.ui.say("key-change")),
                ("enter", "Enter", self.ui.say("key-start")),
                ("g", "g", self.ui.say("key-learn")),
                ("l", "l", self.ui.say("key-language")),
                ("t", "t", self.ui.say("key-theme")),
                ("q", "q", self.ui.say("key-quit")),
            ]
        )

    async def on_mount(self) -> None:
        """Show the settings of the current game."""
        await self._lay_out()
        self.query(Picker).first().focus()

    async def _lay_out(self) -> None:
        """Rebuild the settings for the plan's game."""
        plan, game = self.plan, load(self.plan.slug)
        say, messages = self.ui.say, game.localizer(plan.language)
        fewest, most = game.description.players
        settings = [
            Picker(
                "players",
                say("home-players"),
                [(str(count), say("home-players-value", count=count)) for count in range(fewest, most + 1)],
                str(plan.players),
                partial(self._choose, plan.slug, "players"),
            ),
            Picker(
                "level",
                say("home-level"),
                [(level, level_name(level, plan.language)) for level in LEVELS],
                plan.level,
                partial(self._choose, plan.slug, "level"),
            ),
        ]
        settings += [
            Picker(
                f"rule-{option.name}",
                messages.say(f"option-{option.name}"),
                [(str(value), _value(self, game, option, value)) for value in range(option.low, option.high + 1)],
                str(plan.rules.get(option.name, option.default)),
                partial(self._choose, plan.slug, f"rule-{option.name}"),
            )
            for option in game.description.options
        ]
        box = self.query_one("#settings", Vertical)
        await box.remove_children()
        await box.mount(*settings)
        self._describe(game, plan.language)

    def _describe(self, game: Game, language: str) -> None:
        words = game.localizer(language)
        helps = [
            Content.assemble(
                (words.say(f"option-{option.name}"), "bold"), "  ", words.say(f"option-{option.name}-help")
            )
            for option in game.description.options
        ]
        lines = [Content(words.say("tagline")), Content(words.say("goal")), Content(), *helps]
        lines += [Content(), Content.styled(words.say("credits"), "$text-muted")]
        self.query_one("#blurb", Prose).text = Content("\n").join(lines)

    def _choose_game(self, slug: str) -> None:
        """Switch games and reset what depends on the game."""
        self.plan = _with_players(replace(self.plan, slug=slug, players=0, rules={}))
        self.call_later(
            self._lay_out
        )  # the plan changes at once: a key pressed before the new settings show must use it

    def _choose(self, slug: str, setting: str, value: str) -> None:
        """Apply a setting of the game `slug`; ignored if another game was chosen meanwhile."""
        if slug != self.plan.slug:
            return
        match setting:
            case "players":
                self.plan = replace(self.plan, players=int(value))
            case "level":
                self.plan = replace(self.plan, level=value)
            case rule:
                self.plan = replace(self.plan, rules={**self.plan.rules, rule.removeprefix("rule-"): int(value)})

    def on_button_pressed(self) -> None:
        """Start."""
        self.action_start()

    def action_start(self) -> None:
        """Close with the chosen plan."""
        self.dismiss(self.plan)

    def action_learn(self) -> None:
        """Close with the plan to take the game's lesson, if it has one."""
        if script_of(game_packages()[self.plan.slug]) is not None:
            self.dismiss(replace(self.plan, learn=True))

    def action_language(self) -> None:
        """Switch the screen to the other language."""
        language = LANGUAGES[1 - LANGUAGES.index(self.plan.language)]
        self.plan, self.ui = replace(self.plan, language=language), terminal_localizer(language)
        self.call_later(self._rebuild)

    async def _rebuild(self) -> None:
        await self.recompose()
        await self.on_mount()


def _with_players(plan: Plan) -> Plan:
    """Return the plan with the number of players filled in."""
    return replace(plan, players=plan.players or default_players(load(plan.slug).description))


def _value(screen: HomeScreen, game: Game, option: Option, value: int) -> str:
    if option.switch:
        return screen.ui.say("home-switch", on=value)
    return game.option_value(option.name, value, screen.plan.language)
