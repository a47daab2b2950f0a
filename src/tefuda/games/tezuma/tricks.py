"""てづま師: what may be played to a trick, what an ability changes, and how strong a card then is.

An ability is a row of the card tables, never a case of its own: the tables are asked at the one point of the trick to
which each change belongs, in the order of T6.5: following suit, the suit of the card, its number, whether it is a valid
trump, who wins, what is captured (the last two in `rules.py`, which calls these).  Nothing here changes the record.
"""

from __future__ import annotations

from tefuda.games.tezuma.state import (
    CARDS,
    DOES_NOT_APPLY,
    FACES,
    FOLLOWING_TRUMP,
    LED,
    MUST_FOLLOW,
    NEEDS_A_CARD,
    NO_CARD,
    NO_OTHER_WAY,
    NOT_IN_HAND,
    NUMBER,
    OFF,
    ONE_ABILITY_A_TRICK,
    POWERLESS,
    SUIT_WIDTH,
    TOO_FEW_COINS,
    TRUMP,
    VALID_TRUMP,
    WHOLE_SUIT,
    State,
    Tables,
)


def trumps(cards: int, suit: int) -> int:
    """The three trump bits of a suit in a set of cards: 0, 1, 3 or 7."""
    return cards >> (suit * SUIT_WIDTH + TRUMP) & 7


def in_suit(cards: int, suit: int) -> int:
    """The cards of one suit in a set, as its twelve bits."""
    return cards >> suit * SUIT_WIDTH & WHOLE_SUIT


def with_card(cards: int, card: int) -> int:
    """The set and one card more."""
    alike = cards >> card & bits_of(card)
    return cards | (alike + 1) << card  # 0, 1 or 3, plus one, is the bit that comes next


def without_card(cards: int, card: int) -> int:
    """The set less one card that is in it."""
    alike = cards >> card & bits_of(card)
    return cards ^ (alike ^ alike >> 1) << card  # the highest of them


def bits_of(card: int) -> int:
    """The bits that stand for cards like this one, counted from its place."""
    return 7 if card % SUIT_WIDTH == TRUMP else 1


def playable(s: State, p: int) -> int:
    """T4.3: the cards of a hand that may be played without an ability, each bit the code of a card."""
    cards = s.hand[p] & FACES
    if s.led > 0:
        following = cards & WHOLE_SUIT << (s.led - 1) * SUIT_WIDTH
        if following != 0:
            return following
    return cards


def announceable(s: State, t: Tables, p: int, open_cards: int) -> int:
    """T6.4: the cards with which a seat may announce its ability; `open_cards` are those playable without."""
    a = s.ability[p] - 1
    cards = open_cards
    if t.free[a] == 1:  # follow
        cards = s.hand[p] & FACES & ~open_cards
    cards &= t.cards[a]
    if s.led > 0 and t.place[a] != 0:
        suit = WHOLE_SUIT << (s.led - 1) * SUIT_WIDTH
        return cards & suit if t.place[a] == LED else cards & ~suit
    return 0 if t.place[a] == OFF else cards


def why_not_announce(s: State, t: Tables, p: int) -> int:
    """0 if a seat may announce its ability in this trick at all, else the clause that forbids it."""
    if s.coins[p] < t.cost[s.ability[p] - 1]:
        return TOO_FEW_COINS
    if s.one_ability == 1 and s.announced[0] | s.announced[1] | s.announced[2] | s.announced[3] != 0:
        return ONE_ABILITY_A_TRICK
    return 0


def power(s: State, t: Tables, p: int, card: int, announced: int) -> int:
    """T5, T6.5: how strong a card would be if this seat played it now; the highest power wins, the first of equals."""
    suit = card // SUIT_WIDTH
    rank = card - suit * SUIT_WIDTH
    counts = s.led == 0 or s.led == suit + 1  # as a card of the led suit
    number = rank + 1
    a = s.ability[p] - 1
    if announced > 0:
        if t.as_led[a] == 1:  # suit
            counts = True
        if t.fixed[a] >= 0:  # number
            number = t.fixed[a]
        number += t.add[a] if announced == 1 else -t.add[a]
        number = max(number, 0)
    valid = rank == TRUMP and not counts  # T5.1
    if announced > 0 and t.trump[a] != 0:  # validity
        valid = t.trump[a] == 1
    if valid:
        return VALID_TRUMP
    if not counts:
        return POWERLESS
    return FOLLOWING_TRUMP if rank == TRUMP else NUMBER + number


def why_not_play(s: State, t: Tables, action: int) -> int:
    """0 if the seat to act may play that card, or win without one, else the clause that forbids it."""
    p = s.to_act
    a = s.ability[p] - 1
    if action == NO_CARD:
        return NEEDS_A_CARD if t.wins[a] == 0 else why_not_announce(s, t, p)
    announced = action // CARDS
    card = action - CARDS * announced
    if (s.hand[p] & FACES) >> card & 1 == 0:
        return NOT_IN_HAND
    open_cards = playable(s, p)
    if announced == 0:
        return 0 if open_cards >> card & 1 == 1 else MUST_FOLLOW
    if announced == 2 and t.either[a] == 0:
        return NO_OTHER_WAY
    if announceable(s, t, p, open_cards) >> card & 1 == 0:
        return DOES_NOT_APPLY
    return why_not_announce(s, t, p)
