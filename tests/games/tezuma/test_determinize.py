"""Determinizations of てづま師 agree with all information from play, each possible deal with its true probability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import factorial, sqrt
from random import Random
from typing import Any, NamedTuple

import pytest

import tefuda
from harness.contract.cases import determinized
from tefuda.engine.chance import enumerate_outcomes
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tefuda.games.tezuma import determinize
from tefuda.games.tezuma import state as game_state
from tefuda.games.tezuma.actions import SUIT_LETTERS
from tefuda.games.tezuma.card_sets import SUIT_WIDTH
from tefuda.games.tezuma.state import HOLDERS, UNSEEN, Event, Phase
from tests.games.tezuma.builders import cards, deck, names, play, scene

World = tuple[int, ...]  # the hidden hands


class Played(NamedTuple):
    """A card that all have seen played."""

    seat: int
    card: str
    led: str  # letter of the led suit, "" for a leader's card
    freed: bool  # by Entwined Branches


def suits_of(hand: Sequence[str]) -> set[str]:
    return {name[0] for name in hand}


def possible(hand: Sequence[str], seat: int, history: Sequence[Played]) -> bool:
    """Return whether this seat could hold this hand after all that it has played, from its last card to its first."""
    held = list(hand)
    for play_ in reversed(history):
        if play_.seat == seat:
            if play_.led not in ("", play_.card[0]) and (play_.led in suits_of(held)) != play_.freed:
                return False
            held.append(play_.card)
    return True


def true_worlds(s: Any, history: Sequence[Played], viewer: int) -> dict[World, Fraction]:
    """Return every deal that agrees with what the viewer has seen, with its probability."""
    left = deck(s.players, s.without)
    for play_ in history:
        left.remove(play_.card)
    for name in names(s.hand[viewer]) if viewer >= 0 else []:
        left.remove(name)
    sizes = [s.hand[h].bit_count() for h in holders(s, viewer)]
    found: Counter[World] = Counter()

    def deal(at: int, left: list[str], hands: World) -> None:
        if at == len(sizes):
            found[hands] += 1
            return
        seat = holders(s, viewer)[at]
        for chosen in combinations(range(len(left)), sizes[at]):
            hand = [left[place] for place in chosen]
            if seat == UNSEEN or possible(hand, seat, history):
                rest = [name for place, name in enumerate(left) if place not in chosen]
                deal(at + 1, rest, (*hands, cards(hand)))

    deal(0, left, ())
    total = sum(found.values())
    return {world: Fraction(count, total) for world, count in found.items()}


def holders(s: Any, viewer: int) -> list[int]:
    """Return the holders whose cards the viewer cannot see."""
    return [h for h in (*range(s.players), UNSEEN) if h != viewer and s.hand[h]]


def deals(s: Any, viewer: int) -> int:
    """Return the number of deals of the hidden cards, ignoring what play has shown."""
    sizes = [s.hand[h].bit_count() for h in holders(s, viewer)]
    found = factorial(sum(sizes))
    for size in sizes:
        found //= factorial(size)
    return found


def histories(players: int, seed: int) -> Iterator[tuple[State, list[Played]]]:
    """Yield positions of a random game, with the cards that all have seen played in the current deal."""
    state, random = tefuda.load("tezuma", players=players).start(seed=seed), Random(seed)
    history: list[Played] = []
    while not state.is_terminal:
        for event in state.play(random.choice(state.legal_actions)):
            if event.code == Event.DEALT:
                history = []
            elif event.code == Event.PLAYED:
                before, card = event.before, names(1 << event.b)[0]
                led = SUIT_LETTERS[before.led - 1] if before.led else ""
                entwined = bool(event.c) and before.ability[event.a] == 7  # 4a, the seventh side
                history.append(Played(event.a, card, led, entwined))
        yield state.copy(), list(history)


def world(s: Any, viewer: int) -> World:
    return tuple(s.hand[h] for h in holders(s, viewer))


def as_dealt(game: Game, s: Any, viewer: int) -> dict[World, Fraction]:
    """Return the exact probability of each world as `determinize` deals it."""
    found: dict[World, Fraction] = {}
    for probability, other in enumerate_outcomes(s, lambda other: game.build.determinize(other, game.tables, viewer)):
        found[world(other, viewer)] = found.get(world(other, viewer), Fraction(0)) + probability
    return found


def surprise(game: Game, s: Any, viewer: int, worlds: dict[World, Fraction], samples: int) -> float:
    """Return the standard score of the chi-square statistic over worlds grouped by suits."""
    shapes: Counter[tuple[int, ...]] = Counter()
    for hands, probability in worlds.items():
        shapes[shape(hands)] += probability  # type: ignore[assignment]  # a Fraction counts too
    met: Counter[tuple[int, ...]] = Counter()
    other = s.copy()
    other.rng = 2026
    for _ in range(samples):
        game.build.determinize(other, game.tables, viewer)
        assert world(other, viewer) in worlds, "a deal that cannot be"
        met[shape(world(other, viewer))] += 1
    common = [one for one in shapes if shapes[one] * samples >= 5]
    rare = samples * (1 - sum(shapes[one] for one in common))
    terms = [(met[one] - samples * shapes[one]) ** 2 / (samples * shapes[one]) for one in common]
    if rare >= 5:
        terms.append((samples - sum(met[one] for one in common) - rare) ** 2 / rare)
    freedom = len(terms) - 1
    return float((sum(terms) - freedom) / sqrt(2 * freedom)) if freedom else 0.0


def shape(hands: World) -> tuple[int, ...]:
    """Return the number of cards of each suit in each hand, and whether trumps are among them."""
    parts = [(hand >> suit * SUIT_WIDTH & 0xFFF) for hand in hands for suit in range(4)]
    return tuple(part.bit_count() * 16 + (part >> 9).bit_count() for part in parts)


# ---------------------------------------------------------------- by every deal


@pytest.mark.clause("T4.3")
def test_every_world_has_exactly_its_true_probability() -> None:
    """With two cards each left, compare every outcome of `determinize` with every possible deal."""
    checked = constrained = 0
    for seed in range(40):
        for state, history in histories(4, seed):
            s = state.full_state
            viewer = seed % 4
            if state.is_terminal or s.trick != 10 or any(s.lying) or any(s.keeps) or deals(s, viewer) > 90:
                continue
            worlds = true_worlds(s, history, viewer)
            assert as_dealt(state.game, s, viewer) == worlds
            checked += 1
            constrained += len(worlds) < 80
        if checked >= 7 and constrained >= 3:
            break
    assert checked >= 7
    assert constrained >= 3, "voids have ruled something out"


@pytest.mark.clause("T4.3", "T2.5", "T7.7")
@pytest.mark.parametrize("players", [3, 4])
def test_samples_of_larger_deals_have_the_right_frequencies(players: int) -> None:
    wanted = {True: 2, False: 4}  # with and without a seat that was seen to hold a suit
    for seed in range(100, 160):
        for state, history in histories(players, seed):
            s = state.full_state
            for viewer in range(-1, players):
                keeps = any(s.keeps[p] for p in range(players) if p != viewer)
                due = wanted[keeps] and Random(f"{seed} {len(history)} {viewer}").random() < (1 if keeps else 0.04)
                if due and s.phase == Phase.PLAYING and 100 < deals(s, viewer) <= 12_000:
                    worlds = true_worlds(s, history, viewer)
                    assert world(s, viewer) in worlds
                    assert surprise(state.game, s, viewer, worlds, 600) < 5, f"viewer {viewer} of {state}"
                    wanted[keeps] -= 1
        if not any(wanted.values()):
            break
    assert not any(wanted.values()), "so many positions were to be checked"


# -------------------------------------------------------- by public information


@pytest.mark.clause("T4.3")
def test_seat_is_not_dealt_a_suit_it_did_not_follow() -> None:
    state = scene(["b1 b2 b3 u1 u2 u3", "u4 u5 u6 r1 r2 r3", "b4 b5 b6 w1 w2 w3", "r4 r5 r6 w4 w5 w6"])
    play(state, "b1 u4 b4 r4")
    s = state.full_state
    seen: dict[int, set[str]] = {seat: set() for seat in range(1, 4)}
    for seed in range(300):
        other = determinized(state.game, s, 0, seed)
        assert other.hand[0] == s.hand[0], "one's own hand stays"
        for seat in range(1, 4):
            seen[seat] |= suits_of(names(other.hand[seat]))
    assert "b" not in seen[1]
    assert "b" not in seen[3]
    assert seen[2] == set("burw")


@pytest.mark.clause("T7.7")
def test_seat_freed_from_following_is_dealt_the_suit_until_it_has_played_it() -> None:
    state = scene(["b1 b2 u1 u2", "b3 r2 r3 r4", "b4 b5 w1 w2", "b6 b7 w4 w5"], abilities={1: "4a"})
    play(state, "b1 r2! b4 b6")
    for seed in range(200):
        assert "b" in suits_of(names(determinized(state.game, state.full_state, 0, seed).hand[1]))
    assert state.current_player == 3
    play(state, "b7 b2 b3 b5")
    others = [suits_of(names(determinized(state.game, state.full_state, 0, seed).hand[1])) for seed in range(200)]
    assert any("b" not in suits for suits in others), "now it may have none left"


@pytest.mark.clause("T8.5", "T1.6")
def test_card_left_over_after_the_last_deal_stays_hidden_from_others() -> None:
    state = scene(["b9 u9", "b1 w1", "b2 w2", "b3 w3"], abilities={0: "3a"}, deal=3)
    play(state, "nocard b1 b2 b3 b9 w1 w2 w3")
    assert state.is_terminal
    left = names(state.full_state.hand[0])
    assert [names(determinized(state.game, state.full_state, 1, seed).hand[0]) for seed in range(5)] == [left] * 5
    assert left == ["u9"], "all know it: it is the only card not played"


@pytest.mark.clause("T2.5", "T1.6")
def test_with_three_players_the_unseen_cards_are_unknown_to_all() -> None:
    state = tefuda.load("tezuma", players=3).start(seed=4)
    for viewer in (-1, 0, 1, 2):
        worlds = [determinized(state.game, state.full_state, viewer, seed) for seed in range(20)]
        assert len({other.hand[UNSEEN] for other in worlds}) == 20
        assert all(other.hand[UNSEEN].bit_count() == 12 for other in worlds)


def test_determinize_terminates_with_a_constant_source_of_chance() -> None:
    """Deals that contradict public information are repeated, but not forever."""

    class Stubborn:
        def __init__(self, share: float) -> None:
            self.share = share

        def below(self, s: Any, n: int) -> int:
            return int(self.share * n)

        def mark(self) -> int:
            return 0

        def reset(self, mark: int) -> None:
            raise NotImplementedError

    state = scene(["b1 b2 u1 u2", "b3 r2 r3 r4", "b4 b5 w1 w2", "b6 b7 w4 w5"], abilities={1: "4a"})
    play(state, "b1 r2! b4 b6")
    for share in (0.0, 0.3, 0.5, 0.999):
        for viewer in (-1, 0, 2, 3):
            other = state.full_state
            other.listen(Stubborn(share), None)
            state.game.build.determinize(other, state.game.tables, viewer)
            assert "b" in suits_of(names(other.hand[1]))
            assert state.game.faults(other) == []


# -------------------------------------------------------------------- counting


@pytest.mark.parametrize("suits", [1, 2, 3, 4])
def test_ways_agree_with_enumeration(suits: int) -> None:
    random, found = Random(suits), []
    for _ in range(40):
        s = game_state.State()
        s.players = 4
        for h in range(HOLDERS):
            s.room[h] = random.randint(0, 3)
        for p in range(4):
            s.void[p] = random.randrange(16)
        plan = [(suit, random.randint(1, 2)) for suit in random.sample(range(4), suits)]
        packed = sum((suit | count << 2 | 128) << 8 * at for at, (suit, count) in enumerate(plan))
        before = s.room.values()
        found.append(determinize.ways(s, packed))
        assert found[-1] == ways_one_by_one(s, plan, before)
        assert s.room.values() == before
    assert 0 in found
    assert max(found) > 10


def ways_one_by_one(s: Any, suits: list[tuple[int, int]], room: list[int]) -> int:
    """Count the ways to mark the places with suits by marking one place after the other."""
    if not suits:
        return 1
    (suit, count), *rest = suits
    places = [h for h in range(HOLDERS) for _ in range(room[h]) if h == UNSEEN or not s.void[h] >> suit & 1]
    found = 0
    for chosen in combinations(range(len(places)), count):
        left = room.copy()
        for place in chosen:
            left[places[place]] -= 1
        found += ways_one_by_one(s, rest, left)
    return found


@pytest.mark.parametrize("n", [5000, 3 << 30, 5 << 59, (1 << 62) + 1])
def test_large_draws_are_uniform(n: int) -> None:
    s = game_state.State()
    s.rng = n
    drawn = [determinize.draw(s, n) for _ in range(3000)]
    assert min(drawn) >= 0
    assert max(drawn) < n
    fifths = Counter(one * 5 // n for one in drawn)
    assert all(500 < fifths[fifth] < 700 for fifth in range(5))


# -------------------------------------------------------------------- the key


def key(state: State, viewer: int) -> int:
    found: int = state.game.build.information_state_key(state.full_state, state.game.tables, viewer)
    return found


def test_key_ignores_the_trick_in_which_a_card_was_played() -> None:
    one, other = (scene(["b8 b9 u1", "b1 b2 u2", "b3 b4 u3", "b5 b6 u4"]) for _ in range(2))
    play(one, "b8 b1 b3 b5 b9 b2 b4 b6")
    play(other, "b9 b2 b4 b6 b8 b1 b3 b5")
    for viewer in range(-1, 4):
        assert key(one, viewer) == key(other, viewer)


@pytest.mark.clause("T4.3", "T7.7")
def test_key_depends_on_the_suits_a_seat_has_shown() -> None:
    """The same cards in every hand and pile, but another void, or another suit known to be held."""
    hands = ["b9 u9 r1", "b1 u1 r2", "u2 b2 r3", "u3 b3 r4"]
    positions = [scene(hands), scene(hands, void={2: "w"}), scene(hands, void={3: "w"}), scene(hands, keeps={2: "b"})]
    for viewer in range(-1, 4):
        assert len({key(state, viewer) for state in positions}) == 4
