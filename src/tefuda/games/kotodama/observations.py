"""KOTODAMA KOGEN: what each seat observes of an event: the message, and the moves of cards as that seat sees them."""

from __future__ import annotations

from tefuda.engine.events import GameEvent
from tefuda.engine.view import Args, Move, Observation, Seat, Words
from tefuda.games.kotodama.counters import OF_THE_TURN, cards_left, turn_number, words_left
from tefuda.games.kotodama.field import groups_of
from tefuda.games.kotodama.state import SCORE_CARDS, Event, Phase, State, Tables
from tefuda.games.kotodama.text import actions_text, called, form_words, group_phrase

# Cards whose moves all seats see: message, from where, to where, clause.
OPEN_MOVES: dict[int, tuple[str, str, str, str]] = {
    Event.PLAYED: ("event-played", "hand", "play", "W3.2"),
    Event.DISCARDED: ("event-discarded", "hand", "gone", "W7.4"),
    Event.SALVAGED: ("event-salvaged", "gone", "hand", "W7.5"),
    Event.PUT_AWAY: ("event-put-away", "play", "gone", "W4.6"),
}
# Events that seats observe differently.
OBSERVED_APART = (Event.DECK_CHOSEN, Event.TURN_BEGAN, Event.DREW, Event.SCORED, Event.PEEKED)


def observe(event: GameEvent, t: Tables, seat: int) -> Observation | None:
    """Return what a seat (-1: a spectator) observes of an event."""
    a, b, c, before, after = event.a, event.b, event.c, event.before, event.after
    who: Args = {"who": Seat(a)}
    own = seat == a
    match event.code:
        case Event.DECK_CHOSEN:  # W2.2: in secret
            moves = [Move(f"box-{a}", f"deck-{a}", count=b)]
            if own:
                moves.append(Move(f"box-{a}", f"list-{a}", count=b))
            counters = cards_left(after, a)
            return Observation(Words("event-deck-chosen", {**who, "n": b}), tuple(moves), "W2.2", counters)
        case Event.DEALT:
            count = SCORE_CARDS + after.extra_score_cards
            move = Move(f"deck-{a}", f"score-{a}", count=count, pose="down")
            return Observation(Words("event-dealt", {**who, "n": count}), (move,), "W2.4", cards_left(after, a))
        case Event.BEGAN:
            return Observation(Words("event-began", who), clause="W2.5")
        case Event.TURN_BEGAN:
            words, counters = Words("event-turn-began", who), (turn_number(after), words_left(after))
            shown = lists_shown(before, after, seat)
            return Observation(words, shown, "W3.1", counters, OF_THE_TURN, {"turn": a})
        case Event.TURN_ENDED:
            return Observation(Words("event-turn-ended", who))
        case Event.DREW:
            source = "top" if before.tops[a] else "deck"
            words = Words("event-drew-card", {**who, "card": called(t, b)}) if own else Words("event-drew", who)
            move = Move(f"{source}-{a}", f"hand-{a}", str(b) if own else None)
            return Observation(words, (move,), "W7.3" if c else "W3.1", cards_left(after, a))
        case Event.SCORED:
            words = Words("event-scored-card", {**who, "card": called(t, c)}) if own else Words("event-scored", who)
            move = Move(f"score-{a}", f"hand-{a}", str(c) if own else None, at=b)
            return Observation(words, (move,), "W7.1", cards_left(after, a))
        case Event.PEEKED:
            words = Words("event-peeked-card", {**who, "card": called(t, b)}) if own else Words("event-peeked", who)
            return Observation(words, (Move(f"deck-{a}", f"top-{a}", str(b) if own else None),), "W7.9")
        case Event.PLAYED | Event.DISCARDED | Event.SALVAGED | Event.PUT_AWAY:
            id, source, target, clause = OPEN_MOVES[event.code]
            move = Move(f"{source}-{a}", f"{target}-{a}", str(b))
            return Observation(Words(id, {**who, "card": called(t, b)}), (move,), clause)
        case Event.LAID:
            card = after.card[a, b]
            move = Move(f"play-{a}", f"group{after.place[a, b] + 1}-{a}", str(card))
            words = Words("event-laid", {**who, "card": called(t, card)})
            return Observation(words, (move,), counters=(words_left(after),))
        case Event.FORMED:
            args = {**joining(after, t, a, b, c), "form": form_words(after.form[a, c])}
            return Observation(Words("event-formed", args), clause="W5.1")
        case Event.MODIFIED_BY:
            return Observation(Words("event-modified", joining(after, t, a, b, b + 1)), clause="W5.5")
        case Event.RETURNED:
            words = Words("event-returned", {**who, "card": called(t, b)})
            return Observation(words, (off_the_field(before, a, c, f"hand-{a}"),), "W7.6")
        case Event.SCRAPPED:
            words = Words("event-scrapped", {**who, "card": called(t, b)})
            return Observation(words, (off_the_field(before, a, c, f"gone-{a}"),), "W7.6")
        case Event.FIRED:
            args = {**who, "card": called(t, t.owner[b]), "text": actions_text(t, b)}
            return Observation(Words("event-fired", args), clause="W6.3")
        case Event.LAPSED:
            return Observation(Words("event-lapsed", {**who, "card": called(t, t.owner[b])}), clause="W6.7")
        case Event.USED_EFFECT:
            return Observation(Words("event-used", {**who, "card": called(t, t.owner[b])}), clause="W6.8")
        case Event.DECLINED:
            return Observation(Words("event-declined", who), clause="W6.1")
        case Event.GAINED_WORD:
            words = Words("event-gained-word", {**who, "n": b})
            return Observation(words, (), "W7.7", (words_left(after),))
        case Event.REVEALED:
            return Observation(Words("event-revealed", who), clause="W7.10")
        case _:
            words = Words("event-ended-deck" if a else "event-ended-score")
            return Observation(words, clause="W8.3" if a else "W8.1", ended=OF_THE_TURN, roles={})


def joining(s: State, t: Tables, p: int, i: int, target: int) -> Args:
    """Return the arguments of a message about the card at index i that conjugates or modifies the one at `target`."""
    group = groups_of(s, p)[s.place[p, i]]
    cards, forms = (tuple(cells[p].values()[group.start : group.stop]) for cells in (s.card, s.form))
    phrase = group_phrase(t, cards, forms)
    return {
        "who": Seat(p),
        "card": called(t, s.card[p, i]),
        "phrase": phrase.parted if phrase else "",
        "target": called(t, s.card[p, target]),
    }


def off_the_field(before: State, p: int, i: int, target: str) -> Move:
    """Return the move of a card that lay at index i of the field."""
    place = before.place[p, i]
    at = i - groups_of(before, p)[place].start
    return Move(f"group{place + 1}-{p}", target, str(before.card[p, i]), at=at)


def lists_shown(before: State, after: State, seat: int) -> tuple[Move, ...]:
    """W9.4: return the moves of open deck lists to the table, which happen with the first turn."""
    return tuple(
        Move(f"box-{p}", f"list-{p}", count=after.size[p])
        for p in range(2)
        if sees_list(after, p, seat) and not sees_list(before, p, seat)
    )


def sees_list(s: State, p: int, seat: int) -> bool:
    """W9.1, W9.4: return whether the seat sees the deck list of seat p."""
    return seat == p or (s.open_lists == 1 and s.phase != Phase.DECKS)
