"""ニワトリかラマか ポーカー (Chicken or Llama: The Poker): bluff with notes that bear secret marks.

Game by Takashi Saito (齋藤隆, BrainBrainGames, 2019), art by Keiichiro Kawasaki (LightWorks).  Unofficial and
non-commercial; rules in our own words, notes of our own drawing.
"""

from tefuda.engine.description import Constant, Description, Option

GAME = Description(
    slug="llama",
    players=(3, 5),
    letter="L",
    turn_clause="L2.3",
    max_branching=85,
    max_chance_outcomes=30,
    max_draws=62,
    playing_time=10,
    telling=("top", "bottom"),  # L4.1: a drawn note may have marks that were not seen before, or none
    options=(
        Option("games", default=1, low=1, high=10, clause="L1.5"),
        Option("swap", default=0, clause="L1.4"),
        Option("marks", default=1, low=0, high=2, clause="L10.3"),
        Option("rounds", default=200, low=1, high=200, clause="L8.5"),
    ),
    constants=(
        Constant("coins", default=3, low=1, high=20, clause="L1.3", in_tables=True),
        Constant("withdrawal", default=2, low=1, high=20, clause="L6.7", in_tables=True),
        Constant(
            "notes", default=0, low=7, high=30, clause="L1.2", players=(2, 2), field="notes"
        ),  # 0: as many as in the card file
    ),
)
