"""てづま師: what each viewer knows: resampling the hidden cards, and the key of an information state.

Hidden are the other hands and, with three players, the twelve cards that no seat sees.  What play has shown of them
is in two fields: `void`, the suits a seat did not follow (T4.3), and `keeps`, the suits it was seen to hold when the
ability of T7.7 let it play something else, and of which it has played nothing since.

Every deal that agrees with these is equally likely.  `void` is respected by construction: suits that some seat lacks
are dealt first, and how many cards of such a suit each holder gets is drawn in proportion to the number of deals that
this leaves possible.  `keeps`, which is rare, is respected by rejection: cards are dealt again until they agree.

For example, six cards are hidden, two of them rings; Bob and Cay hold three each, and Bob is void in rings.  Both rings
go to Cay, to any of choose(3, 2) = 3 pairs of places, and the other four cards to the places that remain.
"""

from __future__ import annotations

from tefuda.engine.primitives import high_bit, mix, ones
from tefuda.engine.rules_helpers import choose
from tefuda.games.tezuma.card_sets import NUMBER_BITS, SUIT_WIDTH, SUITS, TRUMP, WHOLE_SUIT, in_suit
from tefuda.games.tezuma.dealing import END_MASK, END_WIDTH, deal_out, pick, whole_deck
from tefuda.games.tezuma.state import HOLDERS, UNSEEN, State, Tables

DRAWN_AT_ONCE = 4096  # a uniform integer below this takes one draw, others take several
BITS_A_DRAW = 10
PLAN_WIDTH = 8  # bits of one suit in a plan


def determinize(s: State, t: Tables, viewer: int) -> None:
    """Deal the cards that the viewer (-1: a spectator) cannot know again; nothing reads a hidden hand but its size."""
    hidden = hidden_from(s, viewer)
    s.tries = -1
    while s.tries < 0 or not keeps_hold(s, viewer):
        s.tries += 1
        for h in range(HOLDERS):
            if h != viewer:
                s.room[h] = ones(s.hand[h])
                s.hand[h] = 0
        deal_constrained(s, hidden)
    s.tries = 0


def information_state_key(s: State, t: Tables, viewer: int) -> int:
    """Hash what is public of this deal, and the viewer's own hand.

    Which trick each card was played to affects nothing to come, and is left out.
    """
    h = mix(s.hand[viewer] if viewer >= 0 else 0, s.played)
    h = mix(h, s.fished)
    h = mix(h, s.free_abilities << 30 | s.free_tables << 8 | s.free_minus << 2 | s.phase)
    h = mix(
        h, (s.to_act + 1) | s.deal << 4 | s.start << 8 | s.step << 12 | s.trick << 16 | s.leader << 20 | s.led << 24
    )
    h = mix(h, s.best | (s.power + 1) << 4 | s.without << 16 | s.one_ability << 20 | s.players << 24 | s.short << 28)
    for p in range(s.players):
        h = mix(h, s.table[p] | s.minus[p] << 8 | s.ability[p] << 16 | s.coins[p] << 24 | s.lying[p] << 32)
        h = mix(h, s.tricks[p] | s.taken[p] << 8 | s.penalty[p] << 16 | s.void[p] << 24 | s.keeps[p] << 32)
        h = mix(h, s.points[p] | s.announced[p] << 16)
    return h


# ------------------------------------------------------------ hidden cards


def hidden_from(s: State, viewer: int) -> int:
    """Return the set of all cards that the viewer has not seen."""
    own = s.hand[viewer] if viewer >= 0 else 0
    deck = whole_deck(s)
    hidden = 0
    for suit in range(SUITS):
        unseen = hidden_in_suit(in_suit(deck, suit), in_suit(s.played, suit), in_suit(own, suit))
        hidden |= unseen << suit * SUIT_WIDTH
    return hidden


def hidden_in_suit(deck: int, played: int, own: int) -> int:
    """Return the cards of one suit that are neither played nor in one's own hand, all as its twelve bits."""
    count = ones(deck >> TRUMP) - ones(played >> TRUMP) - ones(own >> TRUMP)
    return deck & NUMBER_BITS & ~(played | own) | ((1 << count) - 1) << TRUMP


def keeps_hold(s: State, viewer: int) -> bool:
    """T7.7: return whether every seat holds the suits that it was seen to hold."""
    for p in range(s.players):
        if p != viewer:
            for suit in range(SUITS):
                if s.keeps[p] >> suit & 1 == 1 and in_suit(s.hand[p], suit) == 0:
                    return False
    return True


def deal_constrained(s: State, hidden: int) -> None:
    """Deal the hidden cards to the places in `room`: suits that a seat is void in first, then all others together.

    The last of these suits needs no split: its cards go to any of the places open to it.
    """
    plan = plan_of(s, hidden)
    while plan != 0:
        suit = plan & 3
        if plan >> PLAN_WIDTH == 0:
            for h in range(HOLDERS):
                s.quota[h] = s.room[h] if is_open(s, h, suit) else 0
        else:
            split(s, plan)
        cards = hidden & WHOLE_SUIT << suit * SUIT_WIDTH
        hidden ^= cards
        fill_room(s, cards)
        plan >>= PLAN_WIDTH
    for h in range(HOLDERS):
        s.quota[h] = s.room[h]
    fill_room(s, hidden)


def fill_room(s: State, cards: int) -> None:
    """Deal a set of cards at random to the places of `room` that are in `quota`."""
    ends = 0
    end = 0
    for h in range(HOLDERS):
        end += s.quota[h]
        ends |= end << END_WIDTH * h
    ends = deal_out(s, cards, ends)
    end = 0
    for h in range(HOLDERS):
        left = (ends >> END_WIDTH * h & END_MASK) - end
        end += left
        s.room[h] -= s.quota[h] - left
        s.quota[h] = 0


def is_open(s: State, h: int, suit: int) -> bool:
    """Return whether this holder may have cards of the suit."""
    return h == UNSEEN or s.void[h] >> suit & 1 == 0


def plan_of(s: State, hidden: int) -> int:
    """Return the hidden suits that a seat with room is void in, those with the fewest cards first (lowest).

    Each entry has PLAN_WIDTH bits: the suit, 4 times the number of its hidden cards, and the highest bit as a mark.
    """
    constrained = 0
    for p in range(s.players):
        if s.room[p] > 0:
            constrained |= s.void[p]
    plan = 0
    width = 0
    if constrained != 0:
        for count in range(1, SUIT_WIDTH + 1):
            for suit in range(SUITS):
                if constrained >> suit & 1 == 1 and ones(in_suit(hidden, suit)) == count:
                    plan |= (suit | count << 2 | 1 << (PLAN_WIDTH - 1)) << width
                    width += PLAN_WIDTH
    return plan


def split(s: State, plan: int) -> None:
    """Draw into `quota` how many cards each holder gets of the first suit of a plan with at least two."""
    way = draw(s, ways(s, plan))
    going = first_split(s, plan, 0)
    while going:
        here = take_split(s, 0) * ways(s, plan >> PLAN_WIDTH)
        give_back(s, 0)
        if way < here:
            for h in range(HOLDERS):
                s.quota[h] = s.split[0, h]
            break
        way -= here
        going = next_split(s, plan, 0)
    s.split[:] = 0


# The number of ways in which the places in `room` can be marked with the suits of a plan.  It is below 2**63 in any
# deal: a suit is in a plan only after a card of it and a card in its stead were played.  There is one function for each
# number of suits instead of recursion.


def ways(s: State, plan: int) -> int:
    """Return the number of ways for one to four suits."""
    if plan >> PLAN_WIDTH == 0:
        return choose(open_room(s, plan & 3), plan >> 2 & 15)
    if plan >> 2 * PLAN_WIDTH == 0:
        return ways_of_two(s, plan)
    return ways_of_three(s, plan) if plan >> 3 * PLAN_WIDTH == 0 else ways_of_four(s, plan)


def ways_of_four(s: State, plan: int) -> int:
    """Return the sum over all splits of the first suit."""
    total = 0
    going = first_split(s, plan, 1)
    while going:
        total += take_split(s, 1) * ways_of_three(s, plan >> PLAN_WIDTH)
        give_back(s, 1)
        going = next_split(s, plan, 1)
    return total


def ways_of_three(s: State, plan: int) -> int:
    """Return the same with one suit less."""
    total = 0
    going = first_split(s, plan, 2)
    while going:
        total += take_split(s, 2) * ways_of_two(s, plan >> PLAN_WIDTH)
        give_back(s, 2)
        going = next_split(s, plan, 2)
    return total


def ways_of_two(s: State, plan: int) -> int:
    """Return the sum over how many cards of the first suit take places that are open to both."""
    suit = plan & 3
    count = plan >> 2 & 15
    other = plan >> PLAN_WIDTH & 3
    shared = 0
    for h in range(HOLDERS):
        if is_open(s, h, suit) and is_open(s, h, other):
            shared += s.room[h]
    alone = open_room(s, suit) - shared
    other_room = open_room(s, other)
    other_count = plan >> (PLAN_WIDTH + 2) & 15
    total = 0
    for both in range(max(0, count - alone), min(count, shared) + 1):
        total += choose(shared, both) * choose(alone, count - both) * choose(other_room - both, other_count)
    return total


def open_room(s: State, suit: int) -> int:
    """Return the number of places that are open to a suit."""
    room = 0
    for h in range(HOLDERS):
        if is_open(s, h, suit):
            room += s.room[h]
    return room


def first_split(s: State, plan: int, level: int) -> bool:
    """Write the first split of a plan's first suit into `split`; return False if there are too few places."""
    return fill_split(s, plan, level, 0, plan >> 2 & 15)


def fill_split(s: State, plan: int, level: int, first: int, left: int) -> bool:
    """Give `left` cards to the holders from `first` on, each as many as fit; return whether all fit."""
    for h in range(first, HOLDERS):
        s.split[level, h] = min(left, s.room[h]) if is_open(s, h, plan & 3) else 0
        left -= s.split[level, h]
    return left == 0


def next_split(s: State, plan: int, level: int) -> bool:
    """Write the next split of that suit into `split`; return False after the last one."""
    after = 0
    places = 0
    for back in range(HOLDERS):
        h = HOLDERS - 1 - back
        here = s.split[level, h]
        if here > 0 and places > after:
            s.split[level, h] = here - 1
            return fill_split(s, plan, level, h + 1, after + 1)
        after += here
        places += s.room[h] if is_open(s, h, plan & 3) else 0
    return False


def take_split(s: State, level: int) -> int:
    """Take the places of a split out of `room`; return the number of ways to choose them."""
    found = 1
    for h in range(HOLDERS):
        if s.split[level, h] > 0:
            found *= choose(s.room[h], s.split[level, h])
            s.room[h] -= s.split[level, h]
    return found


def give_back(s: State, level: int) -> None:
    """Put the places of a split back into `room`."""
    for h in range(HOLDERS):
        s.room[h] += s.split[level, h]


def draw(s: State, n: int) -> int:
    """Return a uniform integer in [0, n), 1 <= n < 2**63."""
    if n <= DRAWN_AT_ONCE:
        return pick(s, n)
    while True:
        bits = high_bit(n - 1) + 1
        drawn = 0
        while bits > 0:
            width = min(bits, BITS_A_DRAW)
            drawn = drawn << width | pick(s, 1 << width)
            bits -= width
        if drawn < n:
            return drawn
        s.tries += 1
