"""KOTODAMA KOGEN: what each viewer knows (W9).

No seat knows a score card, and the order of a deck is decided only as it is drawn or looked at, so that all of these
cards are in one bag, `unseen`; its owner knows which cards are in it (the deck list without those that have left it),
though not which one comes next.  Of another seat a viewer knows the field, the discards, the cards of the hand that
were shown, and how many cards there are of everything else.
"""

from __future__ import annotations

from tefuda.engine.primitives import mix
from tefuda.games.kotodama.bags import draw_from, fill, put, put_all, size, take_all
from tefuda.games.kotodama.state import BAG_WORDS, Phase, State, Tables


def determinize(s: State, t: Tables, viewer: int) -> None:
    """Resample the cards that the viewer (-1: a spectator) cannot know.

    W9.3: the prior of an unknown deck is uniform over two of each name of the pool.  W9.4: with open lists it is known.
    """
    for p in range(2):
        if p != viewer:
            resample(s, t, p)


def information_state_key(s: State, t: Tables, viewer: int) -> int:
    """Hash all public information, the viewer's hand and deck list, and the cards it has looked at."""
    h = mix(s.phase | s.turn << 3 | s.stacked << 4 | s.plays << 5 | s.fired << 12 | s.words << 20, s.to_act + 1)
    h = mix(h, s.using | s.effect << 7 | s.step << 16 | s.begun << 18 | s.left << 19 | s.side << 22 | s.waiting << 23)
    h = mix(h, s.open_lists | s.wipe_at_ten << 1 | s.turns << 2)
    for i in range(s.waiting):
        h = mix(h, s.queue[i])
    for p in range(2):
        h = mix(h, s.size[p] | s.score[p] << 8 | s.lying[p] << 12 | s.tops[p] << 20)
        h = mix(h, size(s.hand[p]))
        for i in range(s.lying[p]):
            h = mix(h, s.card[p, i] | s.place[p, i] << 7 | s.form[p, i] << 11 | s.marks[p, i] << 14)
        for w in range(BAG_WORDS):
            h = mix(mix(h, s.gone[p, w]), s.shown[p, w])
            if p == viewer or (s.open_lists == 1 and s.phase != Phase.DECKS):
                h = mix(h, s.deck[p, w])
            if p == viewer:
                h = mix(h, s.hand[p, w])
        if p == viewer:
            for i in range(s.tops[p]):
                h = mix(h, s.top[p, i])
    return mix(h, s.pending if viewer == s.to_act else 0)


def resample(s: State, t: Tables, p: int) -> None:
    """Resample all cards of a seat that others do not know."""
    in_hand = size(s.hand[p]) - size(s.shown[p])
    in_bag = size(s.unseen[p])
    if s.open_lists == 1 and s.phase != Phase.DECKS:
        gather_own(s, p)
    else:
        gather_pool(s, t, p)
    s.hand[p][:] = 0
    s.unseen[p][:] = 0
    fill(s.hand[p], s.shown[p])
    for _ in range(in_hand):
        c = dealt(s, p)
        put(s.hand[p], c)
    for i in range(s.tops[p]):
        s.top[p, i] = dealt(s, p)
    for _ in range(in_bag):
        c = dealt(s, p)
        put(s.unseen[p], c)
    s.pool[:] = 0


def dealt(s: State, p: int) -> int:
    """Return a random card of `pool`, which now belongs to the seat's deck."""
    c = draw_from(s, s.pool)
    put(s.deck[p], c)
    return c


def gather_own(s: State, p: int) -> None:
    """Put into `pool` the cards of the seat's deck that others have not seen; `deck` keeps the others."""
    fill(s.pool, s.hand[p])
    take_all(s.pool, s.shown[p])
    put_all(s.pool, s.unseen[p])
    for i in range(s.tops[p]):
        put(s.pool, s.top[p, i])
    leave_known(s, p)


def gather_pool(s: State, t: Tables, p: int) -> None:
    """Put into `pool` two of each name, without those of the seat that others have seen; `deck` keeps these."""
    leave_known(s, p)
    for w in range(2):  # what the first copies of the deck leave are second copies, and the other way round
        s.pool[w] = t.names[w] & ~s.deck[p, 2 + w]
        s.pool[2 + w] = t.names[w] & ~s.deck[p, w]


def leave_known(s: State, p: int) -> None:
    """Leave in `deck` only the cards that all know to be the seat's."""
    fill(s.deck[p], s.shown[p])
    put_all(s.deck[p], s.gone[p])
    for i in range(s.lying[p]):
        put(s.deck[p], s.card[p, i])
    if s.using > 0 and s.turn == p:
        put(s.deck[p], s.using)
