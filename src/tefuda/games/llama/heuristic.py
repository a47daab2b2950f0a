"""A sensible player of ニワトリかラマか ポーカー that reads only the view.

Plays clean hands and now and then bluffs with others; draws from the end of the deck that looks safer while the risk is
worth it; votes for long hands that look clean; goes all-in when likely to win.  Puts its own sign on every note whose
kind it has seen, so that a front tells it more from round to round.  The reference for the searching bots.
"""

from __future__ import annotations

from random import Random

from tefuda.engine.view import View
from tefuda.games.llama.actions import PLACE_NAMES

# Highest chance of a bust, in percent, at which one more note is drawn, by the notes held.
RISK = {2: 34, 3: 27, 4: 16}
BLUFFS = 0.25  # probability of playing a bust hand
BOLD_BLUFFS = 0.15  # probability of going all-in with a bust hand that is played
SURE_ENOUGH, CALLS = 0.6, 0.45  # chances to win at which to go all-in and to answer an all-in


def choose(view: View, random: Random) -> str:
    """Return a command for the seat of this view, in notation: marks, and the decision."""
    return " ".join((*preliminaries(view), decision(view, random)))


def preliminaries(view: View) -> tuple[str, ...]:
    """Return the marks to make before deciding: one's own sign on every note looked at that does not bear it yet."""
    legal = {choice.action for choice in view.choices}
    place = PLACE_NAMES[3 * view.seat % len(PLACE_NAMES)]
    bad = bad_face(view)
    marks = []
    for number, card in enumerate(view.zone(f"hand-{view.seat}").cards):
        signed = any(mark.endswith(f"-{place}") for mark in card.marks)
        mark = f"mark-{number}-{'fold' if card.face == bad else 'nick'}-{place}"
        if card.face is not None and not signed and mark in legal:
            marks.append(mark)
    return tuple(marks)


def decision(view: View, random: Random) -> str:
    """Return the action that completes the command."""
    legal = {choice.action for choice in view.choices}
    busted = number(view, "bust", view.seat) == 100
    if "play" in legal:
        return "play" if not busted or random.random() < BLUFFS else "fold"
    if "stop" in legal:
        return draw(view, busted, random)
    if "reveal" in legal:
        all_coins = number(view, "stake", view.seat)
        return "withdraw" if busted and all_coins > number(view, "withdrawal") else "reveal"
    if "decline" in legal:
        bluff = busted and held(view, view.seat) > 2 and random.random() < BOLD_BLUFFS
        return "all-in" if bluff or winning(view) > SURE_ENOUGH else "decline"
    if "drop" in legal:
        nothing_more_to_lose = number(view, "coins", view.seat) == 0
        return "all-in" if nothing_more_to_lose or winning(view) > CALLS else "drop"
    return vote(view)


def draw(view: View, busted: bool, random: Random) -> str:
    """Draw from the end that looks safer, or stop; with a bust in hand, bluff as if there were none."""
    count = held(view, view.seat)
    if busted:
        return random.choice(("top", "bottom")) if random.random() < (0.8, 0.4, 0.1)[count - 2] else "stop"
    top, bottom = number(view, "bust-top"), number(view, "bust-bottom", missing=100)
    if min(top, bottom) > RISK[count]:
        return "stop"
    return "top" if top < bottom or (top == bottom and random.random() < 0.5) else "bottom"


def vote(view: View) -> str:
    """Vote for a long hand that may well be clean."""
    rivals = [choice.action for choice in view.choices if choice.action.startswith("vote-")]
    return max(rivals, key=lambda action: prospect(view, int(action.removeprefix("vote-"))))


def prospect(view: View, seat: int) -> float:
    """Return how good a hand looks to others."""
    return (100 - number(view, "bust", seat)) * held(view, seat)


def winning(view: View) -> float:
    """Return the chance to win a showdown: one's own hand is clean, and no rival has a clean one that beats it."""
    me = view.seat
    chance = 1 - number(view, "bust", me) / 100
    for seat in range(view.players):
        if seat == me or not held(view, seat) or out(view, seat):
            continue
        clean = 1 - number(view, "bust", seat) / 100
        clean = clean if clean in (0.0, 1.0) else clean**0.5  # bets are made with clean hands rather than with others
        if (held(view, seat), nearness(view, seat)) > (held(view, me), nearness(view, me)):
            chance *= 1 - clean
    return chance


def nearness(view: View, seat: int) -> int:
    """Return how near a seat is to the dealer, clockwise: at most 0."""
    return -((seat - view.roles["dealer"]) % view.players)


def held(view: View, seat: int) -> int:
    """Return the number of notes before a seat."""
    return view.zone(f"hand-{seat}").count


def out(view: View, seat: int) -> bool:
    """Return whether a seat is out of this round."""
    return any(c.owner == seat and c.id in ("folded", "dropped", "withdrew", "out") for c in view.counters)


def bad_face(view: View) -> str:
    """Return the face that busts."""
    return "llama" if number(view, "swap") else "chicken"


def number(view: View, id: str, owner: int = -1, missing: int = 0) -> int:
    """Return the value of a counter, `missing` if the view does not have it."""
    return next((c.value for c in view.counters if (c.id, c.owner) == (id, owner)), missing)
