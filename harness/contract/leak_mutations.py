"""Mutations of a game that leak hidden information or determinize wrongly, to check that the contract tests find them.

Each leak takes a game and a hidden value, and returns the game with that value showing somewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from types import FunctionType, SimpleNamespace
from typing import Any

from msgspec.structs import replace

from harness.contract.cases import determinized
from tefuda.engine.game import Game
from tefuda.engine.primitives import fast_below, mix, rand_below
from tefuda.engine.record import Array
from tefuda.engine.view import Card, Counter, Observation, Status, View, Words

Hidden = str | Callable[[Any], int]  # the name of a field, or a function of the record
SAMPLES = 12


def hidden_fields(game: Game, record: Any, viewer: int) -> list[str]:
    """Return the fields that the viewer cannot know: those that differ between determinizations."""
    worlds = [determinized(game, record, viewer, seed) for seed in range(SAMPLES)]
    return [name for name in record.fields if len({_digest(world, name) for world in [record, *worlds]}) > 1]


def _digest(record: Any, name: Hidden) -> int:
    if not isinstance(name, str):
        return name(record)
    value = getattr(record, name)
    return hash(tuple(value.values()) if isinstance(value, Array) else (value,)) & 0xFFFF


def _with_presentation(game: Game, **functions: Any) -> Game:
    changed = copy(game)
    vars(changed)["presentation"] = SimpleNamespace(**{**vars(game.presentation), **functions})
    for one, shared in (("view", "views"), ("observe", "OBSERVED_APART")):  # what makes the parts of several seats once
        if one in functions and hasattr(changed.presentation, shared):
            delattr(changed.presentation, shared)
    return changed


def _with_views(game: Game, change: Callable[[Any, View], View]) -> Game:
    """Return the game with `change`, a function of the record and the view, applied to every view."""

    def view(s: Any, t: Any, seat: int) -> View:
        return change(s, game.view(s, seat, choices=False))

    return _with_presentation(game, view=view)


def _with_observations(game: Game, change: Callable[[Any, Observation], Observation]) -> Game:
    """Return the game with `change`, a function of the record after an event, applied to every observation."""

    def observe(event: Any, t: Any, seat: int) -> Observation | None:
        observation = game.observe(event, seat)
        return None if observation is None else change(event.after, observation)

    return _with_presentation(game, observe=observe)


def _with_build(game: Game, **functions: Any) -> Game:
    changed = copy(game)
    vars(changed)["build"] = SimpleNamespace(**{**vars(game.build), **functions})
    return changed


def leak_in_view(game: Game, name: Hidden) -> Game:
    """Show the value in a counter."""
    return _with_views(
        game, lambda s, view: replace(view, counters=(*view.counters, Counter("planted", _digest(s, name))))
    )


def leak_in_zone_count(game: Game, name: Hidden) -> Game:
    """Let the parity of the value change the card count of a zone."""

    def change(s: Any, view: View) -> View:
        first = replace(view.zones[0], count=view.zones[0].count + _digest(s, name) % 2)
        return replace(view, zones=(first, *view.zones[1:]))

    return _with_views(game, change)


def leak_in_zone_order(game: Game, name: Hidden) -> Game:
    """Let the value decide the order of zones."""
    return _with_views(game, lambda s, view: replace(view, zones=view.zones[:: 1 if _digest(s, name) % 2 else -1]))


def leak_in_status(game: Game, name: Hidden) -> Game:
    """Mention the value beside the prompt."""
    return _with_views(game, lambda s, view: replace(view, status=(Status(Words(f"planted-{_digest(s, name)}")),)))


def leak_in_card_note(game: Game, name: Hidden) -> Game:
    """Mention the value in the note of a card; of a zone without cards, in a card of its own."""

    def change(s: Any, view: View) -> View:
        first, *others = view.zones
        cards = tuple(replace(card, note=Words(f"planted-{_digest(s, name)}")) for card in first.cards or (Card(),))
        return replace(view, zones=(replace(first, cards=cards), *others))

    return _with_views(game, change)


def leak_in_tensors(game: Game, name: Hidden) -> Game:
    """Write the value into an array of the viewer's tensors."""
    field = next(iter(game.observation_spec))

    def fill_tensors(s: Any, t: Any, viewer: int, o: Any) -> None:
        game.build.fill_tensors(s, t, viewer, o)
        leaked = _digest(s, name) % 100
        cells = getattr(o, field)
        o.assign(field, leaked if isinstance(cells, int) else [leaked] * len(cells.values()))

    return _with_build(game, fill_tensors=fill_tensors)


def leak_in_event(game: Game, name: Hidden) -> Game:
    """Mention the value in every event."""

    def change(after: Any, observation: Observation) -> Observation:
        args = {**observation.words.args, "planted": _digest(after, name)}
        return replace(observation, words=Words(observation.words.id, args))

    return _with_observations(game, change)


def leak_by_missing_event(game: Game, name: Hidden) -> Game:
    """Let the value decide whether an event is observed."""

    def observe(event: Any, t: Any, seat: int) -> Any:
        return game.observe(event, seat) if _digest(event.after, name) % 2 else None

    return _with_presentation(game, observe=observe)


def leak_in_counter_of_event(game: Game, name: Hidden) -> Game:
    """Show the value in a counter that changes with an event."""

    def change(after: Any, observation: Observation) -> Observation:
        return replace(observation, counters=(*observation.counters, Counter("planted", _digest(after, name))))

    return _with_observations(game, change)


def leak_in_role_of_event(game: Game, name: Hidden) -> Game:
    """Let the value decide who has a role after an event."""
    return _with_observations(
        game, lambda after, observation: replace(observation, roles={"planted": _digest(after, name)})
    )


def leak_in_refusal(game: Game, name: Hidden) -> Game:
    """Let the value change the clause that forbids an illegal action, or the legality of a legal one."""

    def why_not(s: Any, t: Any, action: int) -> int:
        clause = game.build.why_not(s, t, action)
        return (clause or 9900) + 1 if _digest(s, name) % 2 else clause

    return _with_build(game, why_not=why_not)


def leak_in_choices(game: Game, name: Hidden) -> Game:
    """Show the value in the label of a choice."""

    def choice(s: Any, t: Any, action: int) -> Any:
        chosen = game.presentation.choice(s, t, action)
        return replace(chosen, label=Words(f"planted-{_digest(s, name)}"))

    return _with_presentation(game, choice=choice)


LEAKS = (
    leak_in_tensors,
    leak_in_view,
    leak_in_zone_count,
    leak_in_zone_order,
    leak_in_event,
    leak_by_missing_event,
    leak_in_counter_of_event,
    leak_in_role_of_event,
    leak_in_status,
    leak_in_card_note,
    leak_in_refusal,
    leak_in_choices,
)


# ------------------------------------------------------- wrong information keys


def leak_in_key(game: Game, name: str) -> Game:
    """Mix the value into the information state key."""

    def information_state_key(s: Any, t: Any, viewer: int) -> int:
        return mix(game.build.information_state_key(s, t, viewer), _digest(s, name))

    return _with_build(game, information_state_key=information_state_key)


def key_of_seat_to_act(game: Game) -> Game:
    """Reduce the key to the seat to act."""

    def information_state_key(s: Any, t: Any, viewer: int) -> int:
        return mix(s.to_act, viewer)

    return _with_build(game, information_state_key=information_state_key)


# ------------------------------------------------------ wrong determinizations


def keeps_laid_cards(game: Game) -> Game:
    """Keep the hidden cards in front of the seats where they are."""

    def determinize(s: Any, t: Any, viewer: int) -> None:
        seen = s.seen.values()
        for p in range(s.players):
            if viewer >= 0 and s.blind[p]:
                s.seen[s.round, viewer] |= 1 << s.blind[p]
        game.build.determinize(s, t, viewer)
        s.assign("seen", seen)

    return _with_build(game, determinize=determinize)


def keeps_crease(game: Game) -> Game:
    """Keep the secret crease where it is."""

    def determinize(s: Any, t: Any, viewer: int) -> None:
        kept = s.crease.values()
        game.build.determinize(s, t, viewer)
        s.crease[0], s.crease[1] = kept

    return _with_build(game, determinize=determinize)


def ignores_crease_weights(game: Game) -> Game:
    """Draw the kind of the creased card uniformly, ignoring its true weights."""
    from harness.fixtures.probe import rules

    def weight(s: Any, t: Any, viewer: int, kind: int) -> int:
        return int(rules.crease_weight(s, t, viewer, kind) > 0)

    def determinize(s: Any, t: Any, viewer: int) -> None:
        names = {**vars(rules), "crease_weight": weight}
        names["likely_crease"] = _with_globals(rules.likely_crease, names)
        _with_globals(rules.determinize, names)(s, t, viewer)

    return _with_build(game, determinize=determinize)


def _with_globals(function: Any, names: dict[str, Any]) -> Any:
    return FunctionType(function.__code__, names, function.__name__)


def shuffles_true_order(game: Game) -> Game:
    """Shuffle the unseen cards from their true order instead of from a canonical one."""
    from harness.fixtures.probe import rules

    def determinize(s: Any, t: Any, viewer: int) -> None:
        r, known = s.round, rules.determinized_for(s, s.round, viewer)
        unseen = [place for place in range(s.cards) if not known >> place & 1]
        for i in range(len(unseen) - 1, 0, -1):
            j = rand_below(s, i + 1)
            s.kind[r, unseen[i]], s.kind[r, unseen[j]] = s.kind[r, unseen[j]], s.kind[r, unseen[i]]

    return _with_build(game, determinize=determinize)


keeps_laid_cards.caught_by = ("exact", "unsampled")
keeps_crease.caught_by = ("exact", "unsampled")
ignores_crease_weights.caught_by = ("exact",)
shuffles_true_order.caught_by = ("full_state",)
BAD_DETERMINIZATIONS = (keeps_laid_cards, keeps_crease, ignores_crease_weights, shuffles_true_order)


class Biased:
    """A chance source biased towards its first outcome."""

    def below(self, s: Any, n: int) -> int:
        return 0 if fast_below(s, 12) == 0 else fast_below(s, n)


def with_biased_chance(game: Game) -> Game:
    """Determinize with a biased chance source."""

    def determinize(s: Any, t: Any, viewer: int) -> None:
        s.listen(Biased(), None)
        game.build.determinize(s, t, viewer)
        s.listen(None, None)

    return _with_build(game, determinize=determinize)
