"""Variants in both builds: apart from the tests of which CI asks coverage, as tracing makes compiling slow."""

from random import Random

import pytest

from tefuda.bots.players import search_build
from tests.contract.properties import check_same_play
from tests.lab.test_variants import SLUGS, outermost


@pytest.mark.parametrize("slug", SLUGS)
def test_both_builds_play_the_same_games_of_a_variant(slug: str) -> None:
    for number, game in enumerate(outermost(slug)):
        check_same_play(game, search_build(game.package, "compiled"), Random(number))
