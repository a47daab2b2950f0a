"""ニワトリかラマか ポーカー: the state of a session, the tables of its card file, and the events that change it.

A note is known by its place in the shuffled deck.  Nothing says which note is which from round to round: the shuffle
moves kind and marks together, and notes with equal marks look alike to all.  `notes.py` explains the patterns of marks
and what is remembered of them.
"""

from __future__ import annotations

from enum import IntEnum

from tefuda.engine.record import GameState, Grid, Record, Row, i8, i16, i32, i64

MAX_PLAYERS = 5
MAX_NOTES = 30  # in any card file; ours has 26
DEALT, HAND = 2, 5  # notes dealt to each player, and with all that may be drawn
SIGHTED = 4  # the notes of a hand that its player looks at: the fifth stays unseen
PUBLIC = MAX_PLAYERS  # in `sure`, the viewer that remembers what all do
PLACES, STYLES = 8, 2  # corners and edges of a note; crease, nick
MARKS = PLACES * STYLES  # a mark is style * PLACES + place, a pattern the bits of its marks

# Bounds of the house rules, of any card file, and of the smaller game for study.
FEWEST_FOR_STUDY, PLAYERS_FOR_STUDY = 7, 2
MOST_GAMES, MOST_MARKS, MOST_ROUNDS, MOST_COINS = 10, 2, 200, 20

# In a round each seat bets or votes, draws and stops, goes all-in, answers and confirms; and marks five notes.
MOST_DECISIONS = MAX_PLAYERS * (1 + 1 + 3 + 2 + 1 + HAND * MOST_MARKS)
MAX_STEPS = MOST_GAMES * MOST_ROUNDS * MOST_DECISIONS


class HouseRule(IntEnum):
    """Indices of the house rules among the options; the constants of a variant follow."""

    GAMES = 0
    SWAP = 1
    LIMIT = 2
    ROUNDS = 3
    NOTES = 4  # fewer notes, for two players


class Kind(IntEnum):
    """Kinds of notes."""

    GOOD = 0  # llama, with swapped roles chicken (L1.4)
    BAD = 1  # busts a hand


class Phase(IntEnum):
    """Phases of a round."""

    BETTING = 0  # L3
    DRAWING = 1  # L4
    VOTING = 2  # L5
    RAISING = 3  # L6.1, L6.2
    CONFIRMING = 4  # L6.6


class Event(IntEnum):
    """What happens, as reported by `emit`; the arguments follow in brackets."""

    NEW_GAME = 1  # (game)
    PRICES_ROSE = 2  # (unit)
    GATHERED = 3  # all notes are in the deck, and their fronts are looked over
    APPEARED = 4  # (old pattern, new pattern, notes)
    MARKED = 5  # (seat, note of its hand, mark)
    FOLDED = 6  # (seat)
    STAKED = 7  # (seat, coins)
    DREW = 8  # (seat, 1 from the bottom, 1 unseen)
    STOPPED = 9  # (seat)
    VOTED = 10  # (seat, for which seat)
    WENT_ALL_IN = 11  # (seat, coins in all, 1 as an answer)
    DECLINED = 12  # (seat)
    DROPPED = 13  # (seat, coins lost)
    CONFIRMED = 14  # (seat)
    WITHDREW = 15  # (seat, coins lost)
    SHOWN = 16  # (seat, note of its hand)
    BLUFFED = 17  # (seat, coins received)
    HONEST = 18  # (seat): the last one in shows a hand without a bad note
    GUESSED = 19  # (seat, for which seat, coins paid)
    WON = 20  # (seat, coins received, a How)
    ALL_BUST = 21
    LEFT = 22  # (seat)
    ENDED = 23  # (game, seat of the winner or -1)
    SHUFFLED = 24  # (round, dealer)


class How(IntEnum):
    """How a round is won."""

    SHOWN = 0  # L7.2
    UNSEEN = 1  # L6.5
    TIED = 2  # L7.3


class Tables(Record):
    """What `cards.toml` says."""

    notes: Row = i8(2)  # of each Kind
    coins: int = i8()  # coins of each player at the start
    withdrawal: int = i8()  # price of taking an all-in back while every payment is one coin
    late: Row = i8(MAX_PLAYERS + 1)  # by players at the start: number of players left at which prices rise (L8.3)
    marks: int = i32()  # bits: the marks that may be made


class State(GameState):
    """One session of ニワトリかラマか ポーカー: one or more games with the same notes."""

    # House rules.
    games: int = i8()  # games of this session
    swap: int = i8()  # 1: chickens are good, llamas bust
    limit: int = i8()  # most new marks on a note in a round
    rounds: int = i16()  # most rounds of a game
    notes: int = i8()  # for study: notes in the deck; 0: those of the card file
    # Where the session stands.
    game: int = i8()  # from 1
    round: int = i16()  # of this game, from 1
    phase: int = i8()
    dealer: int = i8()
    unit: int = i8()  # coins of a payment
    lap: int = i8()  # seat from which this phase asks clockwise
    waiting: int = i8()  # bits: seats still to be asked in this phase
    alive: int = i8()  # bits: seats with coins
    folded: int = i8()  # bits: seats that folded in this round's betting
    gone: int = i8()  # bits: seats that dropped or withdrew in this round
    allin: int = i8()  # bits: seats that went all-in in this round
    coins: Row = i8(MAX_PLAYERS)  # not counting the stake
    stake: Row = i8(MAX_PLAYERS)  # coins put forward in this round
    vote: Row = i8(MAX_PLAYERS)  # 1 + seat voted for, 0: none
    fell: Row = i16(MAX_PLAYERS)  # round in which a seat lost its last coin, 0: none
    wins: Row = i8(MAX_PLAYERS)  # games won in this session
    outlasted: Row = i8(MAX_PLAYERS)  # opponents ranked below, over all games
    # Notes of this round.
    top: int = i8()  # place of the top note of the deck; -1 between rounds, when all notes are looked over
    bottom: int = i8()  # place of its bottom note
    held: Row = i8(MAX_PLAYERS)  # notes before each seat
    noted: Row = i8(MAX_PLAYERS)  # notes held when the seat last decided: those it can have marked
    hand: Grid = i8(MAX_PLAYERS, HAND)  # 1 + place of each of them, 0: none
    seen: Row = i64(MAX_PLAYERS)  # bits: places of its own notes that a seat has looked at
    open: int = i64()  # bits: places of the notes that were shown
    kind: Row = i8(MAX_NOTES)  # kind of the note at each place
    look: Row = i8(MAX_NOTES)  # by place: index of its pattern
    fresh: Row = i32(MAX_NOTES)  # by place: new marks, which only their maker knows
    # Patterns of marks, which stay for the whole session (L10.6), and what is remembered of them: see `notes.py`.
    looks: int = i8()  # number of patterns
    pattern: Row = i32(MAX_NOTES)  # bits: marks of each pattern, ascending and distinct
    size: Row = i8(MAX_NOTES)  # notes with each pattern
    sure: Grid = i8(2 * (MAX_PLAYERS + 1), MAX_NOTES)  # row 2v + kind: least number that viewer v remembers
    looked: Grid = i8(MAX_PLAYERS, MAX_NOTES)  # least number that a seat has looked at, as all can tell
    # Scratch of `notes.py` and `determinize.py`; zero between calls.
    count: Row = i8(MAX_NOTES)  # number of notes with each pattern
    spot: Row = i8(MAX_NOTES)  # by flow: place of one of its notes
    target: Row = i8(MAX_NOTES)  # by place: index of its new pattern
    flow: Row = i8(MAX_NOTES)  # by flow: number of its notes; by pattern: notes seen in this round
    marked: Row = i32(MAX_NOTES)  # by place, then by flow: the new pattern
    was: Row = i32(MAX_NOTES)  # by flow: the index of the old pattern, then the pattern itself
    where: Row = i32(MAX_NOTES)  # by pattern: bits of its places
