"""KOTODAMA KOGEN: texts of cards, phrases of groups, and prompts, in both languages.

The text of a card is made from its row of the tables, which the rules carry out as well, so that a card cannot say one
thing and do another (W1.5).  A text is `Words` in `Words`; the messages are in `ja.ftl` and `en.ftl`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tefuda.engine.record import Identity
from tefuda.engine.rules_helpers import set_bits
from tefuda.engine.view import Args, Text, Words
from tefuda.games.kotodama.bags import size
from tefuda.games.kotodama.card_file import Pool, entries_of
from tefuda.games.kotodama.effect_actions import DISCARDING, OF_OPPONENT, TAKING_SCORE, verb_of
from tefuda.games.kotodama.grammar import Phrase, phrase
from tefuda.games.kotodama.state import GROUPS, WORD_BITS, Cost, Phase, State, Tables, Trigger, Verb
from tefuda.games.kotodama.vocabulary import (
    AUXILIARY,
    AUXILIARY_KINDS,
    CLASSES,
    COSTS,
    FORM_NAMES,
    ITEM,
    PARTS,
    TRIGGERS,
    VERBS,
)

TRIGGER_MESSAGES = {term.code: term.message for term in TRIGGERS.values()}
VERB_MESSAGES = {term.code: term.message for term in VERBS.values()}
COST_MESSAGES = {term.code: term.message for term in COSTS.values()}
Piece = Words | Text
NARROWED = {"do-bounce": "do-bounce-of", "do-erase": "do-erase-of", "do-scrap": "do-scrap-of"}  # messages with a filter
UNNAMED = (Verb.DRAW, Verb.DISCARD, Verb.PEEK)  # actions of your own whose text does not say that it is you
PROMPTS = {
    **dict.fromkeys(TAKING_SCORE, "prompt-score"),
    **dict.fromkeys(DISCARDING, "prompt-discard"),
    Verb.SALVAGE: "prompt-salvage",
    Verb.BOUNCE: "prompt-bounce",
    Verb.ERASE: "prompt-erase",
    Verb.SCRAP: "prompt-scrap",
}


def card_name(t: Tables, card: int) -> Text:
    """Return the name of a card; its number if the tables have no names."""
    entry = entries_of(t).get(card)
    return Text(f"#{card}", f"#{card}") if entry is None else entry.title


def called(t: Tables, card: int) -> Text:
    """Return the name of a card as written within a sentence."""
    entry = entries_of(t).get(card)
    return Text(f"「#{card}」", f"#{card}") if entry is None else entry.called


def class_words(part: str, kind: str = "") -> Words:
    """Return the name of a part of speech, or of one of its subclasses."""
    if part == ITEM:
        return Words("class-item")
    message, kinds = PARTS[part]
    return Words(kinds[kind] if kind else message)


def form_words(form: int) -> Words:
    """Return the name of a form, 1 to 6."""
    return Words(f"form-{form}")


def joined(pieces: Sequence[Piece], message: str = "text-both", last: str = "") -> Piece:
    """Join pieces two by two with a message of `a` and `b`, the last two with `last` if it is given."""
    first, *rest = pieces
    if not rest:
        return first
    return Words((last or message) if len(rest) == 1 else message, {"a": first, "b": joined(rest, message, last)})


# ------------------------------------------------------------------- cards


def card_text(t: Pool, card: int) -> Words:
    """Return everything written on a card: class, reading, placement and effects."""
    pieces: list[Piece] = placement(t, card)
    pieces += [effect_text(t, e) for e in range(t.first[card], t.first[card + 1])]
    entry = t.cards[card]
    args: Args = {
        "kind": class_words(entry.part, entry.kind),
        "reading": str(entry.entry.values["reading"]),
        "gloss": str(entry.entry.values["gloss"]),
    }
    return Words("text-card", {**args, "text": joined(pieces)}) if pieces else Words("text-plain", args)


def placement(t: Tables, card: int) -> list[Piece]:
    """Return where a card may be laid besides being a new group."""
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
    """Return the text of an effect: when, under which conditions, what; without "when" if `used` says it already."""
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
    """Return when an effect happens."""
    kind = t.trigger[e]
    if kind == Trigger.CONJUGATED and t.forms[e]:
        return Words("when-conjugated-into", {"form": forms_words(t.forms[e])})
    if kind == Trigger.ALL_PRESENT:
        names = names_of(t, t.present[e, 0], t.present[e, 1])
        return Words(TRIGGER_MESSAGES[kind], {"cards": joined(names, "text-and")})
    return Words(TRIGGER_MESSAGES[kind])


def conditions(t: Tables, e: int) -> list[Piece]:
    """Return the conditions of an effect that its trigger does not name; each knows its neighbours in the sentence."""
    kind = t.trigger[e]
    found: list[tuple[str, Args]] = []
    # A card that another was put under or on is called that word; once it is named, it is not named again.
    of_other = kind in (Trigger.CONJUGATES, Trigger.MODIFIES)
    if t.other[e]:
        role = "to" if of_other else "by"  # this card was put to the other, or the other to this
        found.append(("if-other", {"what": filter_words(t, t.other[e], article=True), "role": role}))
    if t.forms[e] and kind != Trigger.CONJUGATED:
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
    elif (low, high) != (0, GROUPS):
        found.append(("if-groups-between", {"low": low, "high": high}))
    # Where `other` is asked as well, a condition of the card itself begins a clause of its own.
    firsts = [place == 0 or (not of_other and place == 1 and t.other[e] > 0) for place in range(len(found))]
    ends = ["if" if first else "and" for first in [*firsts, True][1:]]
    return [
        Words(message, {**args, "start": "first" if first else "later", "end": end})
        for (message, args), first, end in zip(found, firsts, ends, strict=True)
    ]


def actions_text(t: Tables, e: int) -> Piece:
    """Return the actions of an effect, without a cost that counts as its first action: its trigger names that."""
    return _actions_text(Identity(t), e)


@lru_cache(1024)
def _actions_text(key: Identity[Tables], e: int) -> Piece:
    t = key.record
    paid = t.cost[e] == Cost.DISCARD_ONE
    return joined([action_text(t, e, step, paid) for step in range(paid, t.steps[e])], "text-then")


def action_text(t: Tables, e: int, step: int, first: int | None = None) -> Words:
    """Return the text of an action; in a text that begins with action `first` it names the actor where that changes."""
    verb = t.verb[e, step]
    args: Args = {"n": t.times[e, step]}
    message = VERB_MESSAGES[verb]
    before = t.verb[e, step - 1] if first is not None and step > first else None
    if verb in OF_OPPONENT:
        args["start"] = "later" if before in OF_OPPONENT else "first"
    if Verb.SALVAGE <= verb <= Verb.SCRAP:  # a filter may narrow what it is done to
        wanted = t.of[e, step]
        if verb == Verb.SALVAGE:
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
    """Return the message of a class that stands alone; "none" for anything else."""
    return words.id if isinstance(words, Words) and words.id.startswith("class-") else "none"


# ----------------------------------------------------------------- filters


def filter_words(t: Tables, wanted: int, article: bool = False) -> Piece:
    """Describe what passes a filter, given as 1 + its number: named cards, or classes, with an article if asked for."""
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
    """Return the names of a set of classes; a part of speech that is complete is named as a whole."""
    left = {CLASSES[number - 1] for number in set_bits(bits)}
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
    """Put several subclasses of auxiliaries into one pair of brackets: many words go under many of them."""
    kinds = [Words(AUXILIARY_KINDS[kind]) for _, kind in pairs]
    return Words("class-auxiliaries", {"kinds": joined(kinds, "text-kinds")})


def names_of(t: Tables, low: int, high: int) -> list[Piece]:
    """Return the names of a set of cards."""
    bits = low | high << WORD_BITS
    return [called(t, bit + 1) for bit in set_bits(bits)]


def forms_words(bits: int) -> Piece:
    """Return the names of a set of forms."""
    return joined([form_words(form) for form in set_bits(bits)], "text-list", "text-or")


# ---------------------------------------------------------- phrases and prompts


def group_phrase(t: Tables, cards: tuple[int, ...], forms: tuple[int, ...]) -> Phrase | None:
    """W5.6: return the phrase that a group has become; None if it holds an item, or the tables have no names."""
    return _phrase(Identity(t), cards, forms) if isinstance(t, Pool) else None


@lru_cache(1 << 14)
def _phrase(key: Identity[Pool], cards: tuple[int, ...], forms: tuple[int, ...]) -> Phrase | None:
    entries = [key.record.cards[card] for card in cards]
    if any(entry.is_item for entry in entries):
        return None
    return phrase([entry.word for entry in entries], [FORM_NAMES[form - 1] if form else "" for form in forms])


def group_note(t: Tables, cards: tuple[int, ...], forms: tuple[int, ...]) -> Text | None:
    """W5.6: spell a group out, with its reading, and gloss it in English."""
    said = group_phrase(t, cards, forms)
    return None if said is None else said.note


def prompt(s: State, t: Tables, seat: int) -> Words | None:
    """Return which decision is next for the seat to act, and which card causes it."""
    if seat != s.to_act or seat < 0:
        return None
    if s.phase == Phase.DECKS:
        if s.pending:
            return Words("prompt-build", {"n": size(s.deck[seat])})
        return Words("prompt-deck")
    if s.phase == Phase.PLACING:
        return Words("prompt-place", {"card": called(t, s.using)})
    if s.phase == Phase.MAYBE:
        return Words("prompt-maybe", {"card": cause(s, t), "text": action_text(t, s.effect - 1, s.step)})
    if s.phase == Phase.CHOOSING:
        return Words(PROMPTS[Verb(verb_of(s, t))], {"card": cause(s, t), "n": s.left})
    return Words("prompt-turn" if s.words else "prompt-turn-no-word", {"n": s.words})


def cause(s: State, t: Tables) -> Text:
    """Return the card whose effect is being carried out."""
    return called(t, t.owner[s.effect - 1])
