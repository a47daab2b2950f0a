"""Games with a defect planted in them, to see that the inherited tests find it.

Each function takes a game and the name of a field that some viewer must not know, or a function that makes a number of
a record, and returns the same game with that showing somewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from types import FunctionType, SimpleNamespace
from typing import Any

from msgspec.structs import replace

from tefuda.engine.game import Game
from tefuda.engine.primitives import fast_below, mix, rand_below
from tefuda.engine.record import Array
from tefuda.engine.view import Counter, Words
from tests.contract.cases import determinized

Hidden = str | Callable[[Any], int]  # the name of a field, or what makes a number of a record
SAMPLES = 12


def varying(game: Game, record: Any, viewer: int) -> list[str]:
    """The fields that the viewer cannot know for certain: those that differ between worlds dealt anew."""
    worlds = [determinized(game, record, viewer, seed) for seed in range(SAMPLES)]
    return [name for name in record.fields if len({_digest(world, name) for world in [record, *worlds]}) > 1]


def _digest(record: Any, name: Hidden) -> int:
    if not isinstance(name, str):
        return name(record)
    value = getattr(record, name)
    return hash(tuple(value.values()) if isinstance(value, Array) else (value,)) & 0xFFFF


def _with_presentation(game: Game, **functions: Any) -> Game:
    changed = copy(game)
    changed.presentation = SimpleNamespace(**{**vars(game.presentation), **functions})  # type: ignore[assignment]
    for one, together in (("view", "views"), ("observe", "observe_all")):  # the same for several seats at once
        if one in functions and hasattr(changed.presentation, together):
            delattr(changed.presentation, together)
    return changed


def _with_build(game: Game, **functions: Any) -> Game:
    changed = copy(game)
    changed.build = SimpleNamespace(**{**vars(game.build), **functions})  # type: ignore[assignment]
    return changed


def in_the_view(game: Game, name: Hidden) -> Game:
    """A counter shows the field."""

    def view(s: Any, t: Any, seat: int) -> Any:
        seen = game.presentation.view(s, t, seat)
        return replace(seen, counters=(*seen.counters, Counter("planted", _digest(s, name))))

    return _with_presentation(game, view=view)


def in_a_count(game: Game, name: Hidden) -> Game:
    """One zone counts a card more or less, by the field."""

    def view(s: Any, t: Any, seat: int) -> Any:
        seen = game.presentation.view(s, t, seat)
        first = replace(seen.zones[0], count=seen.zones[0].count + _digest(s, name) % 2)
        return replace(seen, zones=(first, *seen.zones[1:]))

    return _with_presentation(game, view=view)


def in_the_order(game: Game, name: Hidden) -> Game:
    """The field decides in which order zones come."""

    def view(s: Any, t: Any, seat: int) -> Any:
        seen = game.presentation.view(s, t, seat)
        return replace(seen, zones=seen.zones[:: 1 if _digest(s, name) % 2 else -1])

    return _with_presentation(game, view=view)


def in_an_event(game: Game, name: Hidden) -> Game:
    """Every event mentions the field."""

    def observe(happened: Any, t: Any, seat: int) -> Any:
        heard = game.presentation.observe(happened, t, seat)
        if heard is None:
            return None
        args = {**heard.words.args, "planted": _digest(happened.after, name)}
        return replace(heard, words=Words(heard.words.id, args))

    return _with_presentation(game, observe=observe)


def in_a_silence(game: Game, name: Hidden) -> Game:
    """The field decides whether an event is heard."""

    def observe(happened: Any, t: Any, seat: int) -> Any:
        return game.presentation.observe(happened, t, seat) if _digest(happened.after, name) % 2 else None

    return _with_presentation(game, observe=observe)


def in_a_refusal(game: Game, name: Hidden) -> Game:
    """The field decides which clause forbids what is not allowed; where all is allowed, whether it is."""

    def why_not(s: Any, t: Any, action: int) -> int:
        clause = game.build.why_not(s, t, action)
        return (clause or 9900) + 1 if _digest(s, name) % 2 else clause

    return _with_build(game, why_not=why_not)


def in_the_choices(game: Game, name: Hidden) -> Game:
    """The field decides what a choice is called."""

    def choice(s: Any, t: Any, action: int) -> Any:
        chosen = game.presentation.choice(s, t, action)
        return replace(chosen, label=Words(f"planted-{_digest(s, name)}"))

    return _with_presentation(game, choice=choice)


LEAKS = (in_the_view, in_a_count, in_the_order, in_an_event, in_a_silence, in_a_refusal, in_the_choices)


# ------------------------------------------------------------------ bad keys


def in_the_key(game: Game, name: str) -> Game:
    """The key knows the field."""

    def information_state_key(s: Any, t: Any, viewer: int) -> int:
        return mix(game.build.information_state_key(s, t, viewer), _digest(s, name))

    return _with_build(game, information_state_key=information_state_key)


def without_the_moment(game: Game) -> Game:
    """The key keeps only whose turn it is."""

    def information_state_key(s: Any, t: Any, viewer: int) -> int:
        return mix(s.to_act, viewer)

    return _with_build(game, information_state_key=information_state_key)


# --------------------------------------------------------------- bad redeals


def forgets_the_laid_cards(game: Game) -> Game:
    """Leaves the cards that lie unseen before the seats where they are."""

    def determinize(s: Any, t: Any, viewer: int) -> None:
        seen = s.seen.values()
        for p in range(s.players):
            if viewer >= 0 and s.blind[p]:
                s.seen[s.round, viewer] |= 1 << s.blind[p]
        game.build.determinize(s, t, viewer)
        s.assign("seen", seen)

    return _with_build(game, determinize=determinize)


def forgets_the_crease(game: Game) -> Game:
    """Leaves the secret crease where it really is."""

    def determinize(s: Any, t: Any, viewer: int) -> None:
        kept = s.crease.values()
        game.build.determinize(s, t, viewer)
        s.crease[0], s.crease[1] = kept

    return _with_build(game, determinize=determinize)


def thinks_every_kind_as_likely(game: Game) -> Game:
    """Picks the kind of the creased card without regard to how many there are and which were seen."""
    from tests.fixtures.probe import rules

    def weight(s: Any, t: Any, viewer: int, kind: int) -> int:
        return int(rules.crease_weight(s, t, viewer, kind) > 0)

    def determinize(s: Any, t: Any, viewer: int) -> None:
        names = {**vars(rules), "crease_weight": weight}
        names["likely_crease"] = _rebound(rules.likely_crease, names)
        _rebound(rules.determinize, names)(s, t, viewer)

    return _with_build(game, determinize=determinize)


def _rebound(function: Any, names: dict[str, Any]) -> Any:
    return FunctionType(function.__code__, names, function.__name__)


def starts_from_the_truth(game: Game) -> Game:
    """Shuffles the unseen cards from where they really lie, instead of putting them into canonical order first."""
    from tests.fixtures.probe import rules

    def determinize(s: Any, t: Any, viewer: int) -> None:
        r, known = s.round, rules.determinized_for(s, s.round, viewer)
        unseen = [place for place in range(s.cards) if not known >> place & 1]
        for i in range(len(unseen) - 1, 0, -1):
            j = rand_below(s, i + 1)
            s.kind[r, unseen[i]], s.kind[r, unseen[j]] = s.kind[r, unseen[j]], s.kind[r, unseen[i]]

    return _with_build(game, determinize=determinize)


forgets_the_laid_cards.caught_by = ("exact", "forgotten")  # type: ignore[attr-defined]
forgets_the_crease.caught_by = ("exact", "forgotten")  # type: ignore[attr-defined]
thinks_every_kind_as_likely.caught_by = ("exact",)  # type: ignore[attr-defined]
starts_from_the_truth.caught_by = ("full_state",)  # type: ignore[attr-defined]
BAD_REDEALS = (forgets_the_laid_cards, forgets_the_crease, thinks_every_kind_as_likely, starts_from_the_truth)


class Biased:
    """A source that gives its first outcome a little too often."""

    def below(self, s: Any, n: int) -> int:
        return 0 if fast_below(s, 12) == 0 else fast_below(s, n)


def with_a_biased_generator(game: Game) -> Game:
    """Deals anew from a source that is not uniform."""

    def determinize(s: Any, t: Any, viewer: int) -> None:
        s.listen(Biased(), None)
        game.build.determinize(s, t, viewer)
        s.listen(None, None)

    return _with_build(game, determinize=determinize)
