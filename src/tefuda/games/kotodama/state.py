"""KOTODAMA KOGEN: what the records hold, and the numbers by which rules, loader and face mean the same thing.

`Tables` is the card pool as `cards.py` makes it from a card file: every card is a row of integers, every effect too,
and `effects.py` interprets them.  `State` is one game.

A *card* is a number from 1 to MAX_CARDS; 0 is no card.  A *bag* is a row of BAG_WORDS integers: a card's bit is set
in the first half for its first copy and in the second half for its second (W2.1: at most two of a name).
"""

from __future__ import annotations

from tefuda.engine.record import GameState, Grid, Record, Row, i8, i16, i32, i64

MAX_PLAYERS = 2
WORD_BITS = 63  # cards in one word of a bag
BAG_WORDS = 4
MAX_CARDS = 2 * WORD_BITS  # card names in a pool
MAX_EFFECTS = 2 * MAX_CARDS
MAX_FILTERS = MAX_CARDS
MAX_DECKS = 8  # ready-made ones in a card file
MAX_CLASSES = 62
EFFECTS_A_CARD = 3
ACTIONS_AN_EFFECT = 3
MOST_TIMES = 5  # the number in an action

COPIES = 2  # W2.1
SMALLEST_DECK, LARGEST_DECK = 30, 55  # W2.1
HAND = 4  # W2.3
SCORE_CARDS = 5  # W2.4
GROUPS = 10  # W4.3
MOST_LYING = LARGEST_DECK
MOST_PLAYS = 20  # W6.7: cards played and effects used in a turn
MOST_FIRED = 30  # W6.7: effects that happen in a turn
QUEUE = 20  # W6.7: effects that wait

# Phases: what the seat to act decides.
DECKS, TURN, PLACING, MAYBE, CHOOSING, OVER = 0, 1, 2, 3, 4, 5

# Forms of conjugation (W5.3).
NO_FORM, IRREALIS, CONTINUATIVE, TERMINAL, ATTRIBUTIVE, CONDITIONAL, IMPERATIVE = 0, 1, 2, 3, 4, 5, 6

# Marks of a card on the field.
MODIFIES = 1  # it lies on a card and modifies it (W5.5)
USED = 2  # its once-a-turn effect has been used in this turn (W6.6)
MET = 4  # its "all present" effect has happened and still holds (W6.4)

# Triggers: when an effect happens.
ON_PLAY, CONJUGATES, CONJUGATED, MODIFYING, MODIFIED, ALL_PRESENT, ACTIVATE, STATIC, ON_USE = 1, 2, 3, 4, 5, 6, 7, 8, 9

# Verbs: what an action does.
DRAW, OPP_DRAW, OPP_SCORE, OWN_SCORE, BOTH_SCORE, DISCARD, OPP_DISCARD = 1, 2, 3, 4, 5, 6, 7
SALVAGE, BOUNCE, ERASE, SCRAP, EXTRA_WORD, PEEK, REVEAL, FREE_STACKING = 8, 9, 10, 11, 12, 13, 14, 15

# Costs of an effect that is used.
NO_COST, DISCARD_THIS, DISCARD_ONE = 0, 1, 2

# Actions of a seat.
END, YES, NO, READY = 0, 1, 2, 3
DECK = 4  # + ready-made deck
NEW = DECK + MAX_DECKS
UNDER = NEW + 1  # + place of the group
OVER_GROUP = UNDER + GROUPS  # + place
GROUP = OVER_GROUP + GROUPS  # + place
SCORE = GROUP + GROUPS  # + position in the row
USE = SCORE + SCORE_CARDS  # + index on the field
PLAY = USE + MOST_LYING - 1  # + card, from here on
PICK = PLAY + MAX_CARDS
ADD = PICK + MAX_CARDS
NUM_ACTIONS = ADD + MAX_CARDS + 1

# Clauses that forbid something.
NO_LEGAL_DECK = 201
DECKS_COME_FIRST = 202
NOT_IN_HAND = 302
NOT_ASKED_FOR = 304
ONE_WORD_A_TURN = 401
DOES_NOT_GO_THERE = 402
TEN_GROUPS = 403
NOT_ON_TOP = 602
USED_THIS_TURN = 606
ENOUGH_FOR_A_TURN = 607
NO_EFFECT_TO_USE = 608
NO_SUCH_SCORE_CARD = 701
NOTHING_TO_DISCARD = 704
NOTHING_TO_FETCH = 705
NO_SUCH_GROUP = 706
GAME_IS_OVER = 804

# Every turn takes a card off a deck.  Every decision in it takes a play, places a card, belongs to an action of an
# effect, or ends the turn; and W6.7 bounds plays and effects in a turn.  Score cards are ten in all.
MOST_TURNS = 2 * (LARGEST_DECK - HAND - SCORE_CARDS) + 1
MAX_STEPS = (
    2 * (LARGEST_DECK + 1)
    + 2 * SCORE_CARDS
    + MOST_TURNS * (1 + 2 * MOST_PLAYS + MOST_FIRED * ACTIONS_AN_EFFECT * (1 + MOST_TIMES))
)

# What happens, as reported by `emit`.
DECK_CHOSEN = 1  # seat, cards
ADDED = 2  # seat, card: to the deck it puts together
DEALT = 3  # seat
BEGAN = 4  # seat that goes first
TURN_BEGAN = 5  # seat
DREW = 6  # seat, card, 1 for an effect
PLAYED = 7  # seat, card: out of the hand
LAID = 8  # seat, index on the field
FORMED = 9  # seat, index of the card that conjugates, index of the card that takes a form
MODIFIED_BY = 10  # seat, index of the card that modifies
FIRED = 11  # seat, effect
LAPSED = 12  # seat, effect
USED_EFFECT = 13  # seat, effect, index
DECLINED = 14  # seat
SCORED = 15  # seat, position, card
DISCARDED = 16  # seat, card: from the hand
SALVAGED = 17  # seat, card
RETURNED = 18  # seat, card, index on the field it had
SCRAPPED = 19  # seat, card, index on the field it had
GAINED_WORD = 20  # seat, how many
PEEKED = 21  # seat, card
REVEALED = 22  # seat
PUT_AWAY = 23  # seat, item
ENDED = 24  # 0: score cards, 1: deck
TURN_ENDED = 25  # seat


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
    owner: Row = i8(MAX_EFFECTS)  # the card it stands on
    forms: Row = i8(MAX_EFFECTS)  # condition, bits: the form in question; 0: any
    other: Row = i16(MAX_EFFECTS)  # condition: 1 + filter of the other card; 0: any
    by: Row = i16(MAX_EFFECTS)  # condition: 1 + filter of the card right below the conjugated one; 0: any
    is_modified: Row = i8(MAX_EFFECTS)  # condition: the conjugated one is modified
    group_cards: Row = i8(MAX_EFFECTS)  # condition: so many cards at least in its group
    fewest_groups: Row = i8(MAX_EFFECTS)  # condition: groups on its field
    most_groups: Row = i8(MAX_EFFECTS)
    present: Grid = i64(MAX_EFFECTS, 2)  # condition, bits: cards that lie on its field
    once: Row = i8(MAX_EFFECTS)  # 1: once in each turn of its owner
    covered: Row = i8(MAX_EFFECTS)  # 1: also where it is not on top
    cost: Row = i8(MAX_EFFECTS)
    steps: Row = i8(MAX_EFFECTS)  # number of its actions
    verb: Grid = i8(MAX_EFFECTS, ACTIONS_AN_EFFECT)
    times: Grid = i8(MAX_EFFECTS, ACTIONS_AN_EFFECT)
    may: Grid = i8(MAX_EFFECTS, ACTIONS_AN_EFFECT)  # 1: as the seat likes
    of: Grid = i16(MAX_EFFECTS, ACTIONS_AN_EFFECT)  # 1 + filter of what it is done to; 0: any
    filter_classes: Row = i64(MAX_FILTERS)  # bits: classes
    filter_cards: Grid = i64(MAX_FILTERS, 2)  # bits: cards; all zero: any card of these classes
    filter_named: Row = i8(MAX_FILTERS)  # 1: only the name of a card on one's own field
    decks: int = i8()  # ready-made decks
    ready_made: Grid = i64(MAX_DECKS, BAG_WORDS)


class State(GameState):
    """One game of KOTODAMA KOGEN."""

    open_lists: int = i8()  # house rule
    wipe_at_ten: int = i8()  # house rule
    phase: int = i8()
    turn: int = i8()  # seat whose turn it is
    words: int = i16()  # word cards it may still play in this turn
    stacked: int = i8()  # 1 once it has stacked a card in this turn
    plays: int = i8()  # cards played and effects used in this turn
    fired: int = i8()  # effects that have happened or wait in this turn
    using: int = i8()  # the card out of the hand that is not yet where it goes: being placed, or an item at work
    effect: int = i16()  # 1 + effect at work, 0: none
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
    shown: Grid = i64(2, BAG_WORDS)  # those of the hand that everybody knows
    gone: Grid = i64(2, BAG_WORDS)  # discards
    unseen: Grid = i64(2, BAG_WORDS)  # deck without its known top, and score cards: which is which is not decided
    pool: Row = i64(BAG_WORDS)  # scratch for dealing anew; zero between calls
    turns: int = i32()  # turns begun
