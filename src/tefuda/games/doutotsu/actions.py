"""ドウトツくじゃん: the actions of a turn, and when they are legal."""

from __future__ import annotations

from enum import IntEnum

from tefuda.engine.primitives import Ints, low_bit
from tefuda.games.doutotsu.bags import add, card_of, filled, kana_at, kana_of, remove
from tefuda.games.doutotsu.cards import COLOURS
from tefuda.games.doutotsu.hands import can_expose, in_hand, letters, next_letter, next_triple, out_points
from tefuda.games.doutotsu.kana import ROMAJI
from tefuda.games.doutotsu.state import GLYPHS, HALVES, MAX_COLOURS, MOST_NAMES, Phase, State, Tables


class Action(IntEnum):
    """What the seat to act may do; LAY, TAKE and DISCARD are the first codes of ranges.

    Discards are numbered by the syllabary, not by the card file, so that their names never change.
    """

    DRAW = 0
    LAY = 1  # + colour of the next letter
    TAKE = LAY + MAX_COLOURS  # + name: take the top discard and begin to expose this name
    DISCARD = TAKE + MOST_NAMES  # + MAX_COLOURS x place in the syllabary + colour
    OUT = DISCARD + MAX_COLOURS * GLYPHS


NUM_ACTIONS = Action.OUT + 1


class Clause(IntEnum):
    """The clauses that forbid an action."""

    DRAW_OR_TAKE_THEN_DISCARD = 301
    TAKE_ONCE_A_GAME = 303
    TAKE_MUST_SPELL_THE_NAME = 304
    NOTHING_TO_TAKE = 305
    LAY_FROM_HAND = 306
    DISCARD_FROM_HAND = 307
    OUT_NEEDS_THREE_NAMES = 401
    NOT_OUT_AFTER_EXPOSING = 403
    OUT_NEEDS_ONE_COLOUR = 404
    MATCH_IS_OVER = 602


def action_name(action: int) -> str:
    """Return the notation of an action: `draw`, `out`, `lay-red`, `take-3` (name 3 of the list), `discard-ra-red`."""
    if action == Action.DRAW:
        return "draw"
    if action == Action.OUT:
        return "out"
    if action < Action.TAKE:
        return f"lay-{COLOURS[action - Action.LAY]}"
    if action < Action.DISCARD:
        return f"take-{action - Action.TAKE + 1}"
    glyph, colour = divmod(action - Action.DISCARD, MAX_COLOURS)
    return f"discard-{ROMAJI[glyph]}-{COLOURS[colour]}"


def legal(s: State, t: Tables, actions: Ints) -> int:
    if s.to_act < 0:
        return 0
    p = mover(s)
    n = 0
    if s.phase == Phase.LAY:  # D3.6
        kana = t.letter[s.name[p] - 1, next_letter(s, t, p)]
        for colour in range(t.colours):
            if in_hand(s, t, p, card_of(kana, colour)) > 0:
                actions[n] = Action.LAY + colour
                n += 1
        return n
    if s.phase == Phase.CHOOSE:  # D3.1
        actions[0] = Action.DRAW
        n = 1
        for name in range(t.names[s.core]):
            if can_expose(s, t, p, name, s.top - 1):
                actions[n] = Action.TAKE + name
                n += 1
    else:
        n = list_discards(s, t, actions)
    if can_go_out(s, t):  # D4.5: it may also play on
        actions[n] = Action.OUT
        n += 1
    return n


def why_not(s: State, t: Tables, action: int) -> int:
    if s.to_act < 0:
        return Clause.MATCH_IS_OVER
    p = mover(s)
    if s.phase == Phase.LAY:
        if Action.LAY <= action < Action.TAKE:
            kana = t.letter[s.name[p] - 1, next_letter(s, t, p)]
            return 0 if in_hand(s, t, p, card_of(kana, action - Action.LAY)) > 0 else Clause.LAY_FROM_HAND
        return Clause.LAY_FROM_HAND
    if action == Action.DRAW:
        return 0 if s.phase == Phase.CHOOSE else Clause.DRAW_OR_TAKE_THEN_DISCARD
    if action == Action.OUT:
        return why_not_out(s, t)
    if action < Action.TAKE:
        return Clause.LAY_FROM_HAND
    if action < Action.DISCARD:
        if s.name[p] > 0:
            return Clause.TAKE_ONCE_A_GAME
        if s.top == 0:
            return Clause.NOTHING_TO_TAKE
        if s.phase != Phase.CHOOSE:
            return Clause.DRAW_OR_TAKE_THEN_DISCARD
        return 0 if can_expose(s, t, p, action - Action.TAKE, s.top - 1) else Clause.TAKE_MUST_SPELL_THE_NAME
    if s.phase == Phase.CHOOSE:
        return Clause.DRAW_OR_TAKE_THEN_DISCARD
    card = card_of_discard(t, action)
    return 0 if card >= 0 and in_hand(s, t, p, card) > 0 else Clause.DISCARD_FROM_HAND


def list_discards(s: State, t: Tables, actions: Ints) -> int:
    """D3.7: fill in the discards of the seat to act; return their number."""
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
    """Return whether the seat to act may go out."""
    return why_not_out(s, t) == 0


def why_not_out(s: State, t: Tables) -> int:
    """D4.1: return the clause that forbids going out, with the card just drawn or by taking the top discard; or 0."""
    p = mover(s)
    if s.phase == Phase.DISCARD_AFTER_LAYING:  # D4.3
        return Clause.NOT_OUT_AFTER_EXPOSING
    if s.phase == Phase.CHOOSE:
        add(s.held[p], s.top - 1)
    three = next_triple(s, t, p, 0) >= 0
    points = out_points(s, t, p) if three else 0
    if s.phase == Phase.CHOOSE:
        remove(s.held[p], s.top - 1)
    if not three:
        return Clause.OUT_NEEDS_THREE_NAMES
    return 0 if points > 0 else Clause.OUT_NEEDS_ONE_COLOUR  # D4.4


def mover(s: State) -> int:
    """Return the seat to act as a full integer, like all other seats: helpers are then compiled once for both."""
    return s.to_act + 0


def card_of_discard(t: Tables, action: int) -> int:
    """Return the card of a discard; -1 where this card file has no such kana."""
    slot = t.slot[(action - Action.DISCARD) // MAX_COLOURS]
    return card_of(slot - 1, (action - Action.DISCARD) % MAX_COLOURS) if slot > 0 else -1


def discard_of(t: Tables, card: int) -> int:
    """Return the action that discards a card."""
    return Action.DISCARD + MAX_COLOURS * t.glyph[kana_of(card)] + card % MAX_COLOURS
