"""ドウトツくじゃん: the numbers of its actions, of the clauses that forbid something, and of what happens.

Used by the rules, which refuse and report in them, and by the face, which puts them into words.
"""

from __future__ import annotations

from tefuda.games.doutotsu.state import GLYPHS, MAX_COLOURS, MOST_NAMES

# Actions.  Discards are numbered by the syllabary, not by the card file, so that their names never change.
DRAW = 0
FIRST_LAY = 1  # + colour
FIRST_TAKE = FIRST_LAY + MAX_COLOURS  # + name: take the top discard and begin to expose this name
FIRST_DISCARD = FIRST_TAKE + MOST_NAMES  # + MAX_COLOURS x place in the syllabary + colour
OUT = FIRST_DISCARD + MAX_COLOURS * GLYPHS

# Clauses that forbid something.
ONE_OF_TWO = 301
ONCE_A_GAME = 303
NAME_WITH_THE_DISCARD = 304
NOTHING_TO_TAKE = 305
LETTERS_FROM_HAND = 306
DISCARD_FROM_HAND = 307
THREE_NAMES = 401
NOT_AFTER_EXPOSING = 403
ONE_COLOUR = 404
MATCH_IS_OVER = 602

# What happens, as reported by `emit`: code, then its arguments.
GAME_BEGAN = 1  # number of the game, seat that begins
DEALT = 2  # cards each
DREW = 3  # seat, card
TOOK = 4  # seat, card, name
LAID = 5  # seat, card
DISCARDED = 6  # seat, card
WENT_OUT = 7  # seat, points, 1 + the discard it took for that, or 0
PILE_ENDED = 8
WAITED = 9  # seat that scores one point because it was waiting
NOBODY_WAITED = 10
GATHERED = 11  # seat that keeps its cards on show, or -1
ENDED = 12
