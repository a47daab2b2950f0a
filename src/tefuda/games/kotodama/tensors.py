"""KOTODAMA KOGEN: what a viewer sees, as arrays. Row 0 is the viewer's own seat, or seat 0 for a spectator."""

from __future__ import annotations

from tefuda.engine.primitives import clear, mark_copies
from tefuda.engine.record import Grid, Record, Row, i8, i16, i32
from tefuda.engine.rules_helpers import place_from
from tefuda.games.kotodama.bags import size
from tefuda.games.kotodama.state import MAX_CARDS, MOST_LYING, MOST_TIMES, QUEUE, WORD_BITS, Phase, State, Tables


class Tensors(Record):
    """All that is public, and the viewer's hand, deck list and the cards it has looked at.

    Cards are counted from 1; a row by cards has the copies of card c at c - 1.
    """

    open_lists: int = i8()  # house rules
    wipe_at_ten: int = i8()
    phase: Row = i8(len(Phase))  # 1 for this one
    turns: int = i32()  # begun
    to_act: Row = i8(2)  # 1 for the seat to act; none when over
    turn: Row = i8(2)  # 1 for the seat whose turn it is
    side: Row = i8(2)  # 1 for the seat that carries out the action of an effect
    words: int = i16()  # word cards it may still play in this turn
    stacked: int = i8()  # 1 once it has stacked a card in this turn
    plays: int = i8()
    fired: int = i8()
    using: int = i8()  # the card that is being played
    effect: int = i16()  # 1 + effect being carried out, 0: none
    step: int = i8()  # its action
    begun: int = i8()
    left: int = i8()  # how often it is still to be done
    waiting: Row = i16(QUEUE)  # 1 + each effect that waits, the next one first
    pending: int = i8()  # 1 while the viewer puts a deck together
    deck_size: Row = i8(2)  # cards of each deck at the beginning, 0 before it is chosen
    score: Row = i8(2)  # score cards left
    in_hand: Row = i8(2)  # cards
    in_deck: Row = i8(2)  # cards left in each deck but for those its owner has looked at, and score cards
    looked_at: Row = i8(2)  # cards on top of the deck that its owner has looked at
    top: Row = i8(MOST_TIMES)  # the viewer's own of these, the top one first
    hand: Row = i8(MAX_CARDS)  # the viewer's
    shown: Grid = i8(2, MAX_CARDS)  # cards of the hands that both seats know
    gone: Grid = i8(2, MAX_CARDS)  # discards
    deck_list: Grid = i8(2, MAX_CARDS)  # the decks that the viewer knows
    card: Grid = i8(2, MOST_LYING)  # the field: groups by their places, each from its top to its bottom
    place: Grid = i8(2, MOST_LYING)  # 1 + place of the group each of these cards lies in
    form: Grid = i8(2, MOST_LYING)  # the form it has taken
    marks: Grid = i8(2, MOST_LYING)  # bits: a `Mark` each


def fill_tensors(s: State, t: Tables, viewer: int, o: Tensors) -> None:
    clear(o)
    o.open_lists = s.open_lists
    o.wipe_at_ten = s.wipe_at_ten
    o.phase[s.phase] = 1
    o.turns = s.turns
    if s.to_act >= 0:
        o.to_act[place_from(viewer, s.to_act, 2)] = 1
    o.turn[place_from(viewer, s.turn, 2)] = 1
    o.side[place_from(viewer, s.side, 2)] = 1
    o.words = s.words
    o.stacked = s.stacked
    o.plays = s.plays
    o.fired = s.fired
    o.using = s.using
    o.effect = s.effect
    o.step = s.step
    o.begun = s.begun
    o.left = s.left
    for i in range(s.waiting):
        o.waiting[i] = s.queue[i]
    if viewer >= 0 and viewer == s.to_act:
        o.pending = s.pending
    own = max(viewer, 0)
    fill_side(s, own, 0, viewer >= 0, o)
    fill_side(s, 1 - own, 1, False, o)


def fill_side(s: State, p: int, q: int, own: bool, o: Tensors) -> None:
    """Fill row q with what the viewer sees of seat p, which may be its own."""
    o.deck_size[q] = s.size[p]
    o.score[q] = s.score[p]
    o.in_hand[q] = size(s.hand[p])
    if own or s.size[p] > 0:  # W2.2: how far another seat has come with its deck is not to be seen
        o.in_deck[q] = size(s.unseen[p])
    o.looked_at[q] = s.tops[p]
    write_bag(o.shown[q], s.shown[p])
    write_bag(o.gone[q], s.gone[p])
    if own:
        write_bag(o.hand, s.hand[p])
    if own or (s.open_lists == 1 and s.phase != Phase.DECKS):
        write_bag(o.deck_list[q], s.deck[p])
    if own:
        for i in range(s.tops[p]):
            o.top[i] = s.top[p, i]
    for i in range(s.lying[p]):
        o.card[q, i] = s.card[p, i]
        o.place[q, i] = 1 + s.place[p, i]
        o.form[q, i] = s.form[p, i]
        o.marks[q, i] = s.marks[p, i]


def write_bag(copies: Row, bag: Row) -> None:
    """Write how many of each card are in a bag."""
    for half in range(2):
        mark_copies(copies, half * WORD_BITS, bag[half], bag[2 + half])
