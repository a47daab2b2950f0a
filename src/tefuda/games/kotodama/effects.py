"""KOTODAMA KOGEN: effects of cards: which happen when, and how they are carried out.

Effects are rows of the tables.  One that happens is put at the end of a queue (W6.3) and carried out action by action;
where an action asks somebody to choose, the record keeps how far it has come (`effect`, `step`, `left`, `side`: the
explicit stack), and `rules.py` goes on from there with the answer.  No effect plays a card and W6.7 bounds how many
happen, so that every turn comes to an end.
"""

from __future__ import annotations

from tefuda.engine.primitives import emit, low_bit, ones
from tefuda.games.kotodama.bags import copies, draw_from, fill, next_card, put, size, take
from tefuda.games.kotodama.field import (
    all_lie,
    bottom_of,
    cards_in_group,
    fits,
    groups,
    is_bottom,
    is_top,
    lift,
    top_of,
)
from tefuda.games.kotodama.state import (
    ALL_PRESENT,
    BOTH_SCORE,
    BOUNCE,
    CHOOSING,
    CONJUGATES,
    DISCARDED,
    DRAW,
    DREW,
    ENDED,
    ERASE,
    EXTRA_WORD,
    FIRED,
    GAINED_WORD,
    LAPSED,
    MAYBE,
    MET,
    MODIFIES,
    MODIFYING,
    MOST_FIRED,
    OPP_DISCARD,
    OPP_DRAW,
    OPP_SCORE,
    OVER,
    PEEK,
    PEEKED,
    PUT_AWAY,
    QUEUE,
    RETURNED,
    REVEAL,
    REVEALED,
    SALVAGE,
    SALVAGED,
    SCORED,
    SCRAP,
    SCRAPPED,
    TURN,
    USED,
    State,
    Tables,
)

# ---------------------------------------------------------- what happens


def trigger(s: State, t: Tables, p: int, i: int, kind: int, other: int) -> None:
    """Let those effects of the card at index i happen that wait for this; `other`: index of the other card, or -1."""
    c = s.card[p, i]
    for e in range(t.first[c], t.first[c + 1]):
        if t.trigger[e] == kind and holds(s, t, p, e, i, other):
            if t.once[e] == 1:
                if s.marks[p, i] & USED != 0:
                    continue
                s.marks[p, i] |= USED
            enqueue(s, t, e)


def enqueue(s: State, t: Tables, e: int) -> None:
    """W6.3: an effect waits behind those that happened before it.  W6.7: there is room for so many."""
    if s.waiting == QUEUE or s.fired == MOST_FIRED:
        emit(s, LAPSED, s.turn, e)
        return
    s.queue[s.waiting] = 1 + e
    s.waiting += 1
    s.fired += 1


def holds(s: State, t: Tables, p: int, e: int, i: int, other: int) -> bool:
    """W6.5: do all conditions of an effect hold, for the card at index i and the other card?

    What conjugates or modifies asks after the other card's form and neighbours, everything else after its own.
    """
    k = other if t.trigger[e] == CONJUGATES or t.trigger[e] == MODIFYING else i
    if t.forms[e] != 0 and t.forms[e] >> s.form[p, k] & 1 == 0:
        return False
    if t.other[e] > 0 and not fits(s, t, p, t.other[e], s.card[p, other]):
        return False
    if t.by[e] > 0 and (is_bottom(s, p, k) or not fits(s, t, p, t.by[e], s.card[p, k + 1])):
        return False
    if t.is_modified[e] == 1 and (is_top(s, p, k) or s.marks[p, k - 1] & MODIFIES == 0):
        return False
    if t.group_cards[e] > 1 and t.group_cards[e] > cards_in_group(s, p, i):
        return False
    count = ones(groups(s, p))
    return t.fewest_groups[e] <= count <= t.most_groups[e]


def check_presence(s: State, t: Tables, p: int) -> None:
    """W6.4: whatever waits for cards to be all there happens once they are, and again only after they were not."""
    for i in range(s.lying[p]):
        c = s.card[p, i]
        for e in range(t.first[c], t.first[c + 1]):
            if t.trigger[e] == ALL_PRESENT:
                there = (is_top(s, p, i) or t.covered[e] == 1) and all_lie(s, p, t.present[e])
                if not there:
                    s.marks[p, i] &= ~MET
                elif s.marks[p, i] & MET == 0:
                    s.marks[p, i] |= MET
                    if holds(s, t, p, e, i, -1):
                        enqueue(s, t, e)


# ------------------------------------------------------------ carrying out


def run(s: State, t: Tables) -> None:
    """Carry effects out until somebody has a choice, the turn goes on, or the game is over."""
    while s.phase != OVER:
        if s.effect == 0:
            put_item_away(s, t)
            if s.waiting == 0:
                s.phase = TURN
                s.to_act = s.turn
                return
            next_effect(s)
        elif s.step == t.steps[s.effect - 1]:
            s.effect = 0
            s.step = 0
        elif s.begun == 0:
            if begin_action(s, t):
                return
        elif carry_on(s, t):
            return


def next_effect(s: State) -> None:
    """W6.3: first in, first out."""
    s.effect = s.queue[0]
    s.step = 0
    s.waiting -= 1
    for i in range(s.waiting):
        s.queue[i] = s.queue[i + 1]
    s.queue[s.waiting] = 0
    emit(s, FIRED, s.turn, s.effect - 1)


def put_item_away(s: State, t: Tables) -> None:
    """W4.6, W7.5: an item is discarded after its effects, not before."""
    if s.using == 0:
        return
    for i in range(s.waiting):
        if t.owner[s.queue[i] - 1] == s.using:
            return
    c = s.using
    s.using = 0
    put(s.gone[s.turn], c)
    emit(s, PUT_AWAY, s.turn, c)


def verb_of(s: State, t: Tables) -> int:
    """What the action at work does."""
    return t.verb[s.effect - 1, s.step]


def begin_action(s: State, t: Tables) -> bool:
    """Begin the next action of the effect; True if its seat is asked whether it wants to (W6.1)."""
    verb = verb_of(s, t)
    s.begun = 1
    s.left = t.times[s.effect - 1, s.step]
    s.side = s.turn
    if verb in (OPP_SCORE, OPP_DISCARD, OPP_DRAW, REVEAL):
        s.side = 1 - s.turn
    if t.may[s.effect - 1, s.step] == 1 and (not is_choice(verb) or options(s, t) > 0):
        s.phase = MAYBE
        s.to_act = s.turn
        return True
    return False


def end_action(s: State) -> None:
    """W6.9, W8.1: after each action comes the question whether somebody has no score card left."""
    s.begun = 0
    s.left = 0
    s.side = 0
    s.step += 1
    if s.score[0] == 0 or s.score[1] == 0:
        end_game(s, 0)


def is_choice(verb: int) -> bool:
    """Is this an action in which somebody chooses a card, a group or a score card?"""
    return OPP_SCORE <= verb <= SCRAP


def carry_on(s: State, t: Tables) -> bool:
    """Go on with the action that has begun; True if its seat has to choose."""
    verb = verb_of(s, t)
    if not is_choice(verb):
        do_all(s, verb)
        return False
    if s.left == 0 or options(s, t) == 0:  # W6.1: as far as possible
        if verb == BOTH_SCORE and s.side == s.turn:  # W7.2
            s.side = 1 - s.turn
            s.left = t.times[s.effect - 1, s.step]
        else:
            end_action(s)
        return False
    only = only_option(s, t, verb)
    if only >= 0:
        choose(s, t, only)
        return False
    s.phase = CHOOSING
    s.to_act = s.side
    return True


def do_all(s: State, verb: int) -> None:
    """An action without a choice."""
    n = s.left
    p = s.side
    if verb in (DRAW, OPP_DRAW):
        for _ in range(n):
            if not draw(s, p, 1):
                return
    elif verb == EXTRA_WORD:
        s.words += n
        emit(s, GAINED_WORD, p, n)
    elif verb == PEEK:
        while s.tops[p] < min(n, deck_size(s, p)):  # W7.9: a short deck shows what there is
            c = draw_from(s, s.unseen[p])
            s.top[p, s.tops[p]] = c
            s.tops[p] += 1
            emit(s, PEEKED, p, c)
    elif verb == REVEAL:
        fill(s.shown[p], s.hand[p])
        emit(s, REVEALED, p)
    end_action(s)


def deck_size(s: State, p: int) -> int:
    """How many cards are left to draw."""
    return size(s.unseen[p]) - s.score[p] + s.tops[p]


def draw(s: State, p: int, by_effect: int) -> bool:
    """W7.3: the top card of the deck to the hand; W8.3: False where there is none, and the game is over."""
    if deck_size(s, p) == 0:
        end_game(s, 1)
        return False
    if s.tops[p] > 0:
        c = s.top[p, 0]
        s.tops[p] -= 1
        for i in range(s.tops[p]):
            s.top[p, i] = s.top[p, i + 1]
        s.top[p, s.tops[p]] = 0
    else:
        c = draw_from(s, s.unseen[p])
    put(s.hand[p], c)
    emit(s, DREW, p, c, by_effect)
    return True


def end_game(s: State, why: int) -> None:
    """W8: at once; an item at work is discarded all the same (R4-19)."""
    s.phase = OVER
    s.to_act = -1
    s.effect = 0
    s.step = 0
    s.begun = 0
    s.left = 0
    s.side = 0
    s.waiting = 0
    s.queue[:] = 0
    if s.using > 0:
        c = s.using
        s.using = 0
        put(s.gone[s.turn], c)
        emit(s, PUT_AWAY, s.turn, c)
    emit(s, ENDED, why)


# ----------------------------------------------------------------- choices


def fetchable(s: State, t: Tables, c: int) -> bool:
    """W7.5: may the action at work fetch this card out of the discards?"""
    return copies(s.gone[s.side], c) > 0 and fits(s, t, s.side, t.of[s.effect - 1, s.step], c)


def touchable(s: State, t: Tables, place: int) -> bool:
    """W7.6: may the action at work be done to the group at a place?"""
    p = s.side
    i = bottom_of(s, p, place) if verb_of(s, t) == ERASE else top_of(s, p, place)
    return i >= 0 and fits(s, t, p, t.of[s.effect - 1, s.step], s.card[p, i])


def options(s: State, t: Tables) -> int:
    """How many things there are to choose from; of cards in a hand, how many cards."""
    verb = verb_of(s, t)
    if verb <= BOTH_SCORE:
        return s.score[s.side]
    if verb <= OPP_DISCARD:
        return size(s.hand[s.side])
    count = 0
    if verb == SALVAGE:
        c = next_card(s.gone[s.side], 0)
        while c > 0:
            count += fetchable(s, t, c)
            c = next_card(s.gone[s.side], c)
        return count
    for place in range(10):
        count += touchable(s, t, place)
    return count


def only_option(s: State, t: Tables, verb: int) -> int:
    """The option where public information leaves no other; -1 where there is a choice."""
    if verb <= BOTH_SCORE:
        return 0 if s.score[s.side] <= s.left else -1
    if verb <= OPP_DISCARD:  # all cards of the hand, though only their number is public
        return next_card(s.hand[s.side], 0) if size(s.hand[s.side]) <= s.left else -1
    if options(s, t) > 1:
        return -1
    if verb == SALVAGE:
        c = next_card(s.gone[s.side], 0)
        while not fetchable(s, t, c):
            c = next_card(s.gone[s.side], c)
        return c
    place = low_bit(groups(s, s.side))
    while not touchable(s, t, place):
        place += 1
    return place


def choose(s: State, t: Tables, option: int) -> None:
    """Do the action at work once, to the score card, card or group chosen."""
    verb = verb_of(s, t)
    p = s.side
    s.left -= 1
    if verb <= BOTH_SCORE:
        s.score[p] -= 1
        c = draw_from(s, s.unseen[p])  # W7.1: nobody knew it, and nothing tells it from the cards of the deck
        put(s.hand[p], c)
        emit(s, SCORED, p, option, c)
    elif verb <= OPP_DISCARD:
        discard(s, p, option)
    elif verb == SALVAGE:
        take(s.gone[p], option)
        put(s.hand[p], option)
        put(s.shown[p], option)  # W9.2
        emit(s, SALVAGED, p, option)
    elif verb == SCRAP:
        i = bottom_of(s, p, option)
        while i >= 0:
            scrap(s, p, i)
            i = bottom_of(s, p, option)
        check_presence(s, t, p)
    else:
        i = top_of(s, p, option) if verb == BOUNCE else bottom_of(s, p, option)
        c = lift(s, p, i)
        put(s.hand[p], c)
        put(s.shown[p], c)  # W9.2
        emit(s, RETURNED, p, c, i)
        check_presence(s, t, p)


def scrap(s: State, p: int, i: int) -> None:
    """Discard a card from the field."""
    c = lift(s, p, i)
    put(s.gone[p], c)
    emit(s, SCRAPPED, p, c, i)


def discard(s: State, p: int, c: int) -> None:
    """W7.4: a card from the hand, openly.  W9.2: one that is known leaves before one that is not."""
    out_of_hand(s, p, c)
    put(s.gone[p], c)
    emit(s, DISCARDED, p, c)


def out_of_hand(s: State, p: int, c: int) -> None:
    """A card leaves the hand; W9.2: of two of a name the one that is known."""
    take(s.hand[p], c)
    if copies(s.shown[p], c) > 0:
        take(s.shown[p], c)
