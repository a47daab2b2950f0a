"""てづま師: what a game consists of: its record, its card tables, and the codes of actions, clauses and events.

Shared by the rules (`rules.py`, `tricks.py`, `hidden.py`), the face and the card file's loader.  It decides nothing.

A set of cards is one integer of 48 bits, twelve a suit: bits 0 to 8 are the numbers 1 to 9, bits 9 to 11 its three
trump cards.  Those look alike, so a set with n of them has the lowest n of these bits: equal sets are equal integers,
and bit 9 says whether there is any.  A card by itself is the place of its bit, 9 for every trump card of the suit.
"""

from __future__ import annotations

from tefuda.engine.record import GameState, Grid, Record, Row, i8, i16, i32, i64

MAX_PLAYERS = 4
SUITS = 4
SUIT_WIDTH = 12
CARDS = SUITS * SUIT_WIDTH
HAND = 12
TRICKS = 12
COINS = 4  # T3.2: ohajiki of each player in a deal
NUMBERS = 9
TRUMP = 9  # place of a suit's first trump within the suit
TRUMP_COPIES = 3

WHOLE_SUIT = (1 << SUIT_WIDTH) - 1
EVERY_SUIT = 1 | 1 << 12 | 1 << 24 | 1 << 36
WHOLE_DECK = (1 << CARDS) - 1
NUMBER_BITS = EVERY_SUIT * ((1 << NUMBERS) - 1)
TRUMP_BITS = WHOLE_DECK - NUMBER_BITS
FACES = NUMBER_BITS | EVERY_SUIT << TRUMP  # one bit for each card that can be told from the others

UNSEEN = MAX_PLAYERS  # index of the cards that nobody has seen among the hands (T2.5)
HOLDERS = MAX_PLAYERS + 1
LEVELS = 3  # of counting how the hidden suits can be spread
NO_CARD_LIES = CARDS + 1  # in `lying`: this seat won without a card (T7.5)

# Bounds of a card file.
MAX_TABLES = 12
MAX_ABILITY_CARDS = 12
MAX_ABILITIES = 2 * MAX_ABILITY_CARDS  # side a of card k is ability 2k, side b is 2k + 1
COLUMNS = TRICKS + 1
LAPS = 3

# Actions: a card; the same with the ability announced; the same with the ability the other way round (minus).
ANNOUNCE = CARDS
ANNOUNCE_MINUS = 2 * CARDS
NO_CARD = 3 * CARDS
SET_ASIDE = NO_CARD + 1  # + seat whose card it is
TAKE_TABLE = SET_ASIDE + MAX_PLAYERS  # + score table
TAKE_MINUS = TAKE_TABLE + MAX_TABLES  # + suit
TAKE_ABILITY = TAKE_MINUS + SUITS  # + ability
NUM_ACTIONS = TAKE_ABILITY + MAX_ABILITIES

# A deal: three choices each, a card for each trick, and a card set aside in each trick.  As many deals as players.
MAX_STEPS = MAX_PLAYERS * (MAX_PLAYERS * (LAPS + TRICKS) + TRICKS)

CHOOSING, PLAYING, FISHING = 0, 1, 2  # phases of a deal
TABLE, MINUS, ABILITY = 0, 1, 2  # kinds of cards to choose
ANY_PLACE, LED, OFF = 0, 1, 2  # where an ability may be announced: T6.4

# Power of a card in its trick: T5.
POWERLESS = 0
FOLLOWING_TRUMP = 1
NUMBER = 2  # + the number
VALID_TRUMP = 64
SWEEP = 100  # wins whatever lies there

WITHOUT_SUIT, ONE_ABILITY = 0, 1  # indices of the house rules among the options

# Clauses that forbid something.
OWNS_THAT_KIND = 305
NOT_IN_THIS_LAP = 306
NOT_ON_THE_TABLE = 307
CHOOSE_FIRST = 308
CHOICE_IS_OVER = 309
NOT_IN_HAND = 402
MUST_FOLLOW = 403
ONE_ABILITY_A_TRICK = 603
DOES_NOT_APPLY = 604
TOO_FEW_COINS = 602
NO_OTHER_WAY = 709
NEEDS_A_CARD = 705
NOTHING_TO_SET_ASIDE = 710
SET_ASIDE_FIRST = 711
GAME_IS_OVER = 904

# What happens, as reported by `emit`: code, then its arguments.
LAID_OUT = 1  # the cards to choose from lie on the table
DEALT = 2  # number of the deal from 0, seat that starts it
TOOK = 3  # seat, kind, which
PLAY_BEGAN = 4  # seat that leads
PLAYED = 5  # seat, card, 0 plain, 1 with its ability, 2 with its ability the other way
WON_WITHOUT_CARD = 6  # seat: announced an ability in place of a card
WON = 7  # seat
FISHED = 8  # seat, card, seat that had played it
SWEPT = 9  # seat: takes the cards of the trick
SCORED = 10  # seat, points of this deal, minus cards among those captured
GATHERED = 11  # all cards go back
ENDED = 12


class Tables(Record):
    """What `cards.toml` says."""

    tables: int = i8()  # score tables in the box
    spare_tables: int = i8()  # T2.1: so many more than players are laid out
    points: Grid = i8(MAX_TABLES, COLUMNS)  # of each table for each number of tricks
    columns: Row = i8(MAX_TABLES)  # printed on each table; the last one holds for more tricks too
    ability_cards: int = i8()
    spare_abilities: int = i8()  # T2.2
    sides: Row = i8(MAX_ABILITY_CARDS)  # bits: sides with something on them, 1 for a, 2 for b
    lap_kinds: Row = i8(LAPS)  # bits: kinds that may be taken in each lap
    lap_first: Row = i8(LAPS)  # seat that begins it, counted from the start player
    lap_step: Row = i8(LAPS)  # 1 clockwise, -1 the other way
    # An ability is what stands in these rows; T6.5 says in which order they apply.
    cost: Row = i8(MAX_ABILITIES)
    cards: Row = i64(MAX_ABILITIES)  # set of cards it may be announced with; 0: it takes the place of a card
    place: Row = i8(MAX_ABILITIES)  # ANY_PLACE, LED or OFF
    free: Row = i8(MAX_ABILITIES)  # follow: 1 if only for a card that must not be played otherwise
    as_led: Row = i8(MAX_ABILITIES)  # suit: 1 if the card counts as one of the led suit
    fixed: Row = i8(MAX_ABILITIES)  # number: what the card counts, -1 for its own number
    add: Row = i8(MAX_ABILITIES)  # number: what is added
    either: Row = i8(MAX_ABILITIES)  # 1 if it may be taken away instead
    trump: Row = i8(MAX_ABILITIES)  # validity: 1 makes the card a valid trump, -1 makes it none
    wins: Row = i8(MAX_ABILITIES)  # winner: 1 if it wins the trick, in place of a card
    aside: Row = i8(MAX_ABILITIES)  # captured: 1 if the winner sets a card aside
    # Worked out from `points` for the search: where the next trick costs points, how many it takes to have more than
    # now (COLUMNS: it cannot be); 0 where the next trick costs none.
    regain: Grid = i8(MAX_TABLES, COLUMNS)


class State(GameState):
    """One game of てづま師."""

    without: int = i8()  # house rule: 1 + the suit taken out, 0 none
    one_ability: int = i8()  # house rule: 1 if only one player may announce an ability in a trick
    phase: int = i8()  # CHOOSING, PLAYING or FISHING
    deal: int = i8()  # deals finished
    start: int = i8()  # seat that starts this deal
    step: int = i8()  # cards chosen in this deal
    trick: int = i8()  # tricks finished in this deal
    leader: int = i8()  # seat that leads the trick
    led: int = i8()  # 1 + the led suit, 0 before any card lies
    best: int = i8()  # seat that wins the trick as it lies
    power: int = i8()  # of that seat's card, -1 before anybody has played
    free_tables: int = i16()  # bits: score tables on the table
    free_minus: int = i8()  # bits: suits whose minus card is on the table
    free_abilities: int = i32()  # bits: abilities on the table
    table: Row = i8(MAX_PLAYERS)  # 1 + score table of each seat, 0 before it has one
    minus: Row = i8(MAX_PLAYERS)  # 1 + suit of its minus card
    ability: Row = i8(MAX_PLAYERS)  # 1 + its ability
    coins: Row = i8(MAX_PLAYERS)  # ohajiki left
    lying: Row = i8(MAX_PLAYERS)  # 1 + its card in this trick; NO_CARD_LIES; 0 before it has played
    announced: Row = i8(MAX_PLAYERS)  # 1 with its ability in this trick, 2 the other way, 0 without
    tricks: Row = i8(MAX_PLAYERS)  # won in this deal
    taken: Row = i8(MAX_PLAYERS)  # cards captured in this deal
    penalty: Row = i8(MAX_PLAYERS)  # those of them in its minus suit
    void: Row = i8(MAX_PLAYERS)  # bits: suits it has shown not to hold
    keeps: Row = i8(MAX_PLAYERS)  # bits: suits it has shown to hold and not played since (T7.7)
    points: Row = i16(MAX_PLAYERS)  # of the deals finished
    hand: Row = i64(HOLDERS)  # cards of each seat; last the cards that nobody has seen
    played: int = i64()  # cards played in this deal
    fished: int = i64()  # those of them that lie aside
    tries: int = i32()  # scratch: how often something was drawn again; zero between calls
    room: Row = i8(HOLDERS)  # scratch: places still to be filled; zero between calls
    split: Grid = i8(LEVELS, HOLDERS)  # scratch: of a suit at each level of counting; zero between calls
    quota: Row = i8(HOLDERS)  # scratch: those of them for certain cards; zero between calls
