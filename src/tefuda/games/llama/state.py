"""ニワトリかラマか ポーカー: what the record holds, and the numbers that name actions, clauses and events.

Read by the rules, the face and the tests; nothing here decides anything.  A note is known by its place: the order in
which the shuffled deck lay.  Which note is which from round to round is written nowhere: the shuffle moves kind and
marks together, and two notes with the same marks are the same to everybody.
"""

from __future__ import annotations

from tefuda.engine.record import GameState, Grid, Record, Row, i8, i16, i32, i64

MAX_PLAYERS = 5
MAX_NOTES = 30  # in any card file; ours has 26
DEALT, HAND = 2, 5  # notes dealt to each player, and with all that may be drawn
SIGHTED = 4  # the notes of a hand that its player looks at: the fifth is laid unseen
PUBLIC = MAX_PLAYERS  # the row of what everybody remembers
GOOD, BAD = 0, 1  # kinds of notes: llama and chicken, or the reverse with swapped roles
PLACES, STYLES = 8, 2  # corners and edges of a note; fold, nick
MARKS = PLACES * STYLES  # mark = style * PLACES + place: a bit of a pattern

# Actions.
FOLD, PLAY, TOP, BOTTOM, STOP = 0, 1, 2, 3, 4
VOTE = 5  # + seat
ALL_IN, DECLINE, DROP, REVEAL, WITHDRAW = 10, 11, 12, 13, 14
MARK = 15  # + MARKS * note + mark
NUM_ACTIONS = MARK + MARKS * HAND

# Phases.
BETTING, DRAWING, VOTING, RAISING, CONFIRMING = 0, 1, 2, 3, 4

# House rules: their places among the options, and the most they take.
GAMES, SWAP, LIMIT, ROUNDS = 0, 1, 2, 3
MOST_GAMES, MOST_MARKS, MOST_ROUNDS = 10, 2, 200

# In a round each seat bets or votes, draws and stops, goes all-in, answers and confirms; and marks five notes.
MOST_DECISIONS = MAX_PLAYERS * (1 + 1 + 3 + 2 + 1 + HAND * MOST_MARKS)
MAX_STEPS = MOST_GAMES * MOST_ROUNDS * MOST_DECISIONS

# Clauses that forbid something.
NOT_IN_THIS_PHASE = 203
NOT_IN_THE_RUNNING = 502
NOBODY_IS_ALL_IN = 601
SOMEBODY_IS_ALL_IN = 602
GAME_IS_OVER = 905
NO_SUCH_NOTE = 1001
MARK_IS_THERE = 1002
ENOUGH_MARKS = 1003

# What happens, as reported by `emit`.
NEW_GAME = 1  # game
PRICES_ROSE = 2  # unit
GATHERED = 3  # all notes lie in the deck, and everybody looks their fronts over
APPEARED = 4  # old pattern, new pattern, notes
SHUFFLED = 24  # round, dealer
MARKED = 5  # seat, note of its hand, mark
FOLDED = 6  # seat
STAKED = 7  # seat, coins
DREW = 8  # seat, 1 from the bottom, 1 unseen
STOPPED = 9  # seat
VOTED = 10  # seat, for whom
WENT_ALL_IN = 11  # seat, coins in all, 1 as an answer
DECLINED = 12  # seat
DROPPED = 13  # seat, coins lost
CONFIRMED = 14  # seat
WITHDREW = 15  # seat, coins lost
SHOWN = 16  # seat, note of its hand
BLUFFED = 17  # seat, coins received
HONEST = 18  # seat: the last one in shows a hand without a bad note
GUESSED = 19  # seat, whom, coins paid
WON = 20  # seat, coins received, 1 unseen | 2 tied
ALL_BUST = 21
LEFT = 22  # seat
ENDED = 23  # game, seat of the winner or -1


class Tables(Record):
    """What `cards.toml` says."""

    notes: Row = i8(2)  # of each kind
    coins: int = i8()  # of each player at the start
    withdrawal: int = i8()  # price of taking an all-in back while every payment is one coin
    late: Row = i8(MAX_PLAYERS + 1)  # by players at the start: how few must be left for prices to rise
    marks: int = i32()  # bits: the marks there are


class State(GameState):
    """One session of ニワトリかラマか ポーカー: one or more games with the same notes."""

    # House rules.
    games: int = i8()  # in this session
    swap: int = i8()  # 1: chickens are wanted, llamas bust
    limit: int = i8()  # new marks that a note may get in a round
    rounds: int = i16()  # after so many a game ends
    # Where the session stands.
    game: int = i8()  # from 1
    round: int = i16()  # of this game, from 1
    phase: int = i8()
    dealer: int = i8()
    unit: int = i8()  # coins of a payment
    lap: int = i8()  # seat from which this lap goes clockwise
    waiting: int = i8()  # bits: seats that still decide in this lap
    alive: int = i8()  # bits: seats with coins
    folded: int = i8()  # bits: seats that folded in this round's betting
    gone: int = i8()  # bits: seats that dropped or withdrew in this round
    allin: int = i8()  # bits: seats that went all-in in this round
    coins: Row = i8(MAX_PLAYERS)  # beside the stake
    stake: Row = i8(MAX_PLAYERS)  # coins put forward in this round
    vote: Row = i8(MAX_PLAYERS)  # 1 + seat, 0: none
    fell: Row = i16(MAX_PLAYERS)  # round in which a seat lost its last coin, 0: it has not
    wins: Row = i8(MAX_PLAYERS)  # games of this session
    outlasted: Row = i8(MAX_PLAYERS)  # opponents ranked below, over all games
    # Notes.
    top: int = i8()  # place of the top note of the deck; -1 while all notes are looked over
    bottom: int = i8()  # place of its bottom note
    held: Row = i8(MAX_PLAYERS)  # notes before each seat
    noted: Row = i8(MAX_PLAYERS)  # of these, how many lay there when the seat last decided: what it can have marked
    hand: Grid = i8(MAX_PLAYERS, HAND)  # 1 + place of each of them, 0: none
    seen: Row = i64(MAX_PLAYERS)  # bits: places of the own notes that a seat has looked at
    open: int = i64()  # bits: places of the notes that were shown
    kind: Row = i8(MAX_NOTES)  # of the note at each place
    look: Row = i8(MAX_NOTES)  # of the note at each place: index of its pattern
    fresh: Row = i32(MAX_NOTES)  # of the note at each place: marks that only their maker knows of
    # What is remembered of notes that look alike.
    looks: int = i8()  # number of patterns
    pattern: Row = i32(MAX_NOTES)  # bits: marks, rising; no two alike
    size: Row = i8(MAX_NOTES)  # notes with each pattern
    sure: Grid = i8(2 * (MAX_PLAYERS + 1), MAX_NOTES)  # row 2v + kind: at least so many, as seat v remembers
    looked: Grid = i8(MAX_PLAYERS, MAX_NOTES)  # at least so many a seat has looked at, as everybody can tell
    # Scratch, all zero between calls.
    count: Row = i8(MAX_NOTES)
    spot: Row = i8(MAX_NOTES)
    target: Row = i8(MAX_NOTES)
    flow: Row = i8(MAX_NOTES)
    marked: Row = i32(MAX_NOTES)
    was: Row = i32(MAX_NOTES)
    where: Row = i32(MAX_NOTES)
