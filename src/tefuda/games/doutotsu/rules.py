"""ドウトツくじゃん (Doutotsu Kujan): the rules, over one small record.

Shinichi Yogi's word game in the manner of mahjong, for 2 or 3 players.  Eleven kana cards each; on your turn draw a
card, or once a game take the top discard and expose a name with it; then discard one.  Whoever can lay all twelve cards
out as exactly three animals of the list may go out.  Games follow one another until somebody has three points.  Clause
numbers (`# D4.2`) are those of `rulebook.en.md` and `rulebook.ja.md`; `record.py` says how cards are kept.

The pile is a bag: a card is not decided before it is drawn.  What seats do not know are one another's hands.
"""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, emit, low_bit, mix, rand_below
from tefuda.games.doutotsu.actions import (
    DISCARD_FROM_HAND,
    DISCARDED,
    DRAW,
    FIRST_DISCARD,
    FIRST_LAY,
    FIRST_TAKE,
    LAID,
    LETTERS_FROM_HAND,
    MATCH_IS_OVER,
    NAME_WITH_THE_DISCARD,
    NOT_AFTER_EXPOSING,
    NOTHING_TO_TAKE,
    ONCE_A_GAME,
    ONE_COLOUR,
    ONE_OF_TWO,
    OUT,
    THREE_NAMES,
    TOOK,
    WENT_OUT,
)
from tefuda.games.doutotsu.bags import add, card_of, filled, kana_at, kana_of, remove
from tefuda.games.doutotsu.determinize import deal_unseen
from tefuda.games.doutotsu.hand_distance import is_idle, is_spare, list_useful_takings, mark_spare
from tefuda.games.doutotsu.match_equity import PROSPECTS, UNIT, place_of
from tefuda.games.doutotsu.spelling import (
    can_expose,
    in_hand,
    letters,
    next_letter,
    next_triple,
    out_points,
)
from tefuda.games.doutotsu.state import (
    CHOOSE,
    DISCARD,
    DISCARD_AFTER_LAYING,
    HALVES,
    LAY,
    MAX_COLOURS,
    MAX_PLAYERS,
    MOST_CARDS,
    MOST_LETTERS,
    State,
    Tables,
)
from tefuda.games.doutotsu.turns import begin_game, begin_turn, draw_card, end_game, end_pile, next_seat, score

__all__ = ["MAX_PLAYERS", "State", "Tables"]  # and everything below

NUM_ACTIONS = OUT + 1

CORE_LIST, OPEN_DISCARDS, MOST_GAMES = 0, 1, 2  # indices of the house rules among the options

# A game has a turn for every card in the pile and one more for each seat's taking (R3-9); a turn has at most a choice,
# a letter for each card of a name but one, and a discard.
LONGEST_MATCH = 50  # games: the highest value of that house rule
FORESEEN_GAMES = 5  # and more to come: hardly a match lasts so long that their limit would decide it
MAX_STEPS = LONGEST_MATCH * (2 * MOST_CARDS + MAX_PLAYERS * (MOST_LETTERS + 1))


# ---------------------------------------------------------------- contract


def setup(s: State, t: Tables, players: int, options: Ints) -> None:
    s.players = players
    s.core = options[CORE_LIST]
    s.open_discards = options[OPEN_DISCARDS]
    s.most_games = options[MOST_GAMES]
    s.first = rand_below(s, players)  # D2.2
    begin_game(s, t)


def legal(s: State, t: Tables, actions: Ints) -> int:
    if s.to_act < 0:
        return 0
    p = mover(s)
    n = 0
    if s.phase == LAY:
        kana = t.letter[s.name[p] - 1, next_letter(s, t, p)]
        for colour in range(t.colours):
            if in_hand(s, t, p, card_of(kana, colour)) > 0:
                actions[n] = FIRST_LAY + colour
                n += 1
        return n
    if s.phase == CHOOSE:
        actions[0] = DRAW
        n = 1
        for name in range(t.names[s.core]):
            if can_expose(s, t, p, name, s.top - 1):
                actions[n] = FIRST_TAKE + name
                n += 1
    else:
        n = list_discards(s, t, actions)
    if can_go_out(s, t):
        actions[n] = OUT
        n += 1
    return n


def why_not(s: State, t: Tables, action: int) -> int:
    if s.to_act < 0:
        return MATCH_IS_OVER
    p = mover(s)
    if s.phase == LAY:
        if FIRST_LAY <= action < FIRST_TAKE:
            kana = t.letter[s.name[p] - 1, next_letter(s, t, p)]
            return 0 if in_hand(s, t, p, card_of(kana, action - FIRST_LAY)) > 0 else LETTERS_FROM_HAND
        return LETTERS_FROM_HAND
    if action == DRAW:
        return 0 if s.phase == CHOOSE else ONE_OF_TWO
    if action == OUT:
        return why_not_out(s, t)
    if action < FIRST_TAKE:
        return LETTERS_FROM_HAND
    if action < FIRST_DISCARD:
        if s.name[p] > 0:
            return ONCE_A_GAME
        if s.top == 0:
            return NOTHING_TO_TAKE
        if s.phase != CHOOSE:
            return ONE_OF_TWO
        return 0 if can_expose(s, t, p, action - FIRST_TAKE, s.top - 1) else NAME_WITH_THE_DISCARD
    if s.phase == CHOOSE:
        return ONE_OF_TWO
    card = card_of_discard(t, action)
    return 0 if card >= 0 and in_hand(s, t, p, card) > 0 else DISCARD_FROM_HAND


def apply(s: State, t: Tables, action: int) -> None:
    p = mover(s)
    if action == DRAW:
        draw_card(s)
    elif action == OUT:
        go_out(s, t, p)
    elif action < FIRST_TAKE:
        kana = t.letter[s.name[p] - 1, next_letter(s, t, p)]
        lay(s, t, p, card_of(kana, action - FIRST_LAY))
    elif action < FIRST_DISCARD:
        take(s, t, p, action - FIRST_TAKE)
    else:
        discard(s, t, p, card_of_discard(t, action))
        if s.left == 0:  # D5.1
            end_pile(s, t)
        else:
            s.to_act = next_seat(s, p)
            begin_turn(s)


def result(s: State, t: Tables, utilities: Floats, ranks: Ints) -> None:
    """D6.4: by points; a utility is the share of opponents beaten less the share lost to."""
    for p in range(s.players):
        more = 0
        fewer = 0
        for q in range(s.players):
            more += s.scores[q] > s.scores[p]
            fewer += s.scores[q] < s.scores[p]
        ranks[p] = 1 + more
        utilities[p] = (fewer - more) / (s.players - 1)


def determinize(s: State, t: Tables, viewer: int) -> None:
    """Other hands and the pile; after the match no hand is hidden, because the cards have been gathered."""
    if s.to_act >= 0:
        deal_unseen(s, t, viewer)


def information_state_key(s: State, t: Tables, viewer: int) -> int:
    """What lies open, what was discarded (everybody saw it), and the viewer's own cards, or those a seat shows."""
    h = mix(s.to_act + 1 + 4 * s.first + 16 * s.phase + 64 * s.game, s.core + 2 * s.open_discards + 4 * s.most_games)
    h = mix(h, s.top + (s.under << 8) + (s.left << 16) + (s.shown << 24))
    h = mix(h, s.scores[0] + (s.scores[1] << 8) + (s.scores[2] << 16))
    for p in range(s.players):
        h = mix(h, s.name[p])
        if s.name[p] > 0:
            for place in range(t.length[s.name[p] - 1]):
                h = mix(h, s.exposed[p, place])
    for colour in range(t.colours):
        for half in range(1 + t.wide):
            h = mix(h, s.buried[colour, half])
            if viewer >= 0:
                h = mix(h, s.held[viewer, colour, half])
            if s.shown > 0:
                h = mix(h, s.held[s.shown - 1, colour, half])
    return h


def candidate_actions(s: State, t: Tables, actions: Ints) -> int:
    """Going out whenever one can; discards that none of the nearest names need; takings that bring one nearer."""
    if s.to_act < 0:
        return 0
    p = mover(s)
    if s.phase == LAY:
        return legal(s, t, actions)
    if can_go_out(s, t):
        actions[0] = OUT
        return 1
    if s.phase == CHOOSE:
        actions[0] = DRAW
        n = 1
        return n + list_useful_takings(s, t, p, actions)
    n = list_discards(s, t, actions)
    mark_spare(s, t, p)
    idle = 0
    spare = 0
    for i in range(n):
        if is_idle(s, card_of_discard(t, actions[i])):
            actions[idle] = actions[i]
            idle += 1
    for i in range(n):  # where each card is of use to some of them: what others can spare
        if idle == 0 and is_spare(s, card_of_discard(t, actions[i])):
            actions[spare] = actions[i]
            spare += 1
    s.spare[:] = 0
    # None at all: every card that is not needed lies exposed.
    return idle if idle > 0 else spare if spare > 0 else n


def evaluate(s: State, t: Tables, utilities: Floats) -> int:
    """Before the first decision of a game, the points say what to expect; not where the last game may be near."""
    if s.phase != DISCARD or s.top > 0 or s.to_act < 0 or s.most_games - s.game < FORESEEN_GAMES:
        return 0
    second = next_seat(s, s.first)
    third = next_seat(s, second)
    for i in range(s.players):
        p = (s.first + i) % s.players
        points = 0 if s.players == 2 else s.scores[third]
        place = place_of(s.players, s.scores[s.first], s.scores[second], points, i)
        utilities[p] = PROSPECTS[place] / UNIT
    return 1


# ----------------------------------------------------------------- actions


def card_of_discard(t: Tables, action: int) -> int:
    """The card of a discard; -1 where this card file has no such kana."""
    slot = t.slot[(action - FIRST_DISCARD) // MAX_COLOURS]
    return card_of(slot - 1, (action - FIRST_DISCARD) % MAX_COLOURS) if slot > 0 else -1


def discard_of(t: Tables, card: int) -> int:
    """The action that discards a card."""
    return FIRST_DISCARD + MAX_COLOURS * t.glyph[kana_of(card)] + card % MAX_COLOURS


def mover(s: State) -> int:
    """The seat to act, as a full integer like all other seats: helpers are then compiled once for both."""
    return s.to_act + 0


def list_discards(s: State, t: Tables, actions: Ints) -> int:
    """Fill in the discards of the seat to act; return their number."""
    p = mover(s)
    n = 0
    word0, word1 = letters(s, p)
    for half in range(HALVES):
        bits = filled(word0 if half == 0 else word1)
        while bits != 0:
            bit = low_bit(bits)
            bits &= bits - 1
            for colour in range(t.colours):
                if s.held[p, colour, half] >> bit & 15 == 0:
                    continue
                card = card_of(kana_at(bit, half), colour)
                if in_hand(s, t, p, card) > 0:
                    actions[n] = discard_of(t, card)
                    n += 1
    return n


def can_go_out(s: State, t: Tables) -> bool:
    return why_not_out(s, t) == 0


def why_not_out(s: State, t: Tables) -> int:
    """D4.3: with the card just drawn, or with the top discard by taking it."""
    p = mover(s)
    if s.phase == DISCARD_AFTER_LAYING:
        return NOT_AFTER_EXPOSING
    if s.phase == CHOOSE:
        add(s.held[p], s.top - 1)
    three = next_triple(s, t, p, 0) >= 0
    points = out_points(s, t, p) if three else 0
    if s.phase == CHOOSE:
        remove(s.held[p], s.top - 1)
    if not three:
        return THREE_NAMES
    return 0 if points > 0 else ONE_COLOUR  # D4.4


def take(s: State, t: Tables, p: int, name: int) -> None:
    """D3.4: the top discard is laid at once, where the name has it first; the other letters follow one by one."""
    card = s.top - 1
    s.top = 0
    add(s.held[p], card)
    s.name[p] = name + 1
    place = 0
    while t.letter[name, place] != kana_of(card):
        place += 1
    s.exposed[p, place] = card + 1
    s.phase = LAY if next_letter(s, t, p) < t.length[name] else DISCARD_AFTER_LAYING
    emit(s, TOOK, p, card, name)


def lay(s: State, t: Tables, p: int, card: int) -> None:
    """D3.6: the next letter of the name, from the hand."""
    s.exposed[p, next_letter(s, t, p)] = card + 1
    if next_letter(s, t, p) == t.length[s.name[p] - 1]:
        s.phase = DISCARD_AFTER_LAYING
    emit(s, LAID, p, card)


def discard(s: State, t: Tables, p: int, card: int) -> None:
    """D3.7: onto the top; of the cards below only `under` can come to light again, when the top one is taken."""
    remove(s.held[p], card)
    if s.top > 0:
        if s.under > 0:
            add(s.buried, s.under - 1)
        s.under = s.top
    s.top = card + 1
    s.phase = CHOOSE
    emit(s, DISCARDED, p, card)


def go_out(s: State, t: Tables, p: int) -> None:
    """D4: with the card drawn, or with the top discard."""
    taken = s.top if s.phase == CHOOSE else 0
    if taken > 0:
        add(s.held[p], taken - 1)
        s.top = 0
    points = out_points(s, t, p)
    score(s, p, points)
    emit(s, WENT_OUT, p, points, taken)
    end_game(s, t)
