"""What makes a record no position of ドウトツくじゃん: cards missing or too many, and contradictions.

Used by the face; a person who writes a position by hand reads these sentences.
"""

from __future__ import annotations

from collections import Counter

from tefuda.games.doutotsu.bags import ALL, GUARD, cards_among, colour_of, kana_of, number
from tefuda.games.doutotsu.kana import KANA
from tefuda.games.doutotsu.rules import LONGEST_MATCH
from tefuda.games.doutotsu.spelling import is_waiting, next_letter, out_points
from tefuda.games.doutotsu.state import (
    CHOOSE,
    DISCARD,
    DISCARD_AFTER_LAYING,
    GOAL,
    HALF,
    HALVES,
    HAND,
    LAY,
    MAX_COLOURS,
    MOST_COPIES,
    State,
    Tables,
)
from tefuda.games.doutotsu.text import cards_of, spelling
from tefuda.games.doutotsu.turns import highest_score


def faults(s: State, t: Tables) -> list[str]:
    """Everything that makes a record no position of this game."""
    return meaningless(s, t) or miscounted(s, t) or contradictions(s, t)


def meaningless(s: State, t: Tables) -> list[str]:
    """Numbers that name no seat, card or switch, and things before seats that nobody sits on."""
    names = t.names[s.core] if s.core in (0, 1) else 0
    bounds = {
        "pending": (0, 0),
        "core": (0, 1),
        "open_discards": (0, 1),
        "most_games": (1, LONGEST_MATCH),
        "game": (1, s.most_games),
        "first": (0, s.players - 1),
        "phase": (CHOOSE, DISCARD_AFTER_LAYING),
        "left": (0, 127),
        "top": (0, MAX_COLOURS * t.kana),
        "under": (0, MAX_COLOURS * t.kana),
        "shown": (0, s.players),
        "scores": (0, 2 * GOAL - 1),  # two points, and three more
        "name": (0, names),
        "exposed": (0, MAX_COLOURS * t.kana),
        "spare": (0, 0),
    }
    found = []
    for field, value in s.values().items():
        cells = [value] if isinstance(value, int) else value
        low, high = bounds.get(field, (0, None))
        if field in ("rng", "to_act"):
            continue
        if any(cell < low or (high is not None and cell > high) for cell in cells):
            wrong = max(cells, key=lambda cell: max(low - cell, cell - high if high is not None else 0))
            found.append(f"{field} takes {low} to {high if high is not None else 'more'}, not {wrong}")
        if field in ("scores", "name", "exposed", "held") and any(cells[len(cells) // 3 * s.players :]):
            found.append(f"{field} has something beyond seat {s.players - 1}, the last")
    return found


def miscounted(s: State, t: Tables) -> list[str]:
    """Cards that are missing or too many, and counts that do not fit the cards."""
    bags = [s.pile, s.buried, *(s.held[p] for p in range(s.players))]
    for bag in bags:
        if any(word & GUARD or word >> 4 * HALF for word in bag.values()):  # a count above seven
            return [f"a bag counts more than {MOST_COPIES} cards of a kana"]
        words = bag.values()
        if any(words[HALVES * t.colours :]):
            return [f"a bag holds a colour beyond {t.colours - 1}, the last"]
        if any(word >> 4 * max(0, t.kana - HALF * (place % HALVES)) for place, word in enumerate(words)):
            return [f"a bag holds a kana beyond {t.kana - 1}, the last"]
    found = []
    there = Counter(card for bag in bags for card in cards_of(bag, t))
    there.update(card - 1 for card in (s.top, s.under) if card > 0)
    deck = Counter(cards_of(t.deck[s.core], t))
    for card in sorted(there.keys() | deck.keys()):
        if there[card] != deck[card]:
            letter = f"{KANA[t.glyph[kana_of(card)]]} of colour {colour_of(card)}"
            found.append(f"there are {there[card]} cards {letter}, not {deck[card]}")
    if s.left != cards_among(s.pile, ALL, ALL):
        found.append(f"left is {s.left}, but the pile holds {cards_among(s.pile, ALL, ALL)} cards")
    return found


def contradictions(s: State, t: Tables) -> list[str]:
    """What cannot be on one table at a moment when somebody decides, or after the match."""
    found = [fault for p in range(s.players) for fault in faults_of_exposed(s, t, p)]
    if found:
        return found
    found = faults_of_the_end(s, t) if s.to_act < 0 else faults_of_a_turn(s, t)
    scorers = sum(s.scores[p] > 0 for p in range(s.players))
    if scorers > s.game - (s.to_act >= 0):
        found.append(f"{scorers} seats have points, but this is game {s.game}: one seat scores a game")
    return found


def faults_of_exposed(s: State, t: Tables, p: int) -> list[str]:
    """A name before a seat: its letters, in order, from its own cards."""
    exposed = [card - 1 for card in s.exposed[p]]
    word = spelling(t, s.name[p] - 1) if s.name[p] > 0 else []
    laid = [place for place, card in enumerate(exposed) if card >= 0]
    if any(place >= len(word) or kana_of(exposed[place]) != word[place] for place in laid):
        return [f"seat {p}: what is exposed does not spell the name"]
    if any(number(s.held[p], card) < exposed.count(card) for card in set(exposed) - {-1}):
        return [f"seat {p}: what is exposed is not among what it has (`held` counts it too)"]
    open_places = [place for place in range(len(word)) if place not in laid]
    if open_places and not (p == s.to_act and s.phase == LAY):
        return [f"seat {p}: its name is not laid to the end, but it is not laying one"]
    # The card that was taken lies where the name has its kana first; the others are laid from the beginning.
    ahead = [place for place in laid if open_places and place > open_places[0]]
    if len(ahead) > 1 or any(word[place] in word[:place] for place in ahead) or (word and not laid):
        return [f"seat {p}: its name was not laid letter by letter around the card taken"]
    hand = Counter(kana_of(card) for card in cards_of(s.held[p], t)) - Counter(word[place] for place in laid)
    if Counter(word[place] for place in open_places) - hand:
        return [f"seat {p}: its hand lacks letters of the name it is laying"]
    return []


def faults_of_a_turn(s: State, t: Tables) -> list[str]:
    """While the match goes on."""
    found = []
    p = s.to_act
    if s.shown or highest_score(s) >= GOAL:
        found.append("the match goes on, but a seat shows its cards, or has three points")
    for q in range(s.players):
        size, right = cards_among(s.held[q], ALL, ALL), HAND + (q == p and s.phase != CHOOSE)
        if size != right:
            found.append(f"seat {q} has {size} cards, not {right}")
    discards = cards_among(s.buried, ALL, ALL) + (s.top > 0) + (s.under > 0)
    turns = discards + sum(
        s.name[q] > 0 for q in range(s.players)
    )  # D3.1: each turn discards one, each taking takes one
    if p != (s.first + turns) % s.players:
        found.append(f"after {turns} turns that began with seat {s.first} it is not the turn of seat {p}")
    if s.under == 0 and cards_among(s.buried, ALL, ALL) > 0:
        found.append("cards are buried, but none lies under the top one")
    if s.top == 0 and s.phase in (CHOOSE, DISCARD) and discards > 0:
        found.append("there are discards, but none on top")
    if s.phase == CHOOSE and (s.top == 0 or s.name[p] > 0):
        found.append(f"seat {p} has no choice: it can only draw")  # D3.3, D3.5
    if s.phase in (LAY, DISCARD_AFTER_LAYING) and (s.name[p] == 0 or s.top > 0):
        found.append(f"seat {p} has taken no discard")
    if (s.phase == LAY) != (s.name[p] > 0 and next_letter(s, t, p) < t.length[s.name[p] - 1]):
        found.append(f"seat {p} lays letters exactly as long as some are lacking")
    if s.left == 0 and s.phase != DISCARD:
        found.append("the pile is empty, but the game goes on after a turn")
    return found


def faults_of_the_end(s: State, t: Tables) -> list[str]:
    """After the match: everything is gathered but the cards of the seat that scored last."""
    found = []
    if s.top or s.under or any(s.buried.values()) or any(s.name) or s.phase != CHOOSE:
        found.append("the match is over, but cards lie about")
    for p in range(s.players):
        size = cards_among(s.held[p], ALL, ALL)
        if s.shown != p + 1 and size > 0:
            found.append(f"the match is over, but seat {p} still has cards")
        if (
            s.shown == p + 1
            and not (size == HAND + 1 and out_points(s, t, p))
            and not (size == HAND and is_waiting(s, t, p))
        ):
            found.append(f"seat {p} shows cards that did not score")
        if s.scores[p] >= GOAL and s.shown != p + 1:
            found.append(f"seat {p} has three points, but did not score last")
    if highest_score(s) < GOAL and s.game != s.most_games:
        found.append("the match is over, but nobody has three points and there are games left")
    return found
