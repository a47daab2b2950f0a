"""ドウトツくじゃん: checks that a record is a position of the game, for positions that users enter."""

from __future__ import annotations

from collections import Counter

from tefuda.engine.position_checks import beyond_last_seat, not_conserved, out_of_bounds
from tefuda.games.doutotsu.bags import ALL, GUARD, cards_among, colour_of, count_of, kana_of
from tefuda.games.doutotsu.hands import is_waiting, next_letter, out_points
from tefuda.games.doutotsu.kana import KANA
from tefuda.games.doutotsu.rules import highest_score
from tefuda.games.doutotsu.state import (
    GOAL,
    HALF,
    HALVES,
    HAND,
    LONGEST_MATCH,
    MAX_COLOURS,
    MAX_PLAYERS,
    MOST_COPIES,
    Phase,
    Side,
    State,
    Tables,
)
from tefuda.games.doutotsu.text import cards_of, spelling

FIELD_FORMATS = dict.fromkeys(("pile", "buried", "held", "spare"), "counts")

LARGEST_WORD = (1 << 63) - 1  # of a bag; `_cards` checks its counts


def faults(s: State, t: Tables) -> list[str]:
    """Return everything that is wrong with a record; contradictions only where all values make sense."""
    return _values(s, t) or _cards(s, t) or _contradictions(s, t)


def _values(s: State, t: Tables) -> list[str]:
    """Return values out of bounds, and cards at seats without a player."""
    cards = MAX_COLOURS * t.kana
    bounds = {
        "core": (Side.NORMAL, Side.CORE),
        "open_discards": (0, 1),
        "most_games": (1, LONGEST_MATCH),
        "game": (1, s.most_games),
        "first": (0, s.players - 1),
        "phase": (Phase.CHOOSE, Phase.DISCARD_AFTER_LAYING),
        "left": (0, 127),
        "top": (0, cards),
        "under": (0, cards),
        "shown": (0, s.players),
        "scores": (0, 2 * GOAL - 1),  # two points, and three more
        "name": (0, t.names[s.core] if s.core in list(Side) else 0),
        "exposed": (0, cards),
        "pile": (0, LARGEST_WORD),
        "buried": (0, LARGEST_WORD),
        "held": (0, LARGEST_WORD),
        "spare": (0, 0),
    }
    return out_of_bounds(s, bounds) + beyond_last_seat(s, ("scores", "name", "exposed", "held"), MAX_PLAYERS)


def _cards(s: State, t: Tables) -> list[str]:
    """D1.1: return cards of this side that are missing or too many; `left` counts those in the deck."""
    bags = [s.pile, s.buried, *(s.held[p] for p in range(s.players))]
    for bag in bags:
        words = bag.values()
        if any(word & GUARD or word >> 4 * HALF for word in words):  # a count above seven
            return [f"a bag counts more than {MOST_COPIES} cards of a kana"]
        if any(words[HALVES * t.colours :]):
            return [f"a bag holds a colour beyond {t.colours - 1}, the last"]
        if any(word >> 4 * max(0, t.kana - HALF * (place % HALVES)) for place, word in enumerate(words)):
            return [f"a bag holds a kana beyond {t.kana - 1}, the last"]
    there = Counter(card for bag in bags for card in cards_of(bag))
    there.update(card - 1 for card in (s.top, s.under) if card > 0)

    def described(card: int) -> str:
        return f"cards {KANA[t.glyph[kana_of(card)]]} of colour {colour_of(card)}"

    found = not_conserved(there, Counter(cards_of(t.deck[s.core])), described)
    if s.left != cards_among(s.pile, ALL, ALL):
        found.append(f"left is {s.left}, but the deck holds {cards_among(s.pile, ALL, ALL)} cards")
    return found


def _contradictions(s: State, t: Tables) -> list[str]:
    """Return values that cannot occur together when a player is to act or the match is over."""
    found = [fault for p in range(s.players) for fault in _exposed_name(s, t, p)]
    if found:
        return found
    found = _match_over(s, t) if s.to_act < 0 else _turn(s, t)
    scorers = sum(s.scores[p] > 0 for p in range(s.players))
    if scorers > s.game - (s.to_act >= 0):
        found.append(f"{scorers} seats have points, but this is game {s.game}: one seat scores a game")
    return found


def _exposed_name(s: State, t: Tables, p: int) -> list[str]:
    """Return faults of the name that a seat exposes: its letters, in order, from its own cards."""
    exposed = [card - 1 for card in s.exposed[p]]
    word = spelling(t, s.name[p] - 1) if s.name[p] > 0 else []
    laid = [place for place, card in enumerate(exposed) if card >= 0]
    if any(place >= len(word) or kana_of(exposed[place]) != word[place] for place in laid):
        return [f"seat {p}: what is exposed does not spell the name"]
    if any(count_of(s.held[p], card) < exposed.count(card) for card in set(exposed) - {-1}):
        return [f"seat {p}: what is exposed is not among what it has (`held` counts it too)"]
    open_places = [place for place in range(len(word)) if place not in laid]
    if open_places and not (p == s.to_act and s.phase == Phase.LAY):
        return [f"seat {p}: its name is not laid to the end, but it is not laying one"]
    # The card that was taken lies where the name has its kana first; the others are laid from the beginning.
    ahead = [place for place in laid if open_places and place > open_places[0]]
    if len(ahead) > 1 or any(word[place] in word[:place] for place in ahead) or (word and not laid):
        return [f"seat {p}: its name was not laid letter by letter around the card taken"]
    hand = Counter(kana_of(card) for card in cards_of(s.held[p])) - Counter(word[place] for place in laid)
    if Counter(word[place] for place in open_places) - hand:
        return [f"seat {p}: its hand lacks letters of the name it is laying"]
    return []


def _turn(s: State, t: Tables) -> list[str]:
    """Return contradictions while the match goes on."""
    found = []
    p = s.to_act
    if s.shown or highest_score(s) >= GOAL:
        found.append("the match goes on, but a seat shows its cards, or has three points")
    for q in range(s.players):
        size, right = cards_among(s.held[q], ALL, ALL), HAND + (q == p and s.phase != Phase.CHOOSE)
        if size != right:
            found.append(f"seat {q} has {size} cards, not {right}")
    discards = cards_among(s.buried, ALL, ALL) + (s.top > 0) + (s.under > 0)
    # D3.1: each turn adds a discard; each name exposed took one away
    turns = discards + sum(s.name[q] > 0 for q in range(s.players))
    if p != (s.first + turns) % s.players:
        found.append(f"after {turns} turns that began with seat {s.first} it is not the turn of seat {p}")
    if s.under == 0 and cards_among(s.buried, ALL, ALL) > 0:
        found.append("cards are buried, but none lies under the top one")
    if s.top == 0 and s.phase in (Phase.CHOOSE, Phase.DISCARD) and discards > 0:
        found.append("there are discards, but none on top")
    if s.phase == Phase.CHOOSE and (s.top == 0 or s.name[p] > 0):
        found.append(f"seat {p} has no choice: it can only draw")  # D3.3, D3.5
    if s.phase in (Phase.LAY, Phase.DISCARD_AFTER_LAYING) and (s.name[p] == 0 or s.top > 0):
        found.append(f"seat {p} has taken no discard")
    if (s.phase == Phase.LAY) != (s.name[p] > 0 and next_letter(s, t, p) < t.length[s.name[p] - 1]):
        found.append(f"seat {p} lays letters exactly as long as some are lacking")
    if s.left == 0 and s.phase != Phase.DISCARD:
        found.append("the deck is empty, but the game goes on after a turn")
    return found


def _match_over(s: State, t: Tables) -> list[str]:
    """Return contradictions after the match, when all cards but those of the last scorer are gathered."""
    found = []
    if s.top or s.under or any(s.buried.values()) or any(s.name) or s.phase != Phase.CHOOSE:
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
        found.append("the match is over, but no seat has three points and there are games left")
    return found
