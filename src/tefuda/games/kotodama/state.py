"""KOTODAMA KOGEN: the state of a game, the card pool, and the numbers that both are written in.

`Tables` is the card pool: `cards.py` turns every card, effect and filter of a card file into a row of integers, which
the rules interpret.  `State` is one game.

A *card* is a number from 1 to MAX_CARDS; 0 is no card.  A *bag* is a row of BAG_WORDS integers (`bags.py`): a card's
bit is set in the first half for its first copy and in the second half for its second (W2.1: at most two of a name).
"""

from __future__ import annotations

from enum import IntEnum

from tefuda.engine.record import GameState, Grid, Record, Row, i8, i16, i32, i64

MAX_PLAYERS = 2

# Upper bounds of a card pool.
WORD_BITS = 63  # cards in one word of a bag
BAG_WORDS = 4
MAX_CARDS = 2 * WORD_BITS  # card names in a pool
MAX_EFFECTS = 2 * MAX_CARDS
MAX_FILTERS = MAX_CARDS
MAX_DECKS = 8  # starter decks in a card file
EFFECTS_A_CARD = 3
ACTIONS_AN_EFFECT = 3
MOST_TIMES = 5  # the number in an action

# Numbers of the rulebook.
COPIES = 2  # W2.1
SMALLEST_DECK, LARGEST_DECK = 30, 55  # W2.1
HAND = 4  # W2.3; a variant has `extra_hand` more
SCORE_CARDS = 5  # W2.4, and the most in any variant, which has `extra_score_cards` more: 0 or a negative number
FEWEST_IN_HAND, MOST_IN_HAND, FEWEST_SCORE_CARDS = 1, 8, 1  # bounds of any variant
GROUPS = 10  # W4.3
MOST_LYING = LARGEST_DECK  # cards on a field
MOST_PLAYS = 20  # W6.7: cards played and effects used in a turn
MOST_FIRED = 30  # W6.7: effects that happen in a turn
QUEUE = 20  # W6.7: effects that wait

# Every turn takes a card off a deck.  Every decision in it takes a play, places a card, belongs to an action of an
# effect, or ends the turn; and W6.7 bounds plays and effects in a turn.  Score cards are ten in all.
MOST_TURNS = 2 * (LARGEST_DECK - FEWEST_IN_HAND - FEWEST_SCORE_CARDS) + 1
MAX_STEPS = (
    2 * (LARGEST_DECK + 1)
    + 2 * SCORE_CARDS
    + MOST_TURNS * (1 + 2 * MOST_PLAYS + MOST_FIRED * ACTIONS_AN_EFFECT * (1 + MOST_TIMES))
)


class HouseRule(IntEnum):
    """Indices of the house rules among the options; the constants of a variant follow."""

    OPEN_LISTS = 0
    WIPE_AT_TEN = 1
    HAND = 2
    SCORE_CARDS = 3


class Phase(IntEnum):
    """What the seat to act decides."""

    DECKS = 0  # which deck it plays with (W2.2)
    TURN = 1  # what to do in its turn (W3.2)
    PLACING = 2  # where the card being played goes (W4.2)
    MAYBE = 3  # whether to carry out an optional action (W6.1)
    CHOOSING = 4  # a score card, card or group for an action of an effect (W7)
    OVER = 5


class Form(IntEnum):
    """The forms of conjugation (W5.3)."""

    NONE = 0
    IRREALIS = 1
    CONTINUATIVE = 2
    TERMINAL = 3
    ATTRIBUTIVE = 4
    CONDITIONAL = 5
    IMPERATIVE = 6


class Mark(IntEnum):
    """Bits that mark a card on the field."""

    MODIFIES = 1  # it lies on a card and modifies it (W5.5)
    USED = 2  # its once-a-turn effect has been used in this turn (W6.6)
    MET = 4  # its "all present" effect has happened and still holds (W6.4)


class Trigger(IntEnum):
    """What makes an effect happen."""

    ON_PLAY = 1  # its card is played
    CONJUGATES = 2  # its card makes another conjugate
    CONJUGATED = 3  # its card takes a form
    MODIFIES = 4  # its card modifies another
    MODIFIED = 5  # its card is modified
    ALL_PRESENT = 6  # certain cards are all there (W6.4)
    ACTIVATE = 7  # its card is named in one's turn (W6.8)
    STATIC = 8  # never: it holds while its card is on top (W7.8)
    USED = 9  # its card, an item that does not stay, is used (W4.6)


class Verb(IntEnum):
    """What an action of an effect does (W7)."""

    DRAW = 1
    OPP_DRAW = 2
    OPP_SCORE = 3  # the opponent takes score cards into their hand
    OWN_SCORE = 4
    BOTH_SCORE = 5
    DISCARD = 6
    OPP_DISCARD = 7
    SALVAGE = 8  # take a card from one's discards
    BOUNCE = 9  # return the top card of a group to the hand
    ERASE = 10  # return the bottom card of a group to the hand
    SCRAP = 11  # discard a whole group
    EXTRA_WORD = 12
    PEEK = 13
    REVEAL = 14  # the opponent reveals their hand
    FREE_STACKING = 15


class Cost(IntEnum):
    """What using an effect costs (W6.8)."""

    NONE = 0
    DISCARD_THIS = 1
    DISCARD_ONE = 2


class Event(IntEnum):
    """What happens, as reported by `emit`; the arguments follow in brackets."""

    DECK_CHOSEN = 1  # (seat, cards)
    DEALT = 2  # (seat)
    BEGAN = 3  # (seat that goes first)
    TURN_BEGAN = 4  # (seat)
    DREW = 5  # (seat, card, 1 for an effect)
    PLAYED = 6  # (seat, card): out of the hand
    LAID = 7  # (seat, index on the field)
    FORMED = 8  # (seat, index of the card that conjugates it, index of the card that takes a form)
    MODIFIED_BY = 9  # (seat, index of the card that modifies)
    FIRED = 10  # (seat, effect)
    LAPSED = 11  # (seat, effect)
    USED_EFFECT = 12  # (seat, effect, index)
    DECLINED = 13  # (seat)
    SCORED = 14  # (seat, position in the row, card)
    DISCARDED = 15  # (seat, card): from the hand
    SALVAGED = 16  # (seat, card)
    RETURNED = 17  # (seat, card, index on the field it had)
    SCRAPPED = 18  # (seat, card, index on the field it had)
    GAINED_WORD = 19  # (seat, how many)
    PEEKED = 20  # (seat, card)
    REVEALED = 21  # (seat)
    PUT_AWAY = 22  # (seat, item)
    ENDED = 23  # (0: score cards, 1: deck)
    TURN_ENDED = 24  # (seat)


class Tables(Record):
    """The card pool: the declarations of a card file as integers."""

    names: Row = i64(2)  # bits: the cards there are
    classes: Row = i8(MAX_CARDS + 1)  # class of each card (part of speech and subclass), from 1; 0: no such card
    is_item: Row = i8(MAX_CARDS + 1)
    alone: Row = i8(MAX_CARDS + 1)  # 1 if it may be laid as a new group
    under: Row = i16(MAX_CARDS + 1)  # 1 + filter of the card it may be laid under, 0: never
    under_form: Row = i8(MAX_CARDS + 1)  # the form that card takes
    over: Row = i16(MAX_CARDS + 1)  # 1 + filter of the card it may be laid on, 0: never
    first: Row = i16(MAX_CARDS + 2)  # first effect of each card; those of card c end where those of c + 1 begin
    trigger: Row = i8(MAX_EFFECTS)
    owner: Row = i8(MAX_EFFECTS)  # the card it is on
    forms: Row = i8(MAX_EFFECTS)  # condition, bits: the form in question; 0: any
    other: Row = i16(MAX_EFFECTS)  # condition: 1 + filter of the other card; 0: any
    by: Row = i16(MAX_EFFECTS)  # condition: 1 + filter of the card right below the conjugated one; 0: any
    is_modified: Row = i8(MAX_EFFECTS)  # condition: the conjugated one is modified
    group_cards: Row = i8(MAX_EFFECTS)  # condition: at least this many cards in its group
    fewest_groups: Row = i8(MAX_EFFECTS)  # condition: groups on its field
    most_groups: Row = i8(MAX_EFFECTS)
    present: Grid = i64(MAX_EFFECTS, 2)  # condition, bits: cards that lie on its field
    once: Row = i8(MAX_EFFECTS)  # 1: once in each turn of its owner
    covered: Row = i8(MAX_EFFECTS)  # 1: even where it is not on top
    cost: Row = i8(MAX_EFFECTS)
    steps: Row = i8(MAX_EFFECTS)  # number of its actions
    verb: Grid = i8(MAX_EFFECTS, ACTIONS_AN_EFFECT)
    times: Grid = i8(MAX_EFFECTS, ACTIONS_AN_EFFECT)
    may: Grid = i8(MAX_EFFECTS, ACTIONS_AN_EFFECT)  # 1: optional (W6.1)
    of: Grid = i16(MAX_EFFECTS, ACTIONS_AN_EFFECT)  # 1 + filter of what it is done to; 0: any
    filter_classes: Row = i64(MAX_FILTERS)  # bits: classes
    filter_cards: Grid = i64(MAX_FILTERS, 2)  # bits: cards; all zero: any card of these classes
    filter_named: Row = i8(MAX_FILTERS)  # 1: only the name of a card on one's own field
    decks: int = i8()  # starter decks
    ready_made: Grid = i64(MAX_DECKS, BAG_WORDS)


class State(GameState):
    """One game of KOTODAMA KOGEN."""

    open_lists: int = i8()  # house rule
    wipe_at_ten: int = i8()  # house rule
    extra_hand: int = i8()  # cards of a first hand in a variant, beyond four; 0 in the game as published
    extra_score_cards: int = i8()  # of each seat in a variant, beyond five; 0 in the game as published
    phase: int = i8()
    turn: int = i8()  # seat whose turn it is
    words: int = i16()  # word cards it may still play in this turn
    stacked: int = i8()  # 1 once it has stacked a card in this turn
    plays: int = i8()  # cards played and effects used in this turn
    fired: int = i8()  # effects that have happened or wait in this turn
    using: int = i8()  # the card that has left the hand but is not placed yet, or an item in use
    effect: int = i16()  # 1 + effect being carried out, 0: none
    step: int = i8()  # its action
    begun: int = i8()  # 1 once that action has begun
    left: int = i8()  # how often it is still to be done
    side: int = i8()  # seat that does it
    waiting: int = i8()  # effects that wait
    queue: Row = i16(QUEUE)  # 1 + each of them, the next one first
    size: Row = i8(2)  # cards of each seat's deck at the beginning, 0 before it has one
    score: Row = i8(2)  # score cards left
    lying: Row = i8(2)  # cards on the field
    tops: Row = i8(2)  # cards on top of the deck that its owner has looked at
    top: Grid = i8(2, MOST_TIMES)  # those, the top one first
    card: Grid = i8(2, MOST_LYING)  # the field: groups by their places, each from its top to its bottom
    place: Grid = i8(2, MOST_LYING)  # place of the group each of them lies in
    form: Grid = i8(2, MOST_LYING)  # the form it has taken
    marks: Grid = i8(2, MOST_LYING)
    deck: Grid = i64(2, BAG_WORDS)  # all cards of each seat, as it chose them
    hand: Grid = i64(2, BAG_WORDS)
    shown: Grid = i64(2, BAG_WORDS)  # those of the hand that both seats know
    gone: Grid = i64(2, BAG_WORDS)  # discards
    unseen: Grid = i64(2, BAG_WORDS)  # deck without its known top, and score cards: which is which is not decided
    pool: Row = i64(BAG_WORDS)  # scratch of `determinize`; zero between calls
    turns: int = i32()  # turns begun
