"""KOTODAMA KOGEN (コトコー): a trading card game of Japanese words, which conjugate and modify each other in stacks.

By ツボッシー同盟.  No card of the original is public: the pool here is a reconstruction (`cards.toml`).
Unofficial and non-commercial; rules in our own words.
"""

from tefuda.engine.description import Constant, Description, Option
from tefuda.games.kotodama.state import (
    FEWEST_IN_HAND,
    FEWEST_SCORE_CARDS,
    HAND,
    LARGEST_DECK,
    MAX_PLAYERS,
    MOST_IN_HAND,
    SCORE_CARDS,
)

GAME = Description(
    slug="kotodama",
    players=(2, MAX_PLAYERS),
    letter="W",
    turn_clause="W3.1",
    max_branching=182,
    max_chance_outcomes=LARGEST_DECK,
    max_draws=1 + MAX_PLAYERS * LARGEST_DECK,  # even of a whole game: who goes first, and each card once
    playing_time=30,
    options=(Option("open_lists", default=0, clause="W9.4"), Option("wipe_at_ten", default=0, clause="W4.8")),
    constants=(
        Constant("hand", default=HAND, low=FEWEST_IN_HAND, high=MOST_IN_HAND, clause="W2.3", field="extra_hand"),
        Constant(
            "score_cards",
            default=SCORE_CARDS,
            low=FEWEST_SCORE_CARDS,
            high=SCORE_CARDS,
            clause="W2.4",
            field="extra_score_cards",
        ),
    ),
)
