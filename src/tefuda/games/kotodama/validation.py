"""KOTODAMA KOGEN: which records are positions of the game. Checks positions that people type in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tefuda.engine.position_checks import not_conserved, out_of_bounds
from tefuda.games.kotodama.actions import Action, why_not_place
from tefuda.games.kotodama.bags import cards_in, copies, size
from tefuda.games.kotodama.effect_actions import (
    DISCARDING,
    OF_OPPONENT,
    TAKING_SCORE,
    deck_size,
    is_choice,
    options,
    verb_of,
)
from tefuda.games.kotodama.field import fits, is_bottom, is_top
from tefuda.games.kotodama.state import (
    ACTIONS_AN_EFFECT,
    BAG_WORDS,
    FEWEST_IN_HAND,
    FEWEST_SCORE_CARDS,
    GROUPS,
    HAND,
    LARGEST_DECK,
    MAX_CARDS,
    MOST_FIRED,
    MOST_IN_HAND,
    MOST_LYING,
    MOST_PLAYS,
    MOST_TIMES,
    QUEUE,
    SCORE_CARDS,
    SMALLEST_DECK,
    WORD_BITS,
    Cost,
    Form,
    Mark,
    Phase,
    State,
    Tables,
    Trigger,
    Verb,
)

FIELD_FORMATS = dict.fromkeys(("deck", "hand", "shown", "gone", "unseen"), "bits")
BAGS = tuple(FIELD_FORMATS)


def faults(s: State, t: Tables) -> list[str]:
    """Return all faults of a record; of later kinds only if there are none of an earlier kind."""
    for kind in (_values, _cards, _fields, _decks, _contradictions, _effect):
        found = list(kind(s, t))
        if found:
            return found
    return []


def _values(s: State, t: Tables) -> list[str]:
    """Return values outside their bounds."""
    effects = t.first[MAX_CARDS + 1]
    first_cards = HAND + s.extra_hand + SCORE_CARDS + s.extra_score_cards
    limits = {
        "open_lists": (0, 1),
        "wipe_at_ten": (0, 1),
        "phase": (Phase.DECKS, Phase.OVER),
        "turn": (0, 1),
        "words": (0, 1 + MOST_FIRED * ACTIONS_AN_EFFECT * MOST_TIMES),
        "stacked": (0, 1),
        "plays": (0, MOST_PLAYS),
        "fired": (0, MOST_FIRED),
        "using": (0, MAX_CARDS),
        "effect": (0, effects),
        "step": (0, ACTIONS_AN_EFFECT - 1),
        "begun": (0, 1),
        "left": (0, MOST_TIMES),
        "side": (0, 1),
        "waiting": (0, QUEUE),
        "queue": (0, effects),
        "size": (0, LARGEST_DECK),
        "score": (0, SCORE_CARDS + s.extra_score_cards),
        "extra_hand": (FEWEST_IN_HAND - HAND, MOST_IN_HAND - HAND),
        "extra_score_cards": (FEWEST_SCORE_CARDS - SCORE_CARDS, 0),
        "lying": (0, LARGEST_DECK),
        "tops": (0, MOST_TIMES),
        "top": (0, MAX_CARDS),
        "card": (0, MAX_CARDS),
        "place": (0, GROUPS - 1),
        "form": (0, Form.IMPERATIVE),
        "marks": (0, Mark.MODIFIES | Mark.USED | Mark.MET),
        "turns": (0, 2 * (LARGEST_DECK - first_cards) + 1),
        "pool": (0, 0),
    } | dict.fromkeys(BAGS, (0, (1 << WORD_BITS) - 1))
    return out_of_bounds(s, limits)


def _cards(s: State, t: Tables) -> Iterator[str]:
    """Yield bags of cards that are not in the pool, or of second copies without first ones."""
    for p in range(2):
        for name in BAGS:
            bag = getattr(s, name)[p]
            for w in range(2):
                if bag[w] & ~t.names[w] or bag[2 + w] & ~bag[w]:
                    yield f"{name} of seat {p} has cards that are not in the pool, or second copies without the first"
        if any(s.shown[p, w] & ~s.hand[p, w] for w in range(BAG_WORDS)):
            yield f"seat {p} has shown cards that are not in its hand"


def _fields(s: State, t: Tables) -> Iterator[str]:
    """Yield fields that are no groups of cards in their order, and forms and marks without a cause."""
    values = s.values()
    for p in range(2):
        n = s.lying[p]
        rows = [values[name] for name in ("card", "place", "form", "marks")]
        cards, places, forms, marked = (
            row[p * MOST_LYING : (p + 1) * MOST_LYING] for row in rows if isinstance(row, list)
        )
        if any(any(row[n:]) for row in (cards, places, forms, marked)) or not all(
            _known(t, card) for card in cards[:n]
        ):
            yield f"the field of seat {p} does not have {n} cards of the pool"
            return
        if places[:n] != sorted(places[:n]):
            yield f"the groups of seat {p} are not in the order of their places"
            return
        parted = _loses_middle_cards(s, t, p)
        for i in range(n):
            yield from _neighbours(s, t, p, i, parted)
    for p in range(2):
        if any(s.top[p, i] for i in range(s.tops[p], MOST_TIMES)) or not all(
            _known(t, s.top[p, i]) for i in range(s.tops[p])
        ):
            yield f"seat {p} has not looked at {s.tops[p]} cards of the pool"


def _known(t: Tables, card: int) -> bool:
    """Return whether this is a card of the pool."""
    return t.classes[card] > 0


def _loses_middle_cards(s: State, t: Tables, p: int) -> bool:
    """W6.8: return whether a card between two others may leave the field, as the cost of an effect of covered cards."""
    return any(
        t.trigger[e] == Trigger.ACTIVATE
        and t.covered[e] == 1
        and t.cost[e] == Cost.DISCARD_THIS
        and copies(s.deck[p], t.owner[e]) > 0
        for e in range(t.first[MAX_CARDS + 1])
    )


def _neighbours(s: State, t: Tables, p: int, i: int, parted: bool) -> Iterator[str]:
    """W5: yield a card that neither has the form which the card below gives it nor modifies that card.

    W5.2: both are missing if the card between them may have left (`parted`).
    """
    card, last = s.card[p, i], is_bottom(s, p, i)
    where = f"card {i + 1} on the field of seat {p}"
    below = 0 if last else s.card[p, i + 1]
    laid_under = not last and t.under[below] > 0 and fits(s, t, p, t.under[below], card)
    laid_on = not last and t.over[card] > 0 and fits(s, t, p, t.over[card], below)
    modifies = bool(s.marks[p, i] & Mark.MODIFIES)
    named = not last and any(
        wanted and t.filter_named[wanted - 1] for wanted in (t.under[below], t.over[card])
    )  # the name it went by may have left the field since
    if last and (s.form[p, i] != Form.NONE or modifies):
        yield f"{where} has a form or modifies something, but nothing lies below"
    elif modifies and (s.form[p, i] != Form.NONE or not (laid_on or named)):
        yield f"{where} cannot modify the card below it"
    elif parted and not modifies and s.form[p, i] == Form.NONE:
        pass
    elif not last and not modifies and not ((laid_under or named) and s.form[p, i] == t.under_form[below]):
        yield f"{where} cannot have form {s.form[p, i]} by the card below it"
    if is_top(s, p, i) and last and not t.alone[card] and not (t.under[card] or t.over[card]):
        yield f"{where} cannot lie on a field"
    if t.is_item[card] and not t.alone[card]:
        yield f"{where} is an item that does not stay"
    effects = range(t.first[card], t.first[card + 1])
    if s.marks[p, i] & Mark.USED and not any(t.once[e] for e in effects):
        yield f"{where} has no effect that could have been used"
    if s.marks[p, i] & Mark.MET and not any(t.trigger[e] == Trigger.ALL_PRESENT for e in effects):
        yield f"{where} waits for no set of cards"


def _decks(s: State, t: Tables) -> Iterator[str]:
    """Yield cards of a deck that are nowhere, cards that are too many, and decks of a wrong size."""
    for p in range(2):
        lying = [s.card[p, i] for i in range(s.lying[p])] + [s.top[p, i] for i in range(s.tops[p])]
        if s.using and s.turn == p:
            lying.append(s.using)
        there = Counter([*lying, *(card for bag in (s.hand, s.gone, s.unseen) for card in cards_in(bag[p]))])
        yield from not_conserved(there, Counter(cards_in(s.deck[p])), f"of card {{}} at seat {p}".format)
        if s.phase == Phase.DECKS and s.to_act == p and s.pending:  # W2.2: being put together
            continue
        if s.size[p] != size(s.deck[p]) or not (
            s.size[p] >= SMALLEST_DECK or (s.phase == Phase.DECKS and not s.size[p])
        ):
            yield f"the deck of seat {p} has {size(s.deck[p])} cards, not {s.size[p]}"
        if deck_size(s, p) < s.tops[p]:
            yield f"seat {p} has {s.score[p]} score cards and {s.tops[p]} known ones, but too few unseen ones"


def _contradictions(s: State, t: Tables) -> Iterator[str]:
    """Yield contradictions about whose decision it is, and in which phase."""
    if s.phase == Phase.DECKS:
        chosen = [s.size[0] > 0, s.size[1] > 0]
        names = ("turn", "words", "stacked", "plays", "fired", "using", "effect", "turns", "waiting", "begun", "left")
        busy = (*names, "side", "step", "score", "lying", "tops", "hand", "gone", "queue")
        values = s.values()
        if any(any(v) if isinstance(v := values[name], list) else v for name in busy):
            yield "the decks are being chosen: nothing else can have happened"
        if chosen != [s.to_act == 1, False] or s.to_act < 0:
            yield f"it cannot be seat {s.to_act} that chooses a deck"
        return
    over = s.phase == Phase.OVER
    if over != (s.to_act < 0) or not s.turns:
        yield f"seat {s.to_act} cannot decide in phase {s.phase} of turn {s.turns}"
    if not over and (s.score[0] == 0 or s.score[1] == 0) and not _between_both(s, t):
        yield "a seat without score cards has lost"
    if over and s.score[0] and s.score[1] and deck_size(s, 0) and deck_size(s, 1):
        yield "the game is over, but both seats have score cards and a deck"
    drawn = s.turns - over  # W8.3: the last turn may have found its deck empty
    if sum(s.size) < drawn + 2 * (HAND + s.extra_hand + SCORE_CARDS + s.extra_score_cards):
        yield f"there cannot have been {s.turns} turns"
    if s.phase in (Phase.TURN, Phase.PLACING, Phase.MAYBE) and s.to_act != s.turn:
        yield f"it is the turn of seat {s.turn}, not of {s.to_act}"
    if s.waiting > s.fired or (s.phase in (Phase.TURN, Phase.PLACING, Phase.OVER) and (s.effect or s.waiting)):
        yield "effects are waiting that cannot wait"
    if any(s.queue[i] == 0 for i in range(s.waiting)) or any(s.queue[i] for i in range(s.waiting, QUEUE)):
        yield f"there are not {s.waiting} effects in the queue"
    if any(t.trigger[s.queue[i] - 1] == Trigger.STATIC for i in range(s.waiting)):
        yield "an effect waits that never happens"
    if s.phase in (Phase.TURN, Phase.OVER) and s.using:
        yield "a card is being played, but nothing asks where it goes"
    if s.phase == Phase.PLACING and (
        not _known(t, s.using)
        or sum(not why_not_place(s, t, s.using, action) for action in range(Action.NEW, Action.GROUP)) < 2
    ):
        yield "the card being played has no choice of places"


def _between_both(s: State, t: Tables) -> bool:
    """W7.2: return whether one side has taken its last score card while the other still has to choose."""
    choosing_second = s.phase == Phase.CHOOSING and s.effect > 0 and s.side == 1 - s.turn and s.score[s.side] > 0
    return choosing_second and verb_of(s, t) == Verb.BOTH_SCORE


def _effect(s: State, t: Tables) -> Iterator[str]:
    """Yield contradictions about the effect being carried out: its phases have one, and its action asks."""
    if s.phase not in (Phase.MAYBE, Phase.CHOOSING):
        if s.effect or s.step or s.begun or s.left or s.side:
            yield "an effect is being carried out, but no decision is pending"
        return
    if not s.effect or t.trigger[s.effect - 1] == Trigger.STATIC or s.step >= t.steps[s.effect - 1] or not s.fired:
        yield "something is asked, but no effect is at work"
        return
    e, verb = s.effect - 1, verb_of(s, t)
    if s.using and not (t.is_item[s.using] and not t.alone[s.using]):
        yield "a card is being played that is not an item at work"
    if not s.begun or not 1 <= s.left <= t.times[e, s.step]:
        yield f"the action cannot be left to do {s.left} times"
    opposed = verb in OF_OPPONENT
    sides = (0, 1) if verb == Verb.BOTH_SCORE else ((1 - s.turn,) if opposed else (s.turn,))
    if s.side not in sides:
        yield f"seat {s.side} cannot be the one to do this"
    elif s.phase == Phase.MAYBE and (
        not t.may[e, s.step] or s.left < t.times[e, s.step] or (s.side == 1 - s.turn and not opposed)
    ):
        yield "this action is not optional, or has already begun"
    elif s.phase == Phase.CHOOSING:
        yield from _choosing(s, t, verb)


def _choosing(s: State, t: Tables, verb: int) -> Iterator[str]:
    """Yield why the seat to act has nothing to choose."""
    if s.to_act != s.side or not is_choice(verb):
        yield f"it cannot be seat {s.to_act} that chooses"
        return
    count = options(s, t)
    if (verb in (*TAKING_SCORE, *DISCARDING) and count <= s.left) or count <= 1:
        yield "there is nothing to choose"
