"""ドウトツくじゃん (Doutotsu Kujan): the rules.

Shinichi Yogi's word game in the manner of mahjong, for 2 or 3 players.  Eleven kana cards each; on your turn draw a
card, or once a game take the top discard and expose a name with it; then discard one.  A player whose twelve cards make
exactly three animals of the list may go out.  Game follows game until a player has three points.  Clause numbers
(`# D4.2`) are those of `rulebook.en.md` and `rulebook.ja.md`.

Where to find the clauses:

    D1      cards.py        the kana cards and the list of animals
    D2, D3  rules.py        the beginning of a game, and turns; `bags.py`: bags of cards
    D4      hands.py        spelling, going out and its points; `actions.py`: when it is legal
    D5, D6  rules.py        the end of the deck, of a game and of the match
    all     actions.py      what is legal, and which clause forbids it
"""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, emit, rand_below
from tefuda.engine.rules_helpers import next_seat, rank_scores, rank_utilities
from tefuda.games.doutotsu.actions import Action, card_of_discard, mover
from tefuda.games.doutotsu.bags import ALL, add, card_of, cards_among, draw, kana_of, remove
from tefuda.games.doutotsu.hands import is_waiting, next_letter, out_points
from tefuda.games.doutotsu.state import (
    GOAL,
    HALVES,
    HAND,
    MAX_COLOURS,
    MOST_LETTERS,
    Event,
    HouseRule,
    Phase,
    State,
    Tables,
)


def setup(s: State, t: Tables, players: int, options: Ints) -> None:
    s.players = players
    s.core = options[HouseRule.CORE]
    s.open_discards = options[HouseRule.OPEN_DISCARDS]
    s.most_games = options[HouseRule.MOST_GAMES]
    s.first = rand_below(s, players)  # D2.2
    begin_game(s, t)


def apply(s: State, t: Tables, action: int) -> None:
    p = mover(s)
    if action == Action.DRAW:
        draw_card(s)
    elif action == Action.OUT:
        go_out(s, t, p)
    elif action < Action.TAKE:
        kana = t.letter[s.name[p] - 1, next_letter(s, t, p)]
        lay(s, t, p, card_of(kana, action - Action.LAY))
    elif action < Action.DISCARD:
        take(s, t, p, action - Action.TAKE)
    else:
        discard(s, p, card_of_discard(t, action))
        if s.left == 0:  # D5.1
            end_deck(s, t)
        else:
            s.to_act = next_seat(p, s.players)
            begin_turn(s)


def result(s: State, t: Tables, utilities: Floats, ranks: Ints) -> None:
    """D6.4: rank by points; utility is the share of opponents beaten less the share lost to."""
    rank_scores(s.scores, s.players, ranks)
    rank_utilities(ranks, s.players, utilities)


# ------------------------------------------------------- 2. beginning a game


def begin_game(s: State, t: Tables) -> None:
    """D2.1: shuffle all cards of this side and deal eleven to each seat."""
    s.game += 1
    s.shown = 0
    s.held[:] = 0
    for colour in range(MAX_COLOURS):
        for half in range(HALVES):
            s.pile[colour, half] = t.deck[s.core, colour, half]
    s.left = cards_among(s.pile, ALL, ALL)
    s.to_act = s.first
    s.phase = Phase.CHOOSE
    emit(s, Event.GAME_BEGAN, s.game, s.first)
    for p in range(s.players):
        for _ in range(HAND):
            add(s.held[p], draw(s, ALL, ALL, s.left))
            s.left -= 1
    emit(s, Event.DEALT, HAND)
    begin_turn(s)


# ------------------------------------------------------------------ 3. turns


def begin_turn(s: State) -> None:
    """D3.1; where everyone can see that nothing but drawing is left (D3.3, D3.5), the card is drawn at once."""
    s.phase = Phase.CHOOSE
    if s.top == 0 or s.name[s.to_act] > 0:
        draw_card(s)


def draw_card(s: State) -> None:
    """D3.2: draw the top card of the deck."""
    card = draw(s, ALL, ALL, s.left)
    s.left -= 1
    add(s.held[s.to_act], card)
    s.phase = Phase.DISCARD
    emit(s, Event.DREW, s.to_act, card)


def take(s: State, t: Tables, p: int, name: int) -> None:
    """D3.3, D3.4: take the top discard, and lay it where the name has its kana first; the other letters follow."""
    card = s.top - 1
    s.top = 0
    add(s.held[p], card)
    s.name[p] = name + 1
    place = 0
    while t.letter[name, place] != kana_of(card):
        place += 1
    s.exposed[p, place] = card + 1
    s.phase = Phase.LAY if next_letter(s, t, p) < t.length[name] else Phase.DISCARD_AFTER_LAYING
    emit(s, Event.TOOK, p, card, name)


def lay(s: State, t: Tables, p: int, card: int) -> None:
    """D3.6: lay the next letter of the name from the hand."""
    s.exposed[p, next_letter(s, t, p)] = card + 1
    if next_letter(s, t, p) == t.length[s.name[p] - 1]:
        s.phase = Phase.DISCARD_AFTER_LAYING
    emit(s, Event.LAID, p, card)


def discard(s: State, p: int, card: int) -> None:
    """D3.7: discard onto the top; of the cards below only `under` can be seen again, once the top one is taken."""
    remove(s.held[p], card)
    if s.top > 0:
        if s.under > 0:
            add(s.buried, s.under - 1)
        s.under = s.top
    s.top = card + 1
    s.phase = Phase.CHOOSE
    emit(s, Event.DISCARDED, p, card)


# -------------------------------------------------------------- 4. going out


def go_out(s: State, t: Tables, p: int) -> None:
    """D4: go out with the card just drawn or with the top discard (D4.3), and score (D4.6)."""
    taken = s.top if s.phase == Phase.CHOOSE else 0
    if taken > 0:
        add(s.held[p], taken - 1)
        s.top = 0
    points = out_points(s, t, p)
    score(s, p, points)
    emit(s, Event.WENT_OUT, p, points, taken)
    end_game(s, t)


def score(s: State, p: int, points: int) -> None:
    """D4.6, D5.4: add points and show the scorer's cards; exposed ones count as in hand again (D4.2)."""
    s.scores[p] += points
    s.shown = p + 1
    s.name[p] = 0
    for place in range(MOST_LETTERS):
        s.exposed[p, place] = 0


# --------------------------------------------------- 5. when the deck runs out


def end_deck(s: State, t: Tables) -> None:
    """D5.2: of the seats that wait for one card, the first in turn order scores a point."""
    emit(s, Event.PILE_ENDED)
    for i in range(s.players):
        p = (s.first + i) % s.players
        if is_waiting(s, t, p):
            score(s, p, 1)
            emit(s, Event.WAITED, p)
            end_game(s, t)
            return
    emit(s, Event.NOBODY_WAITED)
    end_game(s, t)


# ------------------------------------------------------ 6. the end of a game


def end_game(s: State, t: Tables) -> None:
    """D6: gather all cards but those on show, then begin the next game (D6.1) or end the match (D6.2, D6.3)."""
    s.name[:] = 0
    s.exposed[:] = 0
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
    s.phase = Phase.CHOOSE
    emit(s, Event.GATHERED, s.shown - 1)
    if s.game == s.most_games or highest_score(s) >= GOAL:  # D6.2, D6.3
        s.to_act = -1
        emit(s, Event.ENDED)
        return
    s.first = next_seat(s.first, s.players)  # D6.1
    begin_game(s, t)


def highest_score(s: State) -> int:
    """Return the most points of any seat."""
    best = 0
    for p in range(s.players):
        best = max(best, s.scores[p])
    return best
