"""ことりあつめ (Kotori Atsume): a push-your-luck auction of little birds.

A variant by Susumu Kawasaki (川崎晋) for the Pairs "Little Bird" deck (James Ernest; Japanese edition by Tendays Games,
2016).  Unofficial and non-commercial; rules in our own words, birds of our own.
"""

from tefuda.engine.description import Constant, Description, Option

GAME = Description(
    slug="kotori",
    players=(2, 4),
    letter="K",
    turn_clause="K4.1",
    perfect_information=True,
    max_branching=3,
    max_chance_outcomes=110,
    max_draws=220,
    playing_time=15,
    options=(Option("allow_yield", default=0, clause="K4.4"),),
    constants=(
        Constant("field_cards", default=3, low=2, high=6, clause="K3.1", field="extra_birds"),
        Constant("rebuilds", default=1, low=0, high=3, clause="K8.1", field="extra_rebuilds"),
    ),
)
