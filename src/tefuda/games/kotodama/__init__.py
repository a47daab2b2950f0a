"""KOTODAMA KOGEN (コトコー): a trading card game of Japanese words, which conjugate and modify each other in stacks.

By ツボッシー同盟.  No card of the original is public: the pool here is a reconstruction (`cards.toml`).
Unofficial and non-commercial; rules in our own words.
"""

from tefuda.engine.description import Constant, Description, Option

GAME = Description(
    slug="kotodama",
    players=(2, 2),
    letter="W",
    turn_clause="W3.1",
    max_branching=182,
    max_chance_outcomes=55,
    max_draws=111,
    playing_time=30,
    options=(Option("open_lists", default=0, clause="W9.4"), Option("wipe_at_ten", default=0, clause="W4.8")),
    constants=(
        Constant("hand", default=4, low=1, high=8, clause="W2.3", field="extra_hand"),
        Constant("score_cards", default=5, low=1, high=5, clause="W2.4", field="extra_score_cards"),
    ),
)
