"""てづま師 (Tezuma-shi): a trick-taking game of Japanese stage magic, with abilities that bend the rules.

By the circle 桜遊庵, 2015.  Only the second half of its booklet is known to us; what is missing was reconstructed
(`cards.toml`, `rulebook.en.md`).  Unofficial and non-commercial; rules in our own words.
"""

from tefuda.engine.description import Constant, Description, Option
from tefuda.games.tezuma.card_sets import CARDS, SUITS
from tefuda.games.tezuma.state import (
    COINS,
    LONGEST_SHORT,
    MAX_ABILITY_CARDS,
    MAX_PLAYERS,
    MAX_TABLES,
    MOST_COINS,
    PLAYERS_FOR_STUDY,
)

GAME = Description(
    slug="tezuma",
    players=(3, MAX_PLAYERS),
    letter="T",
    turn_clause="T4.1",
    zero_sum=False,  # a utility grows with the lead
    max_branching=40,
    max_chance_outcomes=CARDS,
    max_draws=1 + MAX_TABLES + 2 * MAX_ABILITY_CARDS + CARDS,  # the start player, what is laid out, and a deal
    playing_time=40,
    options=(
        Option("without_suit", default=0, low=0, high=SUITS, clause="T2.6"),
        Option("one_ability_per_trick", default=0, clause="T6.3"),
    ),
    constants=(
        Constant("coins", default=COINS, low=0, high=MOST_COINS, clause="T3.2", field="extra_coins"),
        Constant(
            "hand",
            default=0,  # the game as it is
            low=1,
            high=LONGEST_SHORT,
            clause="T2.5",
            players=(PLAYERS_FOR_STUDY, PLAYERS_FOR_STUDY),
            field="short",
            zero_sum=True,  # as one leads by what the other is behind
            most_decisions=3,  # one deal, in which both play each card and one may be set aside (T7.10)
        ),
    ),
)
