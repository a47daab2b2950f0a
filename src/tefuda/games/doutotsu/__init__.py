"""ドウトツくじゃん (Doutotsu Kujan): three animals from twelve kana, a small game in the manner of mahjong.

By Shinichi Yogi (与儀新一), the second variation on the sheet of his ドウトツつくろ (77spiele, 2023).  Unofficial and
non-commercial; rules in our own words, list and kana cards reconstructed.
"""

from tefuda.engine.description import Description, Option
from tefuda.games.doutotsu.state import LONGEST_MATCH, MAX_PLAYERS, MOST_CARDS

GAME = Description(
    slug="doutotsu",
    players=(2, MAX_PLAYERS),
    letter="D",
    turn_clause="D3.1",
    max_branching=42,
    max_chance_outcomes=MOST_CARDS,
    max_draws=1 + MOST_CARDS,  # who goes first, and each card of a deal once
    playing_time=20,
    telling=("take",),  # D3.4: the hand holds the other letters
    options=(
        Option("core", default=0, clause="D1.3"),
        Option("open_discards", default=0, clause="D2.4"),
        Option("most_games", default=LONGEST_MATCH, low=1, high=LONGEST_MATCH, clause="D6.3"),
    ),
)
