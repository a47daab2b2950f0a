"""てづま師: who knows what: dealing the hidden cards anew, and the key of what a viewer knows.

Hidden are the other hands and, among three players, the twelve cards that nobody has seen.  What play has shown of them
is in two fields: `void`, the suits a seat did not follow (T4.3), and `keeps`, the suits it was seen to hold when the
ability of T7.7 let it play something else, and of which it has played nothing since.  Every deal that agrees with these
is equally likely, and one of them is drawn: by counting, as far as `void` goes, and again until it agrees with `keeps`.
"""

from __future__ import annotations

from tefuda.engine.primitives import high_bit, mix, ones, rand_below
from tefuda.games.tezuma.state import (
    EVERY_SUIT,
    HAND,
    HOLDERS,
    NUMBER_BITS,
    SUIT_WIDTH,
    SUITS,
    TRUMP,
    TRUMP_COPIES,
    UNSEEN,
    WHOLE_DECK,
    WHOLE_SUIT,
    State,
    Tables,
)
from tefuda.games.tezuma.tricks import in_suit, trumps

DRAWN_AT_ONCE = 4096  # a choice among at most so many ways takes one draw
BITS_A_DRAW = 10  # others take several
PLAN_WIDTH = 8  # bits of one suit in a plan
TURN = 0x9E3779B1  # spreads the number of a try over an amount to turn by
TURN_BITS = 31
TURN_MASK = (1 << TURN_BITS) - 1

# The ends of the holders' places as `deal_out` takes them.
END_WIDTH = 8
END_MASK = (1 << END_WIDTH) - 1
EACH_END = 1 | 1 << 8 | 1 << 16 | 1 << 24 | 1 << 32
END_MARKS = EACH_END << END_WIDTH - 1
LAST_END = END_WIDTH * (HOLDERS - 1)


def whole_deck(s: State) -> int:
    """T2.5, T2.6: the cards of this game."""
    if s.without == 0:
        return WHOLE_DECK
    return WHOLE_DECK ^ WHOLE_SUIT << (s.without - 1) * SUIT_WIDTH


def deal_out(s: State, cards: int, ends: int) -> int:
    """Deal a set of cards at random to the places of the holders, each place equally likely.

    `ends` says in eight bits for each holder how many places there are up to its last one; what is left of them is
    returned.
    """
    while cards != 0:
        bit = cards & -cards
        cards ^= bit
        place = pick(s, ends >> LAST_END)
        passed = (place * EACH_END | END_MARKS) - ends & END_MARKS  # marks the holders whose places all come before it
        s.hand[ones(passed)] |= bit
        ends -= EACH_END - (passed >> END_WIDTH - 1)
    for h in range(HOLDERS):
        s.hand[h] = lowest_trumps(s.hand[h])
    return ends


def lowest_trumps(cards: int) -> int:
    """The same set with the trumps of each suit in its lowest trump bits."""
    one = cards >> TRUMP & EVERY_SUIT
    two = cards >> TRUMP + 1 & EVERY_SUIT
    three = cards >> TRUMP + 2 & EVERY_SUIT
    some = one | two | three
    several = one & two | three & (one | two)
    return cards & NUMBER_BITS | some << TRUMP | several << TRUMP + 1 | (one & two & three) << TRUMP + 2


def deal_hands(s: State) -> None:
    """T3.1, T2.5: twelve cards to each seat; nobody sees the others."""
    deck = whole_deck(s)
    ends = ones(deck) << LAST_END
    for h in range(UNSEEN):
        ends |= HAND * min(h + 1, s.players) << END_WIDTH * h
    deal_out(s, deck, ends)


# ---------------------------------------------------------------- determinize


def determinize(s: State, t: Tables, viewer: int) -> None:
    """Deal anew what the viewer (-1: a spectator) cannot know, each deal that agrees with its knowledge equally likely.

    Nothing here reads a hidden hand but for its size.
    """
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


def hidden_from(s: State, viewer: int) -> int:
    """The set of all cards that the viewer has not seen."""
    own = s.hand[viewer] if viewer >= 0 else 0
    hidden = whole_deck(s) & NUMBER_BITS & ~(s.played | own)
    for suit in range(SUITS):
        if s.without != suit + 1:
            count = TRUMP_COPIES - ones(trumps(s.played, suit)) - ones(trumps(own, suit))
            hidden |= ((1 << count) - 1) << (suit * SUIT_WIDTH + TRUMP)
    return hidden


def keeps_hold(s: State, viewer: int) -> bool:
    """T7.7: does every seat hold what it was seen to hold?"""
    for p in range(s.players):
        if p != viewer:
            for suit in range(SUITS):
                if s.keeps[p] >> suit & 1 == 1 and in_suit(s.hand[p], suit) == 0:
                    return False
    return True


def deal_constrained(s: State, hidden: int) -> None:
    """Fill `room` with the hidden cards: suits that somebody is void in first, then all others together.

    How many cards of such a suit each holder gets is drawn in proportion to the number of deals that leaves possible.
    The places open to the last of them may be filled in any way, so it is dealt like cards that nothing is known of.
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
    """Deal a set of cards at random to those places of `room` that are in `quota`."""
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
    """May this holder have cards of the suit, for all anybody knows?"""
    return h == UNSEEN or s.void[h] >> suit & 1 == 0


def plan_of(s: State, hidden: int) -> int:
    """The hidden suits that somebody with room is void in, an entry each, those with the fewest cards first (lowest).

    An entry has PLAN_WIDTH bits: the suit, 4 times the number of its hidden cards, and a bit to mark it.
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
    """Draw how many cards of the first suit of a plan of at least two each holder gets, into `quota`."""
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


# In how many ways the places in `room` can be marked with the suits of a plan.  That is below 2**63 whatever comes up
# in a deal: a suit is in a plan only after a card of it and a card in its stead were played.  There is a function for
# each number of suits, as Numba cannot keep compiled functions that call themselves.


def ways(s: State, plan: int) -> int:
    """For one suit to four."""
    if plan >> PLAN_WIDTH == 0:
        return choose(open_room(s, plan & 3), plan >> 2 & 15)
    if plan >> 2 * PLAN_WIDTH == 0:
        return ways_of_two(s, plan)
    return ways_of_three(s, plan) if plan >> 3 * PLAN_WIDTH == 0 else ways_of_four(s, plan)


def ways_of_four(s: State, plan: int) -> int:
    """Split the first suit in every way."""
    total = 0
    going = first_split(s, plan, 1)
    while going:
        total += take_split(s, 1) * ways_of_three(s, plan >> PLAN_WIDTH)
        give_back(s, 1)
        going = next_split(s, plan, 1)
    return total


def ways_of_three(s: State, plan: int) -> int:
    """The same with one suit less."""
    total = 0
    going = first_split(s, plan, 2)
    while going:
        total += take_split(s, 2) * ways_of_two(s, plan >> PLAN_WIDTH)
        give_back(s, 2)
        going = next_split(s, plan, 2)
    return total


def ways_of_two(s: State, plan: int) -> int:
    """By how many cards of the one suit lie where the other one could lie too."""
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
    """The number of places that cards of a suit may go to."""
    room = 0
    for h in range(HOLDERS):
        if is_open(s, h, suit):
            room += s.room[h]
    return room


def first_split(s: State, plan: int, level: int) -> bool:
    """Spread the first suit of a plan as far forward as it goes, into `split`; False if there are too few places."""
    return fill_split(s, plan, level, 0, plan >> 2 & 15)


def fill_split(s: State, plan: int, level: int, first: int, left: int) -> bool:
    """Spread so many cards over the holders from `first` on, as far forward as they go."""
    for h in range(first, HOLDERS):
        s.split[level, h] = min(left, s.room[h]) if is_open(s, h, plan & 3) else 0
        left -= s.split[level, h]
    return left == 0


def next_split(s: State, plan: int, level: int) -> bool:
    """The next way to spread that suit; False after the last one."""
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


def choose(n: int, k: int) -> int:
    """The number of ways to choose k of n places; 0 where there are too few."""
    found = 1
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


def draw(s: State, n: int) -> int:
    """A uniform integer in [0, n), 1 <= n < 2**63."""
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


def pick(s: State, n: int) -> int:
    """A uniform integer in [0, n), n < 2**31.

    When something is tried again the outcome is turned by an amount that depends on the try.  It stays uniform, and a
    source that answers every draw alike, as an enumeration does at first, comes to an end too.
    """
    outcome = rand_below(s, n)
    if s.tries == 0:
        return outcome
    outcome += (s.tries * TURN * n & TURN_MASK) * n >> TURN_BITS
    return outcome - n if outcome >= n else outcome


# ------------------------------------------------------ information_state_key


def information_state_key(s: State, t: Tables, viewer: int) -> int:
    """What is public of this deal, and the viewer's own hand.

    Which trick each card was played to has no bearing on anything to come, and is left out.
    """
    h = mix(s.hand[viewer] if viewer >= 0 else 0, s.played)
    h = mix(h, s.fished)
    h = mix(h, s.free_abilities << 30 | s.free_tables << 8 | s.free_minus << 2 | s.phase)
    h = mix(
        h, (s.to_act + 1) | s.deal << 4 | s.start << 8 | s.step << 12 | s.trick << 16 | s.leader << 20 | s.led << 24
    )
    h = mix(h, s.best | (s.power + 1) << 4 | s.without << 16 | s.one_ability << 20 | s.players << 24)
    for p in range(s.players):
        h = mix(h, s.table[p] | s.minus[p] << 8 | s.ability[p] << 16 | s.coins[p] << 24 | s.lying[p] << 32)
        h = mix(h, s.tricks[p] | s.taken[p] << 8 | s.penalty[p] << 16 | s.void[p] << 24 | s.keeps[p] << 32)
        h = mix(h, s.points[p] | s.announced[p] << 16)
    return h
