"""ことりあつめ (Kotori Atsume): a push-your-luck auction of little birds.

A variant by Susumu Kawasaki (川崎晋) for the Pairs "Little Bird" deck (James Ernest; Japanese edition by Tendays Games,
2016).  Unofficial and non-commercial; rules in our own words, birds of our own.
"""

from tefuda.engine.description import Constant, Description, Option
from tefuda.games.kotori.state import (
    FEWEST_FIELD_CARDS,
    FIELD_CARDS,
    MAX_PLAYERS,
    MOST_CARDS,
    MOST_FIELD_CARDS,
    MOST_REBUILDS,
    REBUILDS,
)

GAME = Description(
    slug="kotori",
    players=(2, MAX_PLAYERS),
    letter="K",
    turn_clause="K4.1",
    perfect_information=True,
    max_branching=3,
    max_chance_outcomes=MOST_CARDS,
    max_draws=2 + MOST_FIELD_CARDS,  # of the deal: the dealer, the first top card, and one for each card of the field
    playing_time=15,
    options=(Option("allow_yield", default=0, clause="K4.4"),),
    constants=(
        Constant(
            "field_cards",
            default=FIELD_CARDS,
            low=FEWEST_FIELD_CARDS,
            high=MOST_FIELD_CARDS,
            clause="K3.1",
            field="extra_birds",
        ),
        Constant("rebuilds", default=REBUILDS, low=0, high=MOST_REBUILDS, clause="K8.1", field="extra_rebuilds"),
    ),
)
