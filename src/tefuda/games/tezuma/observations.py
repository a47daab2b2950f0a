"""てづま師: what each seat observes of an event."""

from __future__ import annotations

from tefuda.engine.events import GameEvent
from tefuda.engine.view import Args, Move, Observation, Seat, Words
from tefuda.games.tezuma.actions import ability_face, card_face, choosable_face
from tefuda.games.tezuma.card_sets import CARDS, SUIT_WIDTH, TRUMP
from tefuda.games.tezuma.counters import (
    OF_THE_DEAL,
    OF_THE_TRICK,
    cards_of,
    coins,
    counters_in_trick,
    deal_number,
    points,
    roles_of,
    size,
    trick_number,
    tricks,
)
from tefuda.games.tezuma.dealing import hand_size
from tefuda.games.tezuma.state import UNSEEN, Event, Kind, Power, State, Tables
from tefuda.games.tezuma.text import ability_args, ability_name, card_words, effect_words, suit_words

OBSERVED_APART = (Event.DEALT,)  # events that seats observe differently


def observe(event: GameEvent, t: Tables, seat: int) -> Observation | None:
    """Return what a seat observes: the same as all others, except for the cards that it is dealt."""
    a, b, c, after = event.a, event.b, event.c, event.after
    who: Args = {"who": Seat(a)}
    match event.code:
        case Event.LAID_OUT:
            return Observation(Words("event-laid-out"), clause="T2.1")
        case Event.DEALT:
            words = Words("event-dealt", {"number": a + 1, "who": Seat(b), "count": hand_size(after)})
            counters = (deal_number(after), trick_number(after), *(coins(after, p) for p in range(after.players)))
            return Observation(words, dealt(after, seat), "T3.1", counters, roles=roles_of(after))
        case Event.TOOK:
            source = ("tables", "minuses", "abilities")[b]
            return Observation(took(t, a, b, c), (Move(source, f"chosen-{a}", choosable_face(b, c)),))
        case Event.PLAY_BEGAN:
            return Observation(Words("event-play-began", who), clause="T4.1", roles=roles_of(after))
        case Event.PLAYED:
            return played(event, t)
        case Event.WON_WITHOUT_CARD:
            words = Words("event-no-card", {**who, "name": ability_name(t, after.ability[a] - 1)})
            counters = (coins(after, a), *counters_in_trick(after, t, a))
            return Observation(words, (announcement(after, a),), "T7.5", counters, roles=roles_of(after))
        case Event.WON:
            return won(after, a)
        case Event.SET_ASIDE:
            words = Words("event-set-aside", {**who, "card": card_words(b)})
            return Observation(words, (Move(f"trick-{c}", "aside", card_face(b)),), "T7.10")
        case Event.CAPTURED:
            before = event.before
            moves = [(p, before.lying[p] - 1) for p in range(after.players) if 0 < before.lying[p] <= CARDS]
            words = Words("event-swept", {**who, "cards": len(moves), "tricks": after.tricks[a]})
            swept = tuple(Move(f"trick-{p}", f"won-{a}", card_face(card)) for p, card in moves)
            counters = (tricks(after, a), trick_number(after))
            return Observation(words, swept, counters=counters, ended=OF_THE_TRICK, roles=roles_of(after))
        case Event.SCORED:
            scored = {"points": b, "tricks": after.tricks[a], "penalty": c, "total": after.points[a]}
            return Observation(Words("event-scored", {**who, **scored}), (), "T8.1", (points(after, a),))
        case Event.GATHERED:
            counters = tuple(tricks(after, p) for p in range(after.players))
            return Observation(Words("event-gathered"), gathered(event.before), "T9.1", counters, OF_THE_DEAL)
        case _:
            return Observation(Words("event-ended"), clause="T9.3", roles=roles_of(after))


def dealt(after: State, seat: int) -> tuple[Move, ...]:
    """Return the moves of a deal: a hand for each seat, which sees its own."""
    moves = []
    for p in range(after.players):
        if p == seat:
            moves += [Move("deck", f"hand-{p}", card_face(card)) for card in cards_of(after.hand[p])]
        else:
            moves.append(Move("deck", f"hand-{p}", count=hand_size(after)))
    unseen = size(after.hand[UNSEEN])
    return (*moves, Move("deck", "unseen", count=unseen)) if unseen else tuple(moves)


def took(t: Tables, p: int, kind: int, which: int) -> Words:
    """Return the message that a seat took a card to play with."""
    if kind == Kind.ABILITY:
        return Words("event-took-ability", {"who": Seat(p), **ability_args(t, which)})
    if kind == Kind.MINUS:
        return Words("event-took-minus", {"who": Seat(p), "suit": suit_words(which)})
    return Words("event-took-table", {"who": Seat(p), "number": which + 1})


def announcement(s: State, p: int) -> Move:
    """Return a move of a seat's ability card to itself, which draws attention to it."""
    return Move(f"chosen-{p}", f"chosen-{p}", ability_face(s.ability[p] - 1))


def played(event: GameEvent, t: Tables) -> Observation:
    """Return the observation of a played card, with or without an ability, following suit or not."""
    p, card, announced, before, after = event.a, event.b, event.c, event.before, event.after
    words: Args = {"who": Seat(p), "card": card_words(card)}
    move, roles = Move(f"hand-{p}", f"trick-{p}", card_face(card)), roles_of(after)
    if before.led > 0 and before.led != card // SUIT_WIDTH + 1:
        words["suit"] = suit_words(before.led - 1)
    if announced:
        # T7.7: by an ability a card need not follow, although the suit led is held
        lacking = "suit" in words and after.void[p] >> (before.led - 1) & 1 == 1
        words["how"] = "led" if before.led == 0 else "without" if lacking else "followed"
        words |= {"name": ability_name(t, before.ability[p] - 1), "does": effect_words(before, t, p, card, announced)}
        moves, counters = (announcement(before, p), move), (coins(after, p), *counters_in_trick(after, t, p))
        return Observation(Words("event-announced", words), moves, "T6.1", counters, roles=roles)
    if before.led == 0:
        return Observation(Words("event-led", words), (move,), roles=roles)
    if before.led == card // SUIT_WIDTH + 1:
        return Observation(Words("event-followed", words), (move,), roles=roles)
    if card % SUIT_WIDTH == TRUMP:
        return Observation(Words("event-trumped", words), (move,), "T5.1", roles=roles)
    return Observation(Words("event-discarded", words), (move,), roles=roles)


def won(s: State, p: int) -> Observation:
    """Return the observation of a trick won, and by what."""
    who: Args = {"who": Seat(p)}
    if s.power == Power.WITHOUT_CARD:
        return Observation(Words("event-won-without-card", who), clause="T7.5")
    if s.power == Power.VALID_TRUMP:
        return Observation(Words("event-won-by-trump", who), clause="T5.3")
    if s.power >= Power.NUMBER:
        return Observation(Words("event-won-by-number", {**who, "number": s.power - Power.NUMBER}), clause="T5.4")
    return Observation(Words("event-won-by-following-trump", who), clause="T5.5")


def gathered(s: State) -> tuple[Move, ...]:
    """Return the moves that return all cards: playing cards to the deck, chosen ones to the table."""
    moves = []
    for p in range(s.players):
        moves += [Move(f"won-{p}", "deck", count=s.taken[p])] if s.taken[p] else []
        moves += [Move(f"hand-{p}", "deck", count=size(s.hand[p]))] if s.hand[p] else []
        moves += [
            Move(f"chosen-{p}", "tables", choosable_face(Kind.TABLE, s.table[p] - 1)),
            Move(f"chosen-{p}", "minuses", choosable_face(Kind.MINUS, s.minus[p] - 1)),
            Move(f"chosen-{p}", "abilities", ability_face(s.ability[p] - 1)),
        ]
    moves += [Move("aside", "deck", card_face(card)) for card in cards_of(s.fished)]
    return (*moves, Move("unseen", "deck", count=size(s.hand[UNSEEN]))) if s.hand[UNSEEN] else tuple(moves)
