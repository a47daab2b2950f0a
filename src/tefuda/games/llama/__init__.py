"""ニワトリかラマか ポーカー (Chicken or Llama: The Poker): bluff with notes that bear secret marks.

Game by Takashi Saito (齋藤隆, BrainBrainGames, 2019), art by Keiichiro Kawasaki (LightWorks).  Unofficial and
non-commercial; rules in our own words, notes of our own drawing.
"""

from tefuda.engine.description import Constant, Description, Option
from tefuda.games.llama.state import (
    FEWEST_FOR_STUDY,
    MAX_NOTES,
    MAX_PLAYERS,
    MOST_COINS,
    MOST_GAMES,
    MOST_MARKS,
    MOST_ROUNDS,
    PLAYERS_FOR_STUDY,
)

GAME = Description(
    slug="llama",
    players=(3, MAX_PLAYERS),
    letter="L",
    turn_clause="L2.3",
    max_branching=85,
    max_chance_outcomes=MAX_NOTES,
    max_draws=MAX_NOTES,  # the first dealer, and a shuffle
    playing_time=10,
    telling=("top", "bottom"),  # L4.1: a drawn note may have marks that were not seen before, or none
    options=(
        Option("games", default=1, low=1, high=MOST_GAMES, clause="L1.5"),
        Option("swap", default=0, clause="L1.4"),
        Option("marks", default=1, low=0, high=MOST_MARKS, clause="L10.3"),
        Option("rounds", default=MOST_ROUNDS, low=1, high=MOST_ROUNDS, clause="L8.5"),
    ),
    constants=(
        Constant("coins", default=3, low=1, high=MOST_COINS, clause="L1.3", in_tables=True),
        Constant("withdrawal", default=2, low=1, high=MOST_COINS, clause="L6.7", in_tables=True),
        Constant(
            "notes",
            default=0,  # as many as in the card file
            low=FEWEST_FOR_STUDY,
            high=MAX_NOTES,
            clause="L1.2",
            players=(PLAYERS_FOR_STUDY, PLAYERS_FOR_STUDY),
            field="notes",
        ),
    ),
)
