"""ドウトツくじゃん: the play aids: the names that a player's cards are nearest to, make and wait for.

It depends on one seat's own cards alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from typing import NamedTuple

from tefuda.engine.record import Identity
from tefuda.engine.view import Card, Status, Text, Words, Zone
from tefuda.games.doutotsu.bags import EVERY_OTHER, GUARD, add, card_of, colour_of, intersection, kana_of, remove
from tefuda.games.doutotsu.cards import COLOURS
from tefuda.games.doutotsu.hands import in_hand, letters, most_usable_one_coloured, usable_coloured, wait_points
from tefuda.games.doutotsu.state import HALF, HALVES, HAND, NAMES_TO_GO_OUT, State, Tables
from tefuda.games.doutotsu.text import (
    card_face,
    card_words,
    cards_of,
    kana_text,
    kana_texts,
    name_face,
    name_text,
    name_words,
    sound,
    spelling,
)

ANY = -1  # no colour is required


class Plan(NamedTuple):
    """Three names to aim for, and which of a seat's cards go to each."""

    names: list[int]
    colour: int  # of the first name, if it has to be of one colour (D4.4); else ANY
    cards: list[list[int]]  # for each name, in the order of its letters
    lacking: list[list[int]]  # for each name, the kana that no card is left for

    @property
    def alike(self) -> int:
        """Return the number of cards that follow another card of their colour in the same name."""
        return sum(len(cards) - len({colour_of(card) for card in cards}) for cards in self.cards)


class OwnCards(NamedTuple):
    """All that the play aids of a seat depend on: the cache key."""

    players: int
    core: int
    held: tuple[int, ...]
    name: int
    exposed: tuple[int, ...]

    @staticmethod
    def of(s: State, p: int) -> OwnCards:
        """Return the cards of a seat."""
        return OwnCards(s.players, s.core, tuple(s.held[p].values()), s.name[p], tuple(s.exposed[p].values()))

    def record(self) -> State:
        """Return a record with only these cards, at seat 0."""
        s = State()
        s.players, s.core = self.players, self.core
        s.held[0].assign(self.held)
        s.name[0] = self.name
        s.exposed[0].assign(self.exposed)
        return s


class Help(NamedTuple):
    """The play aids of a seat: the messages, a line beside the prompt, and the list with a note at each name."""

    words: tuple[Words, ...]
    status: tuple[Status, ...]
    names: Zone


def help_of(s: State, t: Tables, p: int) -> Help:
    """Return a seat's play aids: the names it is nearest to and how far, what it waits for, and the names in reach.

    It is cached, because views are computed after every move, and few moves change the cards of several seats.
    """
    return _help_of(OwnCards.of(s, p), Identity(t))


@lru_cache(maxsize=4096)  # all seats of 700 tables: a smaller one forgets each entry before its next use
def _help_of(own: OwnCards, key: Identity[Tables]) -> Help:
    s, t, p = own.record(), key.record, 0
    cards = cards_of(s.held[p])
    listed = list_of_names(s.core, key)
    usable = all_triples(s.core, key).usable(letters(s, p))
    near = max(usable) if s.players > 2 else most_usable_one_coloured(s, t, p)
    words = [plan_words(t, best_plan(s, t, p, near, usable, cards, listed), listed)]
    if near <= HAND:
        words.append(Words("help-short", {"count": HAND + 1 - near}))
    if near == HAND:  # else no single card lets the seat go out
        if len(cards) == HAND:
            words += [wait_words("help-wait", s, t, p, card) for card in waits(s, t, p)]
        else:
            words += waits_after_discarding(s, t, p)
    reach = list(names_in_reach(t, Counter(map(kana_of, cards)), listed))
    words += reach
    return Help(tuple(words), status(words), with_notes(t, listed, reach))


# ------------------------------------------------------------------ the list


class Listed(NamedTuple):
    """A name of the list: its letters, how it is called, and its card with its length."""

    letters: tuple[tuple[int, int], ...]  # the kana of each, and how often it occurs before in the name
    coloured: tuple[tuple[tuple[int, int], ...], ...]  # for each colour, the card of each, and the same number
    cards: tuple[tuple[int, ...], ...]  # for each, its cards of all colours
    text: Text
    card: Card


@lru_cache(maxsize=16)
def list_of_names(core: int, key: Identity[Tables]) -> tuple[Listed, ...]:
    """Return the names of the list."""
    t = key.record
    listed = []
    for name in range(t.names[core]):
        word = spelling(t, name)
        letters = tuple((kana, word[:place].count(kana)) for place, kana in enumerate(word))
        coloured = tuple(tuple((card_of(kana, c), before) for kana, before in letters) for c in range(t.colours))
        cards = tuple(tuple(card_of(kana, c) for c in range(t.colours)) for kana in word)
        card = Card(name_face(t, name), note=Words("about-name", {"letters": t.length[name]}))
        listed.append(Listed(letters, coloured, cards, name_text(t, name), card))
    return tuple(listed)


@lru_cache(maxsize=16)
def plain_names(core: int, key: Identity[Tables]) -> Zone:
    """Return the list for those who have no cards: every name with its length."""
    return list_zone([name.card for name in list_of_names(core, key)])


def list_zone(names: Sequence[Card]) -> Zone:
    """D1.2: return the list as a zone."""
    return Zone("list", "row", len(names), tuple(names))


def with_notes(t: Tables, listed: tuple[Listed, ...], reach: list[Words]) -> Zone:
    """Return the list with a note at each name that the cards spell or that lacks one kana."""
    cards = [name.card for name in listed]
    for words in reach:
        name = int(str(words.args["entry"])) - 1
        letters = t.length[name]
        note = Words("about-complete", {"letters": letters})
        if lacking := words.args.get("kana"):
            note = Words("about-lacks", {"letters": letters, "kana": lacking})
        cards[name] = Card(cards[name].face, note=note)
    return list_zone(cards)


class Triples(NamedTuple):
    """The letters of all triples: for each half of a bag, their words side by side in one integer, 64 bits each."""

    words: tuple[int, ...]
    ones: int  # 1 in each

    def usable(self, have: tuple[int, int]) -> list[int]:
        """Return for each triple how many of the letters in two words it can use, as `hands.usable` does for one.

        This is the arithmetic of `bags.py`, carried out for all triples at once: no count reaches beyond its bits.
        """
        guard, every_other = GUARD * self.ones, EVERY_OTHER * self.ones
        sums = 0
        for word, wholes in zip(have, self.words, strict=True):
            if wholes:
                each = word * self.ones
                enough = ((each | guard) - wholes) & guard
                both = each ^ ((each ^ wholes) & (enough - (enough >> 3)))
                sums += (both & every_other) + (both >> 4 & every_other)
        for bits in (32, 16, 8):  # the lowest byte of each word becomes the sum of its bytes
            sums += sums >> bits
        return list(sums.to_bytes(8 * self.ones.bit_count(), "little")[::8])


@lru_cache(maxsize=16)
def all_triples(core: int, key: Identity[Tables]) -> Triples:
    """Return the letters of all triples of a side of the list."""
    t, numbers = key.record, range(key.record.triples[core])
    words = tuple(sum(t.whole[half, i] << 64 * i for i in numbers) for half in range(HALVES))
    return Triples(words, sum(1 << 64 * i for i in numbers))


# -------------------------------------------------------------------- status


def status(words: list[Words]) -> tuple[Status, ...]:
    """Return a line for beside the prompt: the cards waited for, the discards that lead to a wait, or how far it is."""
    of = {id: [one for one in words if one.id == id] for id in ("help-wait", "help-discard", "help-short")}
    if of["help-wait"]:
        message = Words("status-waits", {"cards": waited(of["help-wait"])})
    elif of["help-discard"]:
        discards = dict.fromkeys(str(one.args["discard-face"]) for one in of["help-discard"])
        cards = {str(one.args["discard-face"]): one.args["discard"] for one in of["help-discard"]}
        message = Words(
            "status-discards", {"cards": joined("status-and", [short_card(cards[face]) for face in discards])}
        )
    elif of["help-short"]:
        message = of["help-short"][0]
    else:
        return ()
    return (Status(message, help=True),)


def waited(waits: list[Words]) -> Words:
    """Return the cards that a seat waits for: each kana with the points of its colours."""
    of_kana: dict[Text, list[Words]] = {}
    for wait in waits:
        kana, colour = parts(wait.args["card"])
        of_kana.setdefault(kana, []).append(Words("status-colour", {"colour": colour, "points": wait.args["points"]}))
    cards = [
        Words("status-wait", {"kana": kana, "colours": joined("status-also", colours)})
        for kana, colours in of_kana.items()
    ]
    return joined("status-and", cards)


def joined(id: str, words: list[Words]) -> Words:
    """Join words into a list by a message for two of them."""
    return reduce(lambda first, more: Words(id, {"first": first, "more": more}), words)


def short_card(card: object) -> Words:
    """Return a short name of a card: its kana and the letter of its colour."""
    kana, colour = parts(card)
    return Words("status-card", {"kana": kana, "colour": colour})


def parts(card: object) -> tuple[Text, Words]:
    """Return the kana of a card's name, and the letter of its colour."""
    assert isinstance(card, Words)
    kana = card.args["kana"]
    assert isinstance(kana, Text)
    return kana, Words(card.id.replace("card", "letter"))


# -------------------------------------------------------------------- waits


def wait_words(id: str, s: State, t: Tables, p: int, card: int, discard: int | None = None) -> Words:
    """Return the play aid for a card that lets a seat go out, after this discard if one is given."""
    words = Words(id, {"card": card_words(t, card), "face": card_face(t, card), "points": wait_points(s, t, p, card)})
    if discard is not None:
        words.args.update({"discard": card_words(t, discard), "discard-face": card_face(t, discard)})
    return words


def waits(s: State, t: Tables, p: int) -> Iterator[int]:
    """Yield the cards with which a seat that has eleven could go out (D5.3)."""
    lacking = {kana for _, kana in one_short(s, t, p)}
    for card in (card_of(kana, colour) for kana in sorted(lacking) for colour in range(t.colours)):
        if wait_points(s, t, p, card) > 0:
            yield card


def waits_after_discarding(s: State, t: Tables, p: int) -> Iterator[Words]:
    """Yield the play aids for cards that a seat with twelve would wait for after each discard."""
    spare = {kana for kana, _ in one_short(s, t, p)}
    for discard in (card_of(kana, colour) for kana in sorted(spare) for colour in range(t.colours)):
        if in_hand(s, t, p, discard) > 0:
            remove(s.held[p], discard)
            yield from [wait_words("help-discard", s, t, p, card, discard) for card in waits(s, t, p)]
            add(s.held[p], discard)


def one_short(s: State, t: Tables, p: int) -> Iterator[tuple[int, int]]:
    """Yield, for each triple that lacks one letter, a kana of a seat's cards left over (or -1) and the one lacking."""
    have = letters(s, p)
    for i, usable in enumerate(all_triples(s.core, Identity(t)).usable(have)):
        if usable == HAND:
            need = [t.whole[half, i] for half in range(HALVES)]
            used = list(map(intersection, have, need))
            yield (
                the_kana([h - u for h, u in zip(have, used, strict=True)]),
                the_kana([n - u for n, u in zip(need, used, strict=True)]),
            )


def the_kana(words: list[int]) -> int:
    """Return the one kana in two words of a bag; -1 where there is none."""
    for half, word in enumerate(words):
        if word:
            return (word.bit_length() - 1) // 4 + HALF * half
    return -1


# -------------------------------------------------------------------- names


def names_in_reach(t: Tables, have: Counter[int], listed: tuple[Listed, ...]) -> Iterator[Words]:
    """Yield the play aids for names that a seat's kana spell, and for those that lack one letter."""
    for number, name in enumerate(listed, 1):
        lacking = [kana for kana, before in name.letters if have.get(kana, 0) <= before]
        if len(lacking) > 1:
            continue
        words = Words("help-name", {"name": name.text, "entry": number})
        yield Words("help-lacks", {**words.args, "kana": kana_text(t, lacking[0])}) if lacking else words


# --------------------------------------------------------------------- plan


def plan_words(t: Tables, plan: Plan, listed: tuple[Listed, ...]) -> Words:
    """Return the play aid for a plan: its names, each with the kana that it lacks.

    Clients that group the hand read the same from arguments: of each name its number on the list (`entries`), the faces
    of its cards (`groups`) and what it lacks (`lacks`), and the colour of the first one, "-" if it may have any.
    """
    named: list[Text | Words] = [listed[name].text for name in plan.names]
    if plan.colour != ANY:
        named[0] = name_words(t, plan.names[0], plan.colour)
    for place, lacking in enumerate(plan.lacking):
        if lacking:
            named[place] = Words("plan-lacks", {"name": named[place], "kana": kana_texts(t, lacking)})
    one, two, three = named
    return Words(
        "help-plan",
        {
            "one": one,
            "two": two,
            "three": three,
            "entries": " ".join(str(name + 1) for name in plan.names),
            "groups": " / ".join(" ".join(card_face(t, card) for card in cards) or "-" for cards in plan.cards),
            "lacks": " / ".join(" ".join(sound(t, kana) for kana in lacking) or "-" for lacking in plan.lacking),
            "colour": "-" if plan.colour == ANY else COLOURS[plan.colour],
        },
    )


def best_plan(
    s: State, t: Tables, p: int, near: int, usable: list[int], cards: list[int], listed: tuple[Listed, ...]
) -> Plan:
    """Return, of the triples that use most of a seat's cards, the plan with the most cards of like colour together."""
    plans, held = [], dict(Counter(cards))
    word0, word1 = letters(s, p)
    for i, most in enumerate(usable):
        if most < near:
            continue
        names = [t.triple[i, place] for place in range(NAMES_TO_GO_OUT)]
        if s.players > 2:
            plans.append(planned(t, names, ANY, held, listed))
            continue
        for name in sorted(set(names)):  # D4.4: one of them in one colour
            rest = names.copy()
            rest.remove(name)
            colours = [
                colour for colour in range(t.colours) if usable_coloured(s, t, p, i, name, colour, word0, word1) == near
            ]
            plans += [planned(t, [name, *rest], colour, held, listed) for colour in colours]
    return max(plans, key=lambda plan: plan.alike)


def planned(t: Tables, names: list[int], colour: int, held: dict[int, int], listed: tuple[Listed, ...]) -> Plan:
    """Spread cards over names: each in turn in the colour that has most of its letters, then cards left over in any."""
    left = held.copy()
    places: list[list[int | None]] = []
    for name in names:
        coloured = listed[name].coloured
        taken = most_taken(left, coloured[colour : colour + 1] if colour != ANY and not places else coloured)
        for card in taken:
            if card is not None:
                left[card] -= 1
        places.append(taken)
    lacking: list[list[int]] = [[] for _ in names]
    for number, (name, taken) in enumerate(zip(names, places, strict=True)):
        for place, card in enumerate(taken):
            if card is not None:
                continue
            anyone = [card for card in listed[name].cards[place] if left.get(card, 0) > 0]
            if anyone and (colour == ANY or number > 0):
                left[anyone[0]] -= 1
                taken[place] = anyone[0]
            else:
                lacking[number].append(listed[name].letters[place][0])
    return Plan(names, colour, [[card for card in taken if card is not None] for taken in places], lacking)


def most_taken(left: dict[int, int], words: Sequence[tuple[tuple[int, int], ...]]) -> list[int | None]:
    """Return the cards that a name can take from those left, letter by letter, in the colour that lacks the fewest.

    None where one is missing.
    """
    found: list[int | None] = []
    fewest = len(words[0]) + 1
    for word in words:
        taken = [card if left.get(card, 0) > before else None for card, before in word]
        lacking = taken.count(None)
        if lacking < fewest:
            found, fewest = taken, lacking
    return found
