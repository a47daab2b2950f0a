"""Independent oracle for card files of KOTODAMA KOGEN: which effects happen in a game, and what may be played.

It reads the entries of the file and the field, but neither the tables of the loader nor the rules (W1.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from harness.contract.cases import Play
from tefuda.engine.events import GameEvent
from tefuda.games.kotodama.card_file import CardEntry, Pool
from tefuda.games.kotodama.state import GROUPS, MOST_FIRED, MOST_PLAYS, QUEUE, WORD_BITS, Event, Mark, Phase
from tefuda.games.kotodama.vocabulary import FORM_NAMES, GROUPS_OF_PARTS, ITEM

Effect = tuple[int, int]  # a card, and which of its effects
EVERYTHING = ["ことば", ITEM]


@dataclass(frozen=True)
class Lying:
    """A card on a field."""

    card: int
    place: int
    form: int
    marks: int


class Field:
    """The field of a seat, group by group, and what the file declares of its cards."""

    def __init__(self, pool: Pool, s: Any, p: int) -> None:
        self.pool = pool
        self.cards = [Lying(s.card[p, i], s.place[p, i], s.form[p, i], s.marks[p, i]) for i in range(s.lying[p])]
        self.groups = len({one.place for one in self.cards})

    def above(self, i: int) -> Lying | None:
        return self.cards[i - 1] if i > 0 and self.cards[i - 1].place == self.cards[i].place else None

    def below(self, i: int) -> Lying | None:
        last = i + 1 == len(self.cards)
        return None if last or self.cards[i + 1].place != self.cards[i].place else self.cards[i + 1]

    def passes(self, card: int, wanted: dict[str, Any]) -> bool:
        """Return whether a card passes a filter."""
        entry = self.pool.cards[card]
        classes = [name.partition("/") for name in wanted.get("class", EVERYTHING)]
        in_class = any(
            entry.part in GROUPS_OF_PARTS.get(part, (part,)) and kind in ("", entry.kind) for part, _, kind in classes
        )
        named = not wanted.get("card") or entry.key in wanted["card"] or entry.entry.values["id"] in wanted["card"]
        return in_class and named and (not wanted.get("named") or any(one.card == card for one in self.cards))

    def holds(self, effect: dict[str, Any], i: int, other: int) -> bool:
        """W6.5: return whether all conditions hold, for the card at index i (-1: none) and the other one."""
        low, high = effect.get("groups", (0, GROUPS))
        if not low <= self.groups <= high:
            return False
        if i < 0:
            return True
        k = other if effect["when"] in ("conjugates", "modifies") else i
        one, above, below = self.cards[k], self.above(k), self.below(k)
        return (
            (not effect.get("form") or (one.form > 0 and FORM_NAMES[one.form - 1] in effect["form"]))
            and ("other" not in effect or self.passes(self.cards[other].card, effect["other"]))
            and ("by" not in effect or (below is not None and self.passes(below.card, effect["by"])))
            and (not effect.get("modified") or (above is not None and bool(above.marks & Mark.MODIFIES)))
            and sum(there.place == self.cards[i].place for there in self.cards) >= effect.get("group_cards", 1)
        )

    def effects(self, when: str, i: int) -> Iterator[tuple[Effect, dict[str, Any]]]:
        """Return the triggered effects of the card at an index."""
        return declared(self.pool, self.cards[i].card, when)

    def works(self, effect: dict[str, Any], i: int) -> bool:
        """W6.2: return whether the card is on top or the effect works when covered."""
        return self.above(i) is None or effect.get("covered") is True

    def stacks_for_nothing(self) -> bool:
        """W7.8: return whether the first card stacked in a turn is free."""
        return any(
            self.works(effect, i) and self.holds(effect, i, -1)
            for i in range(len(self.cards))
            for _, effect in self.effects("static", i)
        )

    def places_for(self, entry: CardEntry) -> bool:
        """Return whether a card may be laid under or on any group."""
        under, over = (entry.entry.values.get(name) for name in ("under", "over"))
        return any(
            (under is not None and self.below(i) is None and self.passes(one.card, under))
            or (over is not None and self.above(i) is None and self.passes(one.card, over))
            for i, one in enumerate(self.cards)
        )


def declared(pool: Pool, card: int, when: str) -> Iterator[tuple[Effect, dict[str, Any]]]:
    """Return the triggered effects of a card."""
    for number, effect in enumerate(pool.cards[card].entry.values.get("effects", [])):
        if effect["when"] == when:
            yield (card, number), effect


def check(play: Play) -> None:
    """Compare a game with its card file: the effects that happen, in their order, and the legal plays."""
    pool = play.game.tables
    assert isinstance(pool, Pool)
    for state in play.states:
        check_choices(pool, state.full_state, list(state.legal_actions))
    waiting = Waiting(pool)
    for event in play.events:
        waiting.notice(event)
    assert waiting.effects == [] or play.states[-1].is_terminal


def check_choices(pool: Pool, s: Any, actions: Sequence[str]) -> None:
    """W3.2, W4: check which cards and effects may be played and used in a turn."""
    for p in range(2):
        check_field(pool, s, p)
    if s.phase != Phase.TURN:
        return
    field, expected = Field(pool, s, s.turn), {"end"}
    enough = s.plays == MOST_PLAYS
    for card, entry in pool.cards.items():
        if held(s, s.turn, card) and not enough and may_play(field, s, entry):
            expected.add(f"play-{card}")
    for i in range(len(field.cards)):
        for _, effect in field.effects("activate", i):
            used = effect.get("once") and field.cards[i].marks & Mark.USED
            paid = effect.get("cost") != "discard_one" or any(held(s, s.turn, card) for card in pool.cards)
            if field.works(effect, i) and field.holds(effect, i, -1) and paid and not used and not enough:
                expected.add(f"use-{i + 1}")
    assert set(actions) == expected


def check_field(pool: Pool, s: Any, p: int) -> None:
    """W5.2, W5.5: a card has no other form than the card right below gives it, and modifies only what it may lie on."""
    field = Field(pool, s, p)
    for i, one in enumerate(field.cards):
        below = field.below(i)
        under = pool.cards[below.card].entry.values.get("under", {}) if below else {}
        if one.form:
            assert FORM_NAMES[one.form - 1] == under.get("form"), "no card right below has caused this form"
        if one.marks & Mark.MODIFIES:
            over = pool.cards[one.card].entry.values["over"]
            assert below is not None
            assert over.get("named") or field.passes(below.card, over), "it may not lie on this card"


def held(s: Any, p: int, card: int) -> bool:
    word, bit = divmod(card - 1, WORD_BITS)
    return bool(s.hand[p, word] >> bit & 1 or s.hand[p, word + 2] >> bit & 1)


def may_play(field: Field, s: Any, entry: CardEntry) -> bool:
    """W4.1 to W4.6, W7.8: return whether a card may be played."""
    alone = entry.entry.values.get("new_group", not entry.is_item)
    if entry.is_item:
        return not alone or field.groups < GROUPS
    if s.words == 0:
        return not s.stacked and field.stacks_for_nothing() and field.places_for(entry)
    return (alone and field.groups < GROUPS) or field.places_for(entry)


class Waiting:
    """The effects expected in the queue, by the events so far."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.effects: list[Effect] = []
        self.lapsed: list[Effect] = []
        self.fired = 0
        self.laid: list[GameEvent] = []  # events of the card that was just laid
        self.left: list[GameEvent] = []  # cards that have just left the field

    def notice(self, event: GameEvent) -> None:
        """Note an event; its effects are derived before the next one, when the record contains all of its results."""
        if self.laid and event.code not in (Event.FORMED, Event.MODIFIED_BY):
            self.settle_laid()
        if self.left and not (event.code == Event.SCRAPPED and self.left[-1].code == Event.SCRAPPED):
            self.settle_left()
        assert event.code == Event.LAPSED or not self.lapsed
        match event.code:
            case Event.TURN_BEGAN:
                assert self.effects == []
                self.fired = 0
            case Event.PLAYED:
                for effect, declaration in declared(self.pool, event.b, "used"):
                    if Field(self.pool, event.after, event.a).holds(declaration, -1, -1):
                        self.wait(effect)
            case Event.USED_EFFECT:
                card = event.after.card[event.a, event.c]
                self.wait(next(effect for effect, _ in declared(self.pool, card, "activate")))
            case Event.LAID:
                self.laid = [event]
            case Event.FORMED | Event.MODIFIED_BY:
                self.laid.append(event)
            case Event.RETURNED | Event.SCRAPPED:
                self.left.append(event)
            case Event.FIRED:
                assert self.effects, "an effect happens that nothing has led to"
                assert self.effects.pop(0) == self.effect(event.b)
            case Event.LAPSED:
                assert self.lapsed.pop(0) == self.effect(event.b)
            case Event.ENDED:
                self.effects = []

    def effect(self, row: int) -> Effect:
        """Return the declaration of a row of the tables."""
        card = self.pool.owner[row]
        return card, row - self.pool.first[card]

    def wait(self, effect: Effect) -> None:
        """W6.3, W6.7: add an effect to the queue."""
        if len(self.effects) == QUEUE or self.fired == MOST_FIRED:
            self.lapsed.append(effect)
            return
        self.effects.append(effect)
        self.fired += 1

    def settle_laid(self) -> None:
        """W6.3: queue the effects of the new card, then of the other card, then those of W6.4."""
        events, self.laid = self.laid, []
        after, p, i = events[-1].after, events[0].a, events[0].b
        field = Field(self.pool, after, p)
        used: set[int] = set()
        codes = [event.code for event in events]
        other, doing, suffering = -1, "", ""
        if Event.FORMED in codes:
            other, doing, suffering = i - 1, "conjugates", "conjugated"
        elif Event.MODIFIED_BY in codes:
            other, doing, suffering = i + 1, "modifies", "modified"
        self.trigger(field, "on_play", i, other, used)
        if other >= 0:
            self.trigger(field, doing, i, other, used)
            self.trigger(field, suffering, other, i, used)
        self.presence(field)

    def trigger(self, field: Field, when: str, i: int, other: int, used: set[int]) -> None:
        """W6.6: what happens once a turn has not happened before."""
        for effect, declaration in field.effects(when, i):
            if not field.holds(declaration, i, other):
                continue
            if declaration.get("once"):
                if field.cards[i].marks & Mark.USED or i in used:
                    continue
                used.add(i)
            self.wait(effect)

    def settle_left(self) -> None:
        """W6.4, after cards have left the field."""
        event = self.left[-1]
        self.left = []
        self.presence(Field(self.pool, event.after, event.a))

    def presence(self, field: Field) -> None:
        """W6.4: what waits for cards to be all there, and was not fulfilled before."""
        there = {
            name
            for one in field.cards
            for name in (self.pool.cards[one.card].key, self.pool.cards[one.card].entry.values["id"])
        }
        for i, one in enumerate(field.cards):
            for effect, declaration in field.effects("all_present", i):
                fulfilled = field.works(declaration, i) and there >= set(declaration["all"])
                if fulfilled and not one.marks & Mark.MET and field.holds(declaration, i, -1):
                    self.wait(effect)
