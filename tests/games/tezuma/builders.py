"""Builds positions of てづま師 from named cards, with score tables, minus suits and abilities.

Cards are named as in the notation: `b7`, `ut`. Hands are filled up with low numbers of the suits they hold already, so
that no seat can follow that could not before; all other cards were played before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import tefuda
from tefuda.engine.events import GameEvent
from tefuda.engine.state import State
from tefuda.games.tezuma import state as game_state
from tefuda.games.tezuma.actions import SIDES, SUIT_LETTERS, card_face
from tefuda.games.tezuma.card_sets import CARDS, SUIT_WIDTH, with_card
from tefuda.games.tezuma.counters import cards_of
from tefuda.games.tezuma.state import HAND, UNSEEN, Event, Phase

FACES = {card_face(card): card for card in range(CARDS) if card % SUIT_WIDTH <= 9}


def code(name: str) -> int:
    """Return a card by its name."""
    return FACES[name]


def cards(names: str | Iterable[str]) -> int:
    """Return a set of cards by their names."""
    found = 0
    for name in names.split() if isinstance(names, str) else names:
        found = with_card(found, code(name))
    return found


def names(found: int) -> list[str]:
    """Return the names of a set of cards."""
    return [card_face(card) for card in cards_of(found)]


def ability(name: str) -> int:
    """Return an ability by its name: `2a`."""
    return 2 * (int(name[:-1]) - 1) + SIDES.index(name[-1])


def deck(players: int, without: int) -> list[str]:
    """Return the names of all playing cards of a game."""
    suits = [letter for suit, letter in enumerate(SUIT_LETTERS, 1) if players == 4 or suit != without]
    return [f"{letter}{rank}" for letter in suits for rank in [*range(1, 10), "t", "t", "t"]]


def scene(
    hands: Sequence[str],
    *,
    leader: int = 0,
    abilities: Mapping[int, str] | None = None,
    tables: Mapping[int, int] | None = None,
    minus: Mapping[int, str] | None = None,
    coins: Mapping[int, int] | None = None,
    won: Mapping[int, int] | None = None,
    penalty: Mapping[int, int] | None = None,
    void: Mapping[int, str] | None = None,
    keeps: Mapping[int, str] | None = None,
    points: Sequence[int] = (),
    deal: int = 0,
    held: int = 2,
    one_ability: bool = False,
    without: int = 0,
    unseen: str | None = None,
) -> State:
    """Return a state in which a trick is about to be led and each seat holds `held` cards, or more if more are named.

    `won` are tricks won before, the others fell to the last seat; `penalty` are minus cards among those captured.
    """
    players = len(hands)
    held = max(held, *(len(hand.split()) for hand in hands))
    left = deck(players, without)
    for name in [*(name for hand in hands for name in hand.split()), *(unseen or "").split()]:
        left.remove(name)
    filled = [filled_up(hand.split(), left, held) for hand in hands]
    s = game_state.State()
    s.players, s.to_act, s.phase, s.deal, s.leader, s.best = players, leader, Phase.PLAYING, deal, leader, leader
    s.start, s.step, s.trick, s.power = leader, 3 * players, HAND - held, -1
    s.one_ability, s.without = int(one_ability), without
    for seat, hand in enumerate(filled):
        s.hand[seat] = cards(hand)
    if players == 3 and not without:
        never_seen = unseen.split() if unseen else [left.pop() for _ in range(HAND)]
        s.hand[UNSEEN] = cards(never_seen)
    s.played = cards(left)
    give_choices(s, abilities or {}, tables or {}, minus or {})
    give_past(s, won or {}, coins or {}, penalty or {})
    for seat in range(players):
        s.void[seat] = sum(1 << SUIT_LETTERS.index(letter) for letter in (void or {}).get(seat, ""))
        s.keeps[seat] = sum(1 << SUIT_LETTERS.index(letter) for letter in (keeps or {}).get(seat, ""))
        s.points[seat] = points[seat] if points else 0
    game = tefuda.load("tezuma", players=players, one_ability_per_trick=one_ability, without_suit=without)
    return game.position(game.position_text(s), seed=1)


def filled_up(hand: list[str], left: list[str], held: int) -> list[str]:
    """Return a hand filled with the lowest cards left of its suits, which are removed from `left`."""
    suits = {name[0] for name in hand}
    while len(hand) < held:
        filler = min((name for name in left if name[0] in suits and name[1] != "t"), key=lambda name: name[1])
        left.remove(filler)
        hand = [*hand, filler]
    return hand


def give_choices(
    s: game_state.State, abilities: Mapping[int, str], tables: Mapping[int, int], minus: Mapping[int, str]
) -> None:
    """Give each seat a score table, a minus card and an ability; those not named are any others."""
    suits = [letter for suit, letter in enumerate(SUIT_LETTERS, 1) if suit != s.without]
    free_suits = [letter for letter in suits if letter not in minus.values()]
    free_tables = [number for number in range(1, 7) if number not in tables.values()]
    taken = {name[:-1] for name in abilities.values()}
    free_abilities = [f"{card}a" for card in range(1, 6) if str(card) not in taken]
    for seat in range(s.players):
        s.table[seat] = tables.get(seat) or free_tables.pop(0)
        s.minus[seat] = 1 + SUIT_LETTERS.index(minus.get(seat) or free_suits.pop(0))
        s.ability[seat] = 1 + ability(abilities.get(seat) or free_abilities.pop(0))
    s.free_tables = 1 << free_tables[0] - 1
    s.free_minus = sum(1 << SUIT_LETTERS.index(letter) for letter in free_suits)
    s.free_abilities = 1 << ability(free_abilities[0])


def give_past(
    s: game_state.State, won: Mapping[int, int], coins: Mapping[int, int], penalty: Mapping[int, int]
) -> None:
    """Set the results of the tricks before."""
    for seat in range(s.players):
        s.tricks[seat] = won.get(seat, 0)
        s.coins[seat] = coins.get(seat, 4)
        s.penalty[seat] = penalty.get(seat, 0)
    if s.trick > sum(s.tricks):
        s.tricks[s.players - 1] += s.trick - sum(s.tricks)
    for seat in range(s.players):
        s.taken[seat] = s.players * s.tricks[seat]


# ---------------------------------------------------------------- play and events


def play(state: State, commands: str) -> list[GameEvent]:
    """Play commands in the order of the seats; return the events."""
    events = []
    for command in commands.split():
        events += state.play(command)
    return events


def winner(events: Sequence[GameEvent]) -> int:
    """Return the seat that won the trick."""
    (won,) = [event.a for event in events if event.code == Event.WON]
    return won


def captured(events: Sequence[GameEvent], seat: int) -> int:
    """Return the number of cards that a seat captured in these events."""
    captures = [event for event in events if event.code == Event.CAPTURED and event.a == seat]
    return sum(event.after.taken[seat] - event.before.taken[seat] for event in captures)


def cards_to_play(state: State) -> list[str]:
    """Return the cards that may be played without an ability."""
    return [action for action in state.legal_actions if "!" not in action and action != "nocard"]
