"""KOTODAMA KOGEN: what each seat observes of an event: the message, and the moves of cards as that seat sees them."""

from __future__ import annotations

from tefuda.engine.events import GameEvent
from tefuda.engine.view import Move, Observation, Seat, Words
from tefuda.games.kotodama.bags import size
from tefuda.games.kotodama.field import groups_of
from tefuda.games.kotodama.state import SCORE_CARDS, Event, Phase, State, Tables
from tefuda.games.kotodama.text import Args, actions_text, called, form_words, group_phrase

# Cards whose move everybody sees: message, from where, to where, clause.
ROUTES: dict[int, tuple[str, str, str, str]] = {
    Event.PLAYED: ("event-played", "hand", "play", "W3.2"),
    Event.DISCARDED: ("event-discarded", "hand", "gone", "W7.4"),
    Event.SALVAGED: ("event-salvaged", "gone", "hand", "W7.5"),
    Event.PUT_AWAY: ("event-put-away", "play", "gone", "W4.6"),
}


def observation(event: GameEvent, t: Tables, seat: int) -> Observation | None:
    """Return what a seat (-1: a spectator) observes of an event."""
    match event.code:
        case Event.ADDED:  # W2.2: in secret
            if seat != event.a:
                return None
            words = Words("event-added", {"card": called(t, event.b)})
            return Observation(words, (Move(f"box-{seat}", f"list-{seat}", str(event.b)),), "W2.2")
        case Event.DECK_CHOSEN | Event.DEALT | Event.BEGAN | Event.TURN_BEGAN | Event.TURN_ENDED | Event.ENDED:
            return of_the_game(event, seat)
        case Event.LAID | Event.FORMED | Event.MODIFIED_BY | Event.RETURNED | Event.SCRAPPED:
            return on_the_field(event, t)
        case Event.FIRED | Event.LAPSED | Event.USED_EFFECT | Event.DECLINED | Event.GAINED_WORD | Event.REVEALED:
            return of_effects(event, t)
        case _:
            return of_cards(event, t, seat)


def of_the_game(event: GameEvent, seat: int) -> Observation:
    """Observe decks, turns and the end."""
    a, b, before, after = event.a, event.b, event.before, event.after
    who: Args = {"who": Seat(a)}
    match event.code:
        case Event.DECK_CHOSEN:
            moves = [Move(f"box-{a}", f"deck-{a}", count=b)]
            if seat == a and not size(before.deck[a]):
                moves.append(Move(f"box-{a}", f"list-{a}", count=b))
            return Observation(Words("event-deck-chosen", {**who, "n": b}), tuple(moves), "W2.2")
        case Event.DEALT:
            return Observation(
                Words("event-dealt", who),
                (Move(f"deck-{a}", f"score-{a}", count=SCORE_CARDS, pose="down"),),
                "W2.4",
            )
        case Event.BEGAN:
            return Observation(Words("event-began", who), clause="W2.5")
        case Event.TURN_BEGAN:
            shown = tuple(  # W9.4: open lists lie there from the first turn on
                Move(f"box-{p}", f"list-{p}", count=after.size[p])
                for p in range(2)
                if sees_list(after, p, seat) and not sees_list(before, p, seat)
            )
            return Observation(Words("event-turn-began", who), shown, "W3.1")
        case Event.TURN_ENDED:
            return Observation(Words("event-turn-ended", who))
        case _:
            return Observation(Words("event-ended-deck" if a else "event-ended-score"), clause="W8.3" if a else "W8.1")


def on_the_field(event: GameEvent, t: Tables) -> Observation:
    """Observe cards that come to the field, change there, and leave it."""
    a, b, c, before, after = event.a, event.b, event.c, event.before, event.after
    who: Args = {"who": Seat(a)}
    if event.code in (Event.RETURNED, Event.SCRAPPED):
        zone = f"group{before.place[a, c] + 1}-{a}"
        words = {**who, "card": called(t, b)}
        top = groups_of(before, a)[before.place[a, c]].start
        if event.code == Event.RETURNED:
            return Observation(Words("event-returned", words), (Move(zone, f"hand-{a}", str(b), at=c - top),), "W7.6")
        return Observation(Words("event-scrapped", words), (Move(zone, f"gone-{a}", str(b), at=c - top),), "W7.6")
    card = called(t, after.card[a, b])
    place = after.place[a, b]
    if event.code == Event.LAID:
        move = Move(f"play-{a}", f"group{place + 1}-{a}", str(after.card[a, b]))
        return Observation(Words("event-laid", {**who, "card": card}), (move,))
    said = group_phrase(after, t, a, groups_of(after, a)[place])
    args: Args = {**who, "card": card, "phrase": said.parted if said else ""}
    if event.code == Event.FORMED:
        args |= {"target": called(t, after.card[a, c]), "form": form_words(after.form[a, c])}
        return Observation(Words("event-formed", args), clause="W5.1")
    return Observation(Words("event-modified", {**args, "target": called(t, after.card[a, b + 1])}), clause="W5.5")


def of_effects(event: GameEvent, t: Tables) -> Observation:
    """Observe effects that happen, and what they do without moving a card."""
    a, b = event.a, event.b
    who: Args = {"who": Seat(a)}
    match event.code:
        case Event.FIRED:
            args: Args = {**who, "card": called(t, t.owner[b]), "text": actions_text(t, b)}
            return Observation(Words("event-fired", args), clause="W6.3")
        case Event.LAPSED:
            return Observation(Words("event-lapsed", {**who, "card": called(t, t.owner[b])}), clause="W6.7")
        case Event.USED_EFFECT:
            return Observation(Words("event-used", {**who, "card": called(t, t.owner[b])}), clause="W6.8")
        case Event.DECLINED:
            return Observation(Words("event-declined", who), clause="W6.1")
        case Event.GAINED_WORD:
            return Observation(Words("event-gained-word", {**who, "n": b}), clause="W7.7")
        case _:
            return Observation(Words("event-revealed", who), clause="W7.10")


def of_cards(event: GameEvent, t: Tables, seat: int) -> Observation:
    """Observe cards drawn, played, discarded, fetched and looked at."""
    a, b, c, before = event.a, event.b, event.c, event.before
    who: Args = {"who": Seat(a)}
    own = seat == a
    match event.code:
        case Event.DREW:
            source = "top" if before.tops[a] else "deck"
            words = Words("event-drew-card", {**who, "card": called(t, b)}) if own else Words("event-drew", who)
            return Observation(
                words, (Move(f"{source}-{a}", f"hand-{a}", str(b) if own else None),), "W7.3" if c else "W3.1"
            )
        case Event.SCORED:
            words = Words("event-scored-card", {**who, "card": called(t, c)}) if own else Words("event-scored", who)
            return Observation(words, (Move(f"score-{a}", f"hand-{a}", str(c) if own else None, at=b),), "W7.1")
        case Event.PEEKED:
            words = Words("event-peeked-card", {**who, "card": called(t, b)}) if own else Words("event-peeked", who)
            return Observation(words, (Move(f"deck-{a}", f"top-{a}", str(b) if own else None),), "W7.9")
        case _:
            id, source, target, clause = ROUTES[event.code]
            move = Move(f"{source}-{a}", f"{target}-{a}", str(b))
            return Observation(Words(id, {**who, "card": called(t, b)}), (move,), clause)


def sees_list(s: State, p: int, seat: int) -> bool:
    """W9.1, W9.4: does the seat see the deck list of seat p?"""
    return seat == p or (s.open_lists == 1 and s.phase != Phase.DECKS)
