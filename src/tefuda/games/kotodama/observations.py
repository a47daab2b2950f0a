"""KOTODAMA KOGEN: what each seat hears of what happens: the words, and where cards go as it sees them.

`face.py` hands events over; nothing else uses this.
"""

from __future__ import annotations

from collections.abc import Callable

from tefuda.engine.events import GameEvent
from tefuda.engine.view import Move, Observation, Seat, Text, Words
from tefuda.games.kotodama import state as game_state
from tefuda.games.kotodama.bags import size
from tefuda.games.kotodama.card_text import actions_text, called, form_words
from tefuda.games.kotodama.field_queries import places
from tefuda.games.kotodama.grammar import Phrase
from tefuda.games.kotodama.state import State, Tables

PhraseOf = Callable[[State, Tables, int, range], Phrase | None]
SeesList = Callable[[State, int, int], bool]
Args = dict[str, int | str | Seat | Text | Words]


def observe_all(event: GameEvent, t: Tables, seat: int, phrase_of: PhraseOf, sees_list: SeesList) -> Observation | None:
    """One event as a seat (-1: a spectator) hears it."""
    match event.code:
        case game_state.ADDED:  # W2.2: in secret
            if seat != event.a:
                return None
            words = Words("event-added", {"card": called(t, event.b)})
            return Observation(words, (Move(f"box-{seat}", f"list-{seat}", str(event.b)),), "W2.2")
        case (
            game_state.DECK_CHOSEN
            | game_state.DEALT
            | game_state.BEGAN
            | game_state.TURN_BEGAN
            | game_state.TURN_ENDED
            | game_state.ENDED
        ):
            return of_the_game(event, seat, sees_list)
        case game_state.LAID | game_state.FORMED | game_state.MODIFIED_BY | game_state.RETURNED | game_state.SCRAPPED:
            return on_the_field(event, t, phrase_of)
        case (
            game_state.FIRED
            | game_state.LAPSED
            | game_state.USED_EFFECT
            | game_state.DECLINED
            | game_state.GAINED_WORD
            | game_state.REVEALED
        ):
            return of_effects(event, t)
        case _:
            return of_cards(event, t, seat)


def of_the_game(event: GameEvent, seat: int, sees_list: SeesList) -> Observation:
    """Decks, turns and the end."""
    a, b, before, after = event.a, event.b, event.before, event.after
    who: Args = {"who": Seat(a)}
    match event.code:
        case game_state.DECK_CHOSEN:
            moves = [Move(f"box-{a}", f"deck-{a}", count=b)]
            if seat == a and not size(before.deck[a]):
                moves.append(Move(f"box-{a}", f"list-{a}", count=b))
            return Observation(Words("event-deck-chosen", {**who, "n": b}), tuple(moves), "W2.2")
        case game_state.DEALT:
            return Observation(
                Words("event-dealt", who),
                (Move(f"deck-{a}", f"score-{a}", count=game_state.SCORE_CARDS, pose="down"),),
                "W2.4",
            )
        case game_state.BEGAN:
            return Observation(Words("event-began", who), clause="W2.5")
        case game_state.TURN_BEGAN:
            shown = tuple(  # W9.4: open lists lie there from the first turn on
                Move(f"box-{p}", f"list-{p}", count=after.size[p])
                for p in range(2)
                if sees_list(after, p, seat) and not sees_list(before, p, seat)
            )
            return Observation(Words("event-turn-began", who), shown, "W3.1")
        case game_state.TURN_ENDED:
            return Observation(Words("event-turn-ended", who))
        case _:
            return Observation(Words("event-ended-deck" if a else "event-ended-score"), clause="W8.3" if a else "W8.1")


def on_the_field(event: GameEvent, t: Tables, phrase_of: PhraseOf) -> Observation:
    """Cards that come to the field, change there, and leave it."""
    a, b, c, before, after = event.a, event.b, event.c, event.before, event.after
    who: Args = {"who": Seat(a)}
    if event.code in (game_state.RETURNED, game_state.SCRAPPED):
        zone = f"group{before.place[a, c] + 1}-{a}"
        words = {**who, "card": called(t, b)}
        top = places(before, a)[before.place[a, c]].start
        if event.code == game_state.RETURNED:
            return Observation(Words("event-returned", words), (Move(zone, f"hand-{a}", str(b), at=c - top),), "W7.6")
        return Observation(Words("event-scrapped", words), (Move(zone, f"gone-{a}", str(b), at=c - top),), "W7.6")
    card = called(t, after.card[a, b])
    place = after.place[a, b]
    if event.code == game_state.LAID:
        move = Move(f"play-{a}", f"group{place + 1}-{a}", str(after.card[a, b]))
        return Observation(Words("event-laid", {**who, "card": card}), (move,))
    said = phrase_of(after, t, a, places(after, a)[place])
    args: Args = {**who, "card": card, "phrase": said.parted if said else ""}
    if event.code == game_state.FORMED:
        args |= {"target": called(t, after.card[a, c]), "form": form_words(after.form[a, c])}
        return Observation(Words("event-formed", args), clause="W5.1")
    return Observation(Words("event-modified", {**args, "target": called(t, after.card[a, b + 1])}), clause="W5.5")


def of_effects(event: GameEvent, t: Tables) -> Observation:
    """Effects that happen, and those that move no card."""
    a, b = event.a, event.b
    who: Args = {"who": Seat(a)}
    match event.code:
        case game_state.FIRED:
            args: Args = {**who, "card": called(t, t.owner[b]), "text": actions_text(t, b)}
            return Observation(Words("event-fired", args), clause="W6.3")
        case game_state.LAPSED:
            return Observation(Words("event-lapsed", {**who, "card": called(t, t.owner[b])}), clause="W6.7")
        case game_state.USED_EFFECT:
            return Observation(Words("event-used", {**who, "card": called(t, t.owner[b])}), clause="W6.8")
        case game_state.DECLINED:
            return Observation(Words("event-declined", who), clause="W6.1")
        case game_state.GAINED_WORD:
            return Observation(Words("event-gained-word", {**who, "n": b}), clause="W7.7")
        case _:
            return Observation(Words("event-revealed", who), clause="W7.10")


def of_cards(event: GameEvent, t: Tables, seat: int) -> Observation:
    """Cards drawn, played, discarded, fetched and looked at."""
    a, b, c, before = event.a, event.b, event.c, event.before
    who: Args = {"who": Seat(a)}
    own = seat == a
    match event.code:
        case game_state.DREW:
            source = "top" if before.tops[a] else "deck"
            words = Words("event-drew-card", {**who, "card": called(t, b)}) if own else Words("event-drew", who)
            return Observation(
                words, (Move(f"{source}-{a}", f"hand-{a}", str(b) if own else None),), "W7.3" if c else "W3.1"
            )
        case game_state.SCORED:
            words = Words("event-scored-card", {**who, "card": called(t, c)}) if own else Words("event-scored", who)
            return Observation(words, (Move(f"score-{a}", f"hand-{a}", str(c) if own else None, at=b),), "W7.1")
        case game_state.PEEKED:
            words = Words("event-peeked-card", {**who, "card": called(t, b)}) if own else Words("event-peeked", who)
            return Observation(words, (Move(f"deck-{a}", f"top-{a}", str(b) if own else None),), "W7.9")
        case _:
            id, source, target, clause = ROUTES[event.code]
            move = Move(f"{source}-{a}", f"{target}-{a}", str(b))
            return Observation(Words(id, {**who, "card": called(t, b)}), (move,), clause)


ROUTES = {
    game_state.PLAYED: ("event-played", "hand", "play", "W3.2"),
    game_state.DISCARDED: ("event-discarded", "hand", "gone", "W7.4"),
    game_state.SALVAGED: ("event-salvaged", "gone", "hand", "W7.5"),
    game_state.PUT_AWAY: ("event-put-away", "play", "gone", "W4.6"),
}
