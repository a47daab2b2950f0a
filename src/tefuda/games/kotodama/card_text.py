"""KOTODAMA KOGEN: what is written on a card, made from its row of the tables, in both languages.

The rules carry out the same rows, so that a card cannot say one thing and do another.  A text is `Words` in `Words`;
the messages stand in `ja.ftl` and `en.ftl`.  Nothing here knows a game in progress.
"""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.engine.view import Seat, Text, Words
from tefuda.games.kotodama import state as game_state
from tefuda.games.kotodama.cards import CardEntry, Pool, entries_of
from tefuda.games.kotodama.state import Tables
from tefuda.games.kotodama.vocabulary import (
    AUXILIARY,
    AUXILIARY_KINDS,
    CLASSES,
    COSTS,
    FORM_MESSAGES,
    ITEM,
    PARTS,
    TRIGGERS,
    VERBS,
)

TRIGGER_MESSAGES = {term.code: term.message for term in TRIGGERS.values()}
VERB_MESSAGES = {term.code: term.message for term in VERBS.values()}
COST_MESSAGES = {term.code: term.message for term in COSTS.values()}
Piece = Words | Text
Args = dict[str, int | str | Seat | Text | Words]  # of a message
OF_OPPONENT = (game_state.OPP_DRAW, game_state.OPP_SCORE, game_state.OPP_DISCARD, game_state.REVEAL)
NARROWED = {"do-bounce": "do-bounce-of", "do-erase": "do-erase-of", "do-scrap": "do-scrap-of"}  # by a filter
UNNAMED = (
    game_state.DRAW,
    game_state.DISCARD,
    game_state.PEEK,
)  # what you do, where the text alone does not say that it is you


def card_name(t: Tables, card: int) -> Text:
    """What a card is called; its number where nobody knows."""
    entry = entries_of(t).get(card)
    if entry is None:
        return Text(f"#{card}", f"#{card}")
    return Text(entry.name, f"{entry.name} ({entry.entry.values['gloss'].partition(',')[0].strip('()')})")


def called(t: Tables, card: int) -> Text:
    """The same within a sentence."""
    name = card_name(t, card)
    return Text(f"「{name.ja}」", name.en)


def class_of(entry: CardEntry) -> Words:
    """Part of speech and subclass of a card."""
    return class_words(entry.part, entry.kind)


def class_words(part: str, kind: str = "") -> Words:
    """The name of a part of speech, or of one of its subclasses."""
    if part == ITEM:
        return Words("class-item")
    message, kinds = PARTS[part]
    return Words(kinds[kind] if kind else message)


def form_words(form: int) -> Words:
    """The name of a form, 1 to 6."""
    return Words(FORM_MESSAGES[form - 1])


def joined(pieces: Sequence[Piece], message: str = "text-both", last: str = "") -> Piece:
    """Pieces put together two by two by a message with `a` and `b`, the last two by `last` where that is given."""
    first, *rest = pieces
    if not rest:
        return first
    return Words((last or message) if len(rest) == 1 else message, {"a": first, "b": joined(rest, message, last)})


# ------------------------------------------------------------------- cards


def card_text(t: Pool, card: int) -> Words:
    """All that is written on a card: what it is, how it is read, where it may be laid, and what it does."""
    pieces: list[Piece] = placement(t, card)
    pieces += [effect_text(t, e) for e in range(t.first[card], t.first[card + 1])]
    entry = t.cards[card]
    args: dict[str, int | str | Seat | Text | Words] = {
        "kind": class_of(entry),
        "reading": str(entry.entry.values["reading"]),
        "gloss": str(entry.entry.values["gloss"]),
    }
    return Words("text-card", {**args, "text": joined(pieces)}) if pieces else Words("text-plain", args)


def placement(t: Tables, card: int) -> list[Piece]:
    """Where a card may be laid besides being a new group."""
    pieces: list[Piece] = []
    if t.under[card]:
        what = filter_words(t, t.under[card])
        form = t.under_form[card]
        pieces.append(
            Words("text-under-form", {"what": what, "form": form_words(form)})
            if form
            else Words("text-under", {"what": what})
        )
    if t.over[card]:
        pieces.append(Words("text-over", {"what": filter_words(t, t.over[card])}))
    if t.is_item[card] and t.alone[card]:
        pieces.append(Words("text-stays"))
    if not t.is_item[card] and not t.alone[card]:
        pieces.append(Words("text-not-alone"))
    return pieces


def effect_text(t: Tables, e: int, used: bool = False) -> Words:
    """One effect: when, under which conditions, what; not when where it is said that it is used."""
    pieces: list[Piece] = [] if used else [trigger_words(t, e)]
    if t.cost[e]:
        pieces.append(Words(COST_MESSAGES[t.cost[e]]))
    pieces += conditions(t, e)
    pieces.append(actions_text(t, e))
    text: Piece = Words("text-effect", {"text": joined(pieces)})
    if t.once[e]:
        text = Words("text-both", {"a": text, "b": Words("text-once")})
    if t.covered[e]:
        text = Words("text-both", {"a": text, "b": Words("text-covered")})
    assert isinstance(text, Words)
    return text


def trigger_words(t: Tables, e: int) -> Words:
    """When an effect happens."""
    kind = t.trigger[e]
    if kind == game_state.CONJUGATED and t.forms[e]:
        return Words("when-conjugated-into", {"form": forms_words(t.forms[e])})
    if kind == game_state.ALL_PRESENT:
        names = names_of(t, t.present[e, 0], t.present[e, 1])
        return Words(TRIGGER_MESSAGES[kind], {"cards": joined(names, "text-and")})
    return Words(TRIGGER_MESSAGES[kind])


def conditions(t: Tables, e: int) -> list[Piece]:
    """All conditions of an effect that its trigger has not named; each knows what stands before and after it."""
    kind = t.trigger[e]
    found: list[tuple[str, Args]] = []
    # A card that another was put under or on is called that word; once it is named, it is not named again.
    of_other = kind in (game_state.CONJUGATES, game_state.MODIFYING)
    if t.other[e]:
        role = "to" if of_other else "by"  # this card was put to the other, or the other to this
        found.append(("if-other", {"what": filter_words(t, t.other[e], article=True), "role": role}))
    if t.forms[e] and kind != game_state.CONJUGATED:
        found.append(("if-other-form" if of_other else "if-this-form", {"form": forms_words(t.forms[e])}))
    if t.by[e]:
        found.append(("if-other-by" if of_other else "if-this-by", {"what": filter_words(t, t.by[e], article=True)}))
    if t.is_modified[e]:
        found.append(("if-other-modified" if of_other else "if-this-modified", {}))
    if t.group_cards[e] > 1:
        found.append(("if-group-cards", {"n": t.group_cards[e]}))
    low, high = t.fewest_groups[e], t.most_groups[e]
    if low == high:
        found.append(("if-groups-exactly", {"n": low}))
    elif (low, high) != (0, game_state.GROUPS):
        found.append(("if-groups-between", {"low": low, "high": high}))
    # Where `other` is asked as well, a condition of the card itself begins a clause of its own.
    firsts = [place == 0 or (not of_other and place == 1 and t.other[e] > 0) for place in range(len(found))]
    ends = ["if" if first else "and" for first in [*firsts, True][1:]]
    return [
        Words(message, {**args, "start": "first" if first else "later", "end": end})
        for (message, args), first, end in zip(found, firsts, ends, strict=True)
    ]


def actions_text(t: Tables, e: int) -> Piece:
    """What an effect does; the cost that counts as its first action is named with its trigger."""
    paid = t.cost[e] == game_state.DISCARD_ONE
    return joined([action_text(t, e, step, paid) for step in range(paid, t.steps[e])], "text-then")


def action_text(t: Tables, e: int, step: int, first: int | None = None) -> Words:
    """One action of an effect; in a text that begins with action `first` it says who acts where that changes."""
    verb = t.verb[e, step]
    args: Args = {"n": t.times[e, step]}
    message = VERB_MESSAGES[verb]
    before = t.verb[e, step - 1] if first is not None and step > first else None
    if verb in OF_OPPONENT:
        args["start"] = "later" if before in OF_OPPONENT else "first"
    if is_filtered(verb):
        wanted = t.of[e, step]
        if verb == game_state.SALVAGE:
            args["what"] = filter_words(t, wanted) if wanted else Words("class-card")
            args["class"] = class_id(args["what"])
        elif wanted:
            message = NARROWED[message]
            args["what"] = filter_words(t, wanted, article=True)
    text = Words(message, {**args})
    if before in OF_OPPONENT and verb in UNNAMED:
        text = Words("text-self", {"text": text})
    return Words("text-may", {"text": text}) if t.may[e, step] else text


def class_id(words: object) -> str:
    """The message of a class that stands alone; "none" of anything else."""
    return words.id if isinstance(words, Words) and words.id.startswith("class-") else "none"


def is_filtered(verb: int) -> bool:
    """Is this done to cards that a filter can narrow down?"""
    return game_state.SALVAGE <= verb <= game_state.SCRAP


# ----------------------------------------------------------------- filters


def filter_words(t: Tables, wanted: int, article: bool = False) -> Piece:
    """What passes 1 + a filter: named cards, or classes of cards, with an article where a sentence wants one."""
    f = wanted - 1
    names = names_of(t, t.filter_cards[f, 0], t.filter_cards[f, 1])
    if names:
        words = joined(names, "text-list", "text-or")
    else:
        classes = classes_of(t.filter_classes[f])
        words = joined(classes, "text-kinds", "text-or-class")
        if article:
            words = Words("text-a", {"article": Words("article", {"class": class_id(classes[0])}), "what": words})
    return Words("text-named", {"what": words}) if t.filter_named[f] else words


def classes_of(bits: int) -> list[Piece]:
    """The classes of a set, a whole part of speech or several where they are all there."""
    left = {pair for number, pair in enumerate(CLASSES, 1) if bits >> number & 1}
    if left == set(CLASSES):
        return [Words("class-card")]
    found: list[Piece] = []
    if left >= {pair for pair in CLASSES if pair[0] != ITEM}:
        found.append(Words("class-word"))
        left = {pair for pair in left if pair[0] == ITEM}
    for part in (*PARTS, ITEM):
        whole = {pair for pair in CLASSES if pair[0] == part}
        if left >= whole:
            found.append(class_words(part))
        else:
            some = [pair for pair in CLASSES if pair in left & whole]
            several = part == AUXILIARY and len(some) > 1
            found += [auxiliaries(some)] if several else [class_words(*pair) for pair in some]
    return found


def auxiliaries(pairs: Sequence[tuple[str, str]]) -> Words:
    """Several subclasses of auxiliaries in one pair of brackets: many words go under many of them."""
    kinds = [Words(AUXILIARY_KINDS[kind]) for _, kind in pairs]
    return Words("class-auxiliaries", {"kinds": joined(kinds, "text-kinds")})


def names_of(t: Tables, low: int, high: int) -> list[Piece]:
    """The names of a set of cards."""
    bits = low | high << game_state.WORD_BITS
    return [called(t, card) for card in range(1, game_state.MAX_CARDS + 1) if bits >> card - 1 & 1]


def forms_words(bits: int) -> Piece:
    """The names of a set of forms."""
    return joined([form_words(form) for form in range(1, 7) if bits >> form & 1], "text-list", "text-or")
