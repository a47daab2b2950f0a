"""てづま師: what each seat sees of the table, and observes of events.

A seat sees its own hand and all open cards on the table.  Of other hands, captured cards and unseen cards it sees only
the number; nothing here reads more of them.  Counters that are play aids are computed from public information.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tefuda.engine.cards import Cards
from tefuda.engine.record import Identity
from tefuda.engine.rules_helpers import set_bits
from tefuda.engine.view import (
    SPECTATOR,
    Args,
    Button,
    Card,
    CardText,
    Choice,
    GameView,
    Mode,
    Status,
    Text,
    Words,
    Zone,
)
from tefuda.games.tezuma.actions import (
    ENDINGS,
    Action,
    ability_face,
    action_name,
    card_face,
    choosable_face,
    first_of,
    kind_of,
)
from tefuda.games.tezuma.card_sets import CARDS, FACES, SUIT_WIDTH, SUITS
from tefuda.games.tezuma.counters import (
    SuitOut,
    card_counts,
    cards_of,
    counters_of,
    deal_number,
    lying_power,
    roles_of,
    size,
    suits_out,
    trick_number,
)
from tefuda.games.tezuma.dealing import whole_deck
from tefuda.games.tezuma.observations import OBSERVED_APART, observe  # noqa: F401 (the engine looks for them here)
from tefuda.games.tezuma.rules import HALF_LEAD
from tefuda.games.tezuma.state import UNSEEN, Announced, Kind, Phase, Power, State, Tables
from tefuda.games.tezuma.text import ability_args, ability_name, card_words, effect_words, prompt, suit_words

# -------------------------------------------------------------------- views


def views(s: State, t: Tables, seats: Sequence[int]) -> list[GameView]:
    """Return the views of several seats, which differ in hands, counted cards, prompts and switches."""
    fished = tuple(card_face(card) for card in cards_of(s.fished))
    deck, aside = pile("deck", in_deck(s)), row("aside", fished)
    unseen = (pile("unseen", size(s.hand[UNSEEN])),) if s.players == 3 and s.without == 0 else ()
    public = [public_zones(s, t, p) for p in range(s.players)]
    hands = [hand_zone(s, p, own=False) for p in range(s.players)]
    numbers = [counter for p in range(s.players) for counter in counters_of(s, t, p)]
    counted = deal_number(s), trick_number(s)
    roles = roles_of(s)
    still_out = suits_out(s, seats) if s.phase != Phase.CHOOSING else [[]] * len(seats)
    found = []
    for seat, out in zip(seats, still_out, strict=True):
        left = offered(s.free_tables, s.free_minus, s.free_abilities, attempt=seat >= 0)
        zones = [deck, *left, aside, *unseen]
        for p, (chosen, *played) in enumerate(public):
            zones += [chosen, hand_zone(s, p, own=True) if p == seat else hands[p], *played]
        buttons, modes = ability_switches(s, t, seat)
        found.append(
            GameView(
                zones=tuple(zones),
                counters=(*counted, *(card_counts(s, out) if out else ()), *numbers),
                roles=roles,
                prompt=prompt(s, seat),
                buttons=buttons,
                modes=modes,
                status=status(s, out),
            )
        )
    return found


# Zones are cached by all that they show, so that one that has not changed is the same object: it is not built again,
# and known to be equal at once.


@lru_cache(4096)
def offered(free_tables: int, free_minus: int, free_abilities: int, *, attempt: bool) -> tuple[Zone, Zone, Zone]:
    """Return the score tables, minus cards and abilities that can still be chosen, each given as bits."""
    tables = tuple(choosable_face(Kind.TABLE, table) for table in set_bits(free_tables))
    minuses = tuple(choosable_face(Kind.MINUS, suit) for suit in set_bits(free_minus))
    abilities = tuple(ability_face(ability) for ability in set_bits(free_abilities))
    return (
        row("tables", tables, attempt=attempt),
        row("minuses", minuses, attempt=attempt),
        row("abilities", abilities, attempt=attempt),
    )


def public_zones(s: State, t: Tables, p: int) -> tuple[Zone, Zone, Zone]:
    """Return the zones of a seat that all see alike: what it has chosen, its card in the trick, its tricks."""
    return chosen(p, s.table[p], s.minus[p], s.ability[p]), in_trick(s, t, p), pile(f"won-{p}", s.taken[p], p)


@lru_cache(4096)
def row(
    id: str, faces: tuple[str, ...], owner: int = SPECTATOR, marks: tuple[str, ...] = (), *, attempt: bool = False
) -> Zone:
    """Return a zone whose cards are all visible, and have these marks."""
    return Zone(id, "row", len(faces), tuple(Card(face, marks=marks) for face in faces), owner, attempt=attempt)


@cache
def pile(id: str, count: int, owner: int = SPECTATOR) -> Zone:
    """Return a pile of this many cards."""
    return Zone(id, "pile", count, owner=owner)


def status(s: State, out: Sequence[SuitOut]) -> tuple[Status, ...]:
    """Return the number of the deal and trick, and the cards still out by suit."""
    if s.to_act < 0:
        return ()
    if s.phase == Phase.CHOOSING:
        return (deal_status(s.deal + 1, s.players, 0),)
    return (deal_status(s.deal + 1, s.players, s.trick + 1), *[one.status for one in out])


@cache
def deal_status(deal: int, deals: int, trick: int) -> Status:
    """Return which deal of how many this is, and which trick; 0: none yet."""
    words: Args = {"deal": deal, "deals": deals}
    return Status(Words("status-trick", {**words, "trick": trick}) if trick else Words("status-deal", words))


def ability_switches(s: State, t: Tables, seat: int) -> tuple[tuple[Button, ...], tuple[Mode, ...]]:
    """Return the switches of a seat's ability: a button if it wins without a card, else a mode for each direction."""
    if seat < 0 or s.to_act < 0 or s.phase == Phase.CHOOSING or s.hand[seat] == 0:
        return (), ()
    if s.phase == Phase.SETTING_ASIDE and seat == s.to_act:
        return (), ()
    card = cards_of(s.hand[seat] & -s.hand[seat])[0]  # any card: the refusal is the same
    return switches(s.ability[seat] - 1, card, Identity(t))


@lru_cache(1024)
def switches(ability: int, card: int, key: Identity[Tables]) -> tuple[tuple[Button, ...], tuple[Mode, ...]]:
    """Return the switches of an ability; a mode that may not be switched on is attempted with a card."""
    t, face = key.record, card_face(card)
    words: Args = {"name": ability_name(t, ability), "cost": t.cost[ability]}
    if t.wins[ability]:
        return (Button("nocard", Words("way-ability", words)),), ()
    if t.either[ability]:
        return (), (Mode("!", Words("way-plus", words), f"{face}!"), Mode("!-", Words("way-minus", words), f"{face}!-"))
    return (), (Mode("!", Words("way-ability", words), f"{face}!"),)


def hand_zone(s: State, p: int, *, own: bool) -> Zone:
    """Return a hand: its cards for its own seat, their number for all others."""
    choosing = s.phase == Phase.CHOOSING and s.to_act == p
    return own_hand(p, s.hand[p], attempt=not choosing) if own else other_hand(p, size(s.hand[p]))


@lru_cache(4096)
def own_hand(p: int, cards: int, *, attempt: bool) -> Zone:
    """Return a hand as its own seat sees it."""
    shown = tuple(map(open_card, cards_of(cards)))
    return Zone(f"hand-{p}", "fan", len(shown), shown, p, attempt=attempt)


@cache
def open_card(card: int) -> Card:
    """Return a playing card face up."""
    return Card(card_face(card))


@cache
def other_hand(p: int, count: int) -> Zone:
    """Return a hand as others see it."""
    return Zone(f"hand-{p}", "fan", count, owner=p)


@lru_cache(4096)
def chosen(p: int, table: int, minus: int, ability: int) -> Zone:
    """Return the cards that a seat has chosen, each given as 1 + its number; 0: none yet."""
    owned = ((Kind.TABLE, table), (Kind.MINUS, minus), (Kind.ABILITY, ability))
    return row(f"chosen-{p}", tuple(choosable_face(kind, which - 1) for kind, which in owned if which > 0), p)


def in_trick(s: State, t: Tables, p: int) -> Zone:
    """Return a seat's zone in the trick; the marks of its card show what makes it stronger than it looks."""
    if not 0 < s.lying[p] <= CARDS:
        return row(f"trick-{p}", (), p)
    card, strength = s.lying[p] - 1, lying_power(s, t, p)
    marks = ["announced"] if s.announced[p] != Announced.NOTHING else []
    if strength == Power.VALID_TRUMP:
        marks.append("valid-trump")
    elif strength >= Power.NUMBER and card // SUIT_WIDTH != s.led - 1:
        marks.append("as-led")
    return row(f"trick-{p}", (card_face(card),), p, tuple(marks))


def choice(s: State, t: Tables, action: int) -> Choice:
    """Return a legal action of the seat to act as a choice, with the card it belongs to."""
    name, p = action_name(action), s.to_act
    if action >= Action.TAKE_TABLE:
        return choice_of_card(s, t, action)
    if action >= Action.SET_ASIDE:
        q = action - Action.SET_ASIDE
        return Choice(name, Words("action-set-aside", {"card": card_words(s.lying[q] - 1)}), f"trick-{q}", 0)
    ability = s.ability[p] - 1
    using: Args = {"name": ability_name(t, ability), "cost": t.cost[ability]}
    if action == Action.NO_CARD:
        return Choice(name, Words("action-no-card", using), f"chosen-{p}", 2, confirm=True)
    announced, card = divmod(action, CARDS)
    place = cards_of(s.hand[p]).index(card)
    if announced == Announced.NOTHING:
        return Choice(name, Words("action-play", {"card": card_words(card)}), f"hand-{p}", place)
    words: Args = {**using, "card": card_words(card), "does": effect_words(s, t, p, card, announced)}
    return Choice(name, Words("action-announce", words), f"hand-{p}", place, mode=ENDINGS[announced])


def choice_of_card(s: State, t: Tables, action: int) -> Choice:
    """Return the choice to take a score table, a minus card or an ability."""
    name, kind = action_name(action), kind_of(action)
    which = action - first_of(kind)
    if kind == Kind.ABILITY:
        words = Words("action-take-ability", ability_args(t, which))
        return Choice(name, words, "abilities", set_bits(s.free_abilities).index(which), confirm=True)
    if kind == Kind.MINUS:
        words = Words("action-take-minus", {"suit": suit_words(which)})
        return Choice(name, words, "minuses", set_bits(s.free_minus).index(which), confirm=True)
    row = " ".join(str(t.points[which, n]) for n in range(t.columns[which]))
    words = Words("action-take-table", {"number": which + 1, "row": row})
    return Choice(name, words, "tables", set_bits(s.free_tables).index(which), confirm=True)


def start_player(s: State) -> int:
    """Return the start player of a deal (T2.3)."""
    return s.start


def scores(s: State, t: Tables) -> list[int]:
    """Return the points of each seat."""
    return [s.points[p] for p in range(s.players)]


def amount(s: State, t: Tables, utility: float) -> tuple[str, float]:
    """Return the lead over the others' average, in points, that has this utility (`rules.utility`)."""
    return "amount-lead", HALF_LEAD * utility / max(1 - abs(utility), 1e-9)


def catalogue(cards: Cards) -> dict[str, CardText]:
    """Return name and text of every card, by face id."""
    found = {card_face(card): CardText(card_words(card)) for card in range(CARDS) if FACES >> card & 1}
    for suit in range(SUITS):
        words: Args = {"suit": suit_words(suit)}
        found[choosable_face(Kind.MINUS, suit)] = CardText(Words("card-minus", words), Words("card-minus-text", words))
    costs: dict[str, int] = cards.extra["costs"]
    for id, (name_ja, name_en, text_ja, text_en) in cards.extra["faces"].items():
        text: Text | Words = Text(text_ja, text_en)
        if id in costs:  # T1.5: the cost of an ability is on its card
            text = Words("card-ability-text", {"text": text, "cost": costs[id]})
        found[id] = CardText(Text(name_ja, name_en), text)
    return found


def in_deck(s: State) -> int:
    """Return the number of cards in the deck: all before a deal, none after it."""
    hands = sum(size(s.hand[h]) for h in range(s.players)) + size(s.hand[UNSEEN])
    return size(whole_deck(s)) - hands - size(s.played)
