"""A sensible player of てづま師 that reads only the view.

Estimates how many tricks the hand may win, takes the score table that pays best for about as many, and then values
every card, with and without the ability, by the expected points after winning or losing this trick: it counts cards,
ducks when its table asks for few tricks, and pays for its ability when that turns a trick.
"""

from __future__ import annotations

from math import exp, fsum
from random import Random

from tefuda.engine.view import Choice, View, Words
from tefuda.games.tezuma.state import Power

TRICKS = 12
SUITS = "burw"
TRUMP = 0  # a trump card's number

# How often a card wins a trick if nothing is known about the others.
CHANCE_OF_NUMBER = (0.0, 0.0, 0.02, 0.03, 0.06, 0.1, 0.17, 0.28, 0.42, 0.6)
CHANCE_OF_TRUMP = 0.45
STEERING = 0.35  # points lost for each trick between the aim and what the cards are expected to win
COIN = 0.3  # worth in points of an ohajiki at the beginning of a deal

# Worth of abilities to a player that wants tricks, and to one that does not.
WORTH = {
    "ability-wins": (1.2, 0.3),
    "ability-trump": (1.0, 0.3),
    "ability-no-trump": (0.2, 0.8),
    "ability-free": (0.9, 0.6),
    "ability-as-led": (0.8, 0.3),
    "ability-aside": (0.6, 0.3),
    "ability-number": (0.4, 1.2),
    "ability-plus": (1.1, 0.3),
    "ability-either": (0.9, 0.7),
}

Playing = tuple[str, int]  # suit letter, number or TRUMP


def choose(view: View, random: Random) -> str:
    """Return a legal command."""
    first = view.choices[0].action
    if first.startswith("aside-"):
        return set_aside(view)
    if first.partition("-")[0] in ("table", "minus", "ability"):
        return take(view, random)
    return play(view, random)


def playing_card(face: str | None) -> Playing:
    """Return a playing card by its face id."""
    assert face is not None
    return face[0], TRUMP if face[1:] == "t" else int(face[1:])


def hand(view: View) -> list[Playing]:
    """Return the cards of one's own hand."""
    return [playing_card(card.face) for card in view.zone(f"hand-{view.seat}").cards]


def number(words: Words, name: str) -> int:
    """Return an integer argument of a message."""
    value = words.args[name]
    assert isinstance(value, int)
    return value


# ----------------------------------------------------------------- choosing


def take(view: View, random: Random) -> str:
    """Return the best choice of the kind whose best is furthest ahead of its second best."""
    mine = hand(view)
    expected = fsum(CHANCE_OF_NUMBER[n] if n else CHANCE_OF_TRUMP for _, n in mine)
    row = columns(view)
    aim = best_aim(row, 0, expected, TRICKS)[1] if row else expected
    by_kind: dict[str, list[tuple[float, float, str]]] = {}
    for choice in view.choices:
        kind = choice.action.partition("-")[0]
        value = worth_taking(choice, kind, mine, expected, aim)
        by_kind.setdefault(kind, []).append((value, random.random(), choice.action))
    best: tuple[float, str] = (-1.0, "")
    for values in by_kind.values():
        values.sort(reverse=True)
        ahead = values[0][0] - (values[1][0] if len(values) > 1 else values[0][0])
        best = max(best, (ahead, values[0][2]))
    return best[1]


def worth_taking(choice: Choice, kind: str, mine: list[Playing], expected: float, aim: float) -> float:
    """Return about how many points a card to choose is worth."""
    if kind == "table":
        row = [int(points) for points in str(choice.label.args["row"]).split()]
        return best_aim(row, 0, expected, TRICKS)[0]
    if kind == "ability":
        ability = choice.label.args["kind"]
        assert isinstance(ability, Words)
        eager, shy = WORTH[ability.id]
        share = min(1.0, max(0.0, aim / 3 - 0.3))
        return eager * share + shy * (1 - share)
    suit = choice.action[-1]  # cards of the minus suit come with the tricks won in it
    wins = fsum(CHANCE_OF_NUMBER[n] for letter, n in mine if letter == suit and n)
    return -1.5 * wins * min(1.0, aim / max(expected, 1.0))


def columns(view: View) -> list[int]:
    """Return the points on one's own score table; nothing before it is chosen."""
    own = [c for c in view.counters if c.owner == view.seat and c.id.startswith("column-")]
    return [counter.value for counter in own]


def best_aim(row: list[int], won: int, expected: float, left: int) -> tuple[float, float]:
    """Return the expected points with these tricks won and left, and the number of further tricks to aim at."""
    best = (-1e9, expected)
    for step in range(-6, 7):
        aim = min(float(left), max(0.0, expected + step * 0.5))
        spread = 0.6 + 0.08 * left
        weights = [exp(-(((further - aim) / spread) ** 2) / 2) for further in range(left + 1)]
        points = fsum(w * row[min(won + further, len(row) - 1)] for further, w in enumerate(weights)) / fsum(weights)
        best = max(best, (points - STEERING * abs(aim - expected), aim))
    return best


# ------------------------------------------------------------------ playing


def play(view: View, random: Random) -> str:
    """Return the card, with or without the ability, with the highest expected points."""
    row, mine = columns(view), hand(view)
    won, left = view.counter("tricks", view.seat), TRICKS - view.counter("trick")
    expected = fsum(chance(view, card) for card in mine)
    minus = minus_suit(view)
    price = trick_price(view, minus)
    best: tuple[float, float, str] = (-1e9, 0.0, "")
    for choice in view.choices:
        card = None if choice.action == "nocard" else playing_card(choice.action.rstrip("!-"))
        rest = min(float(left), expected - (chance(view, card) if card else 0.0))
        wins = winning_chance(view, choice, card)
        cost = COIN * number(choice.label, "cost") * left / TRICKS if "cost" in choice.label.args else 0.0
        taken = price + (1 if card and card[0] == minus else 0)
        if "does" in choice.label.args and choice.label.args["does"] == Words("does-aside"):
            taken -= min(1, taken)
        value = wins * (best_aim(row, won + 1, rest, left)[0] - taken) + (1 - wins) * best_aim(row, won, rest, left)[0]
        best = max(best, (value - cost, random.random(), choice.action))
    return best[2]


def set_aside(view: View) -> str:
    """Return a card of one's own minus suit, if there is one in the trick."""
    minus = minus_suit(view)
    cost = [(view.zone(choice.zone or "").cards[0].face or "")[0] == minus for choice in view.choices]
    return view.choices[cost.index(True) if True in cost else 0].action


def minus_suit(view: View) -> str:
    """Return the letter of one's own minus suit."""
    return next(str(c.face)[-1] for c in view.zone(f"chosen-{view.seat}").cards if str(c.face).startswith("minus"))


def trick_price(view: View, minus: str) -> float:
    """Return the expected number of minus cards in this trick, besides one's own card."""
    cards = [card for p in range(view.players) for card in view.zone(f"trick-{p}").cards]
    to_come = view.players - 1 - len(cards)
    chance_of_minus = 0.6 if cards and led_suit(view) == minus else 0.15
    return sum(playing_card(card.face)[0] == minus for card in cards) + chance_of_minus * to_come


def led_suit(view: View) -> str:
    """Return the letter of the led suit, "" before the first card (which may be the second player's: T7.5)."""
    leader = view.roles["leader"]
    for place in range(view.players):
        for card in view.zone(f"trick-{(leader + place) % view.players}").cards:
            return playing_card(card.face)[0]
    return ""


def chance(view: View, card: Playing) -> float:
    """Return how likely a card of the hand wins a later trick."""
    suit, rank = card
    if rank == TRUMP:
        return CHANCE_OF_TRUMP
    if rank > view.counter(f"highest-{suit}"):
        return 0.75 if view.counter(f"out-{suit}") >= 3 else 0.45
    return CHANCE_OF_NUMBER[rank]


def winning_chance(view: View, choice: Choice, card: Playing | None) -> float:
    """Return how likely this choice wins the trick as it lies."""
    if card is None:
        return 1.0
    suit, rank = card
    led = led_suit(view) or suit
    strength = rank + 1 if suit == led else 0  # as in T5: 0 cannot win, 1 a trump that follows, 2 and more a number
    if rank == TRUMP and suit != led:
        strength = Power.VALID_TRUMP
    does = choice.label.args.get("does")
    if isinstance(does, Words):
        if does.id in ("does-number", "does-as-led"):
            strength = number(does, "number") + 1
        elif does.id in ("does-trump", "does-free-trump"):
            strength = Power.VALID_TRUMP
        elif does.id == "does-no-trump":
            strength = 0
    if strength == 0 or strength <= lying_strength(view):
        return 0.0
    if strength == Power.VALID_TRUMP:
        return 0.98
    stays = 1.0
    for p in yet_to_play(view):
        stays *= 1 - beaten_by(view, p, led, strength - 1)
    return stays


def lying_strength(view: View) -> int:
    """Return the strength of the card that wins so far."""
    if "winning" not in view.roles:
        return -1
    best = view.roles["winning"]
    cards = view.zone(f"trick-{best}").cards
    if not cards:
        return Power.WITHOUT_CARD
    if "valid-trump" in cards[0].marks:
        return Power.VALID_TRUMP
    counted = [c.value for c in view.counters if c.id == "counts-as" and c.owner == best]
    return (counted[0] if counted else playing_card(cards[0].face)[1]) + 1


def yet_to_play(view: View) -> list[int]:
    """Return the seats that play after one's own in this trick."""
    seats, p = [], (view.seat + 1) % view.players
    while p != view.roles["leader"]:
        seats.append(p)
        p = (p + 1) % view.players
    return seats


def beaten_by(view: View, p: int, led: str, rank: int) -> float:
    """Return how likely a seat beats that number of the led suit."""
    out, highest = view.counter(f"out-{led}"), view.counter(f"highest-{led}")
    holders = view.players - 1
    void = any(c.owner == p and c.id == f"void-{led}" for c in view.counters)
    none = 1.0 if void else exp(-out / holders)
    hidden = max(1, sum(view.counter(f"out-{letter}") for letter in SUITS))
    trump = 1 - exp(-view.counter("trumps-out") * view.zone(f"hand-{p}").count / hidden)
    higher = 0.0
    if rank < highest:
        higher = 1 - exp(-min(highest - rank, out) / holders)
    return 0.7 * (none * trump + (1 - none) * higher)
