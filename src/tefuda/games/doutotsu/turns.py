"""ドウトツくじゃん: how turns, games and the match begin and end.

Used by the rules; decides nothing for anybody, but for drawing where nothing else is possible.
"""

from __future__ import annotations

from tefuda.engine.primitives import emit
from tefuda.games.doutotsu.actions import DEALT, DREW, ENDED, GAME_BEGAN, GATHERED, NOBODY_WAITED, PILE_ENDED, WAITED
from tefuda.games.doutotsu.bags import ALL, add, cards_among, draw
from tefuda.games.doutotsu.spelling import is_waiting
from tefuda.games.doutotsu.state import CHOOSE, DISCARD, GOAL, HALVES, HAND, MAX_COLOURS, MOST_LETTERS, State, Tables


def begin_game(s: State, t: Tables) -> None:
    """D2: shuffle everything and deal."""
    s.game += 1
    s.shown = 0
    s.held[:] = 0
    for colour in range(MAX_COLOURS):
        for half in range(HALVES):
            s.pile[colour, half] = t.deck[s.core, colour, half]
    s.left = cards_among(s.pile, ALL, ALL)
    s.to_act = s.first
    s.phase = CHOOSE
    emit(s, GAME_BEGAN, s.game, s.first)
    for p in range(s.players):
        for _ in range(HAND):
            add(s.held[p], draw(s, ALL, ALL, s.left))
            s.left -= 1
    emit(s, DEALT, HAND)
    begin_turn(s)


def begin_turn(s: State) -> None:
    """D3.1; where everybody can see that only drawing is left (D3.3, D3.5), the card is drawn."""
    s.phase = CHOOSE
    if s.top == 0 or s.name[s.to_act] > 0:
        draw_card(s)


def next_seat(s: State, p: int) -> int:
    """The seat that comes after another, clockwise."""
    return p + 1 if p + 1 < s.players else 0


def end_pile(s: State, t: Tables) -> None:
    """D5.2: of those who wait for one card, the first in turn order scores a point."""
    emit(s, PILE_ENDED)
    for i in range(s.players):
        p = (s.first + i) % s.players
        if is_waiting(s, t, p):
            score(s, p, 1)
            emit(s, WAITED, p)
            end_game(s, t)
            return
    emit(s, NOBODY_WAITED)
    end_game(s, t)


def score(s: State, p: int, points: int) -> None:
    """Points, and the scorer's cards on show: exposed ones count as in hand again (D4.2)."""
    s.scores[p] += points
    s.shown = p + 1
    s.name[p] = 0
    for place in range(MOST_LETTERS):
        s.exposed[p, place] = 0


def end_game(s: State, t: Tables) -> None:
    """D6: gather all cards but those on show; the next game, or the end of the match."""
    for p in range(s.players):
        s.name[p] = 0
        for place in range(MOST_LETTERS):
            s.exposed[p, place] = 0
    for colour in range(MAX_COLOURS):
        for half in range(HALVES):
            s.pile[colour, half] = t.deck[s.core, colour, half]
            for p in range(s.players):
                if s.shown == p + 1:
                    s.pile[colour, half] -= s.held[p, colour, half]
                else:
                    s.held[p, colour, half] = 0
    s.left = cards_among(s.pile, ALL, ALL)
    s.buried[:] = 0
    s.top = 0
    s.under = 0
    s.phase = CHOOSE
    emit(s, GATHERED, s.shown - 1)
    if s.game == s.most_games or highest_score(s) >= GOAL:  # D6.2, D6.3
        s.to_act = -1
        emit(s, ENDED)
        return
    s.first = next_seat(s, s.first)  # D6.1
    begin_game(s, t)


def highest_score(s: State) -> int:
    """The points of whoever has most."""
    best = 0
    for p in range(s.players):
        best = max(best, s.scores[p])
    return best


def draw_card(s: State) -> None:
    """D3.2."""
    card = draw(s, ALL, ALL, s.left)
    s.left -= 1
    add(s.held[s.to_act], card)
    s.phase = DISCARD
    emit(s, DREW, s.to_act, card)
