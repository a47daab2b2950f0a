"""Reads the effects that a card file declares (W6), a row of the card tables each."""

from __future__ import annotations

from typing import Any

from tefuda.engine.cards import Entry
from tefuda.games.kotodama.card_file import (
    CardEntry,
    Loading,
    card_bits,
    form_number,
    read_filter,
    texts,
)
from tefuda.games.kotodama.state import ACTIONS_AN_EFFECT, EFFECTS_A_CARD, GROUPS, MAX_EFFECTS, MOST_LYING, MOST_TIMES
from tefuda.games.kotodama.vocabulary import CONDITIONS, COSTS, TAKING_A_FILTER, TRIGGERS, VERBS

EFFECT_FIELDS = (
    *("when", "form", "other", "by", "modified", "group_cards", "groups", "all"),
    *("once", "covered", "cost", "do"),
)
FREE, ONE = "free_stacking", "discard_one"
ALONE = ("all_present", "activate", "static")  # a card has at most one effect of each
NEVER_ONCE = ("static", "all_present", "used")  # `once` means nothing with these


def read_effects(loading: Loading, card: CardEntry) -> None:
    """W6: read the effects of a card, a row of the tables each."""
    entry = card.entry
    declared = entry.values.get("effects", [])
    if not isinstance(declared, list) or len(declared) > EFFECTS_A_CARD:
        loading.wrong(entry, "effects", f"must be a list of at most {EFFECTS_A_CARD} effects, not {declared!r}")
        return
    for place, effect in enumerate(declared, 1):
        where = f"effects[{place}]"
        if not isinstance(effect, dict):
            loading.wrong(entry, where, f"must be a table, not {effect!r}")
            continue
        for name in sorted(effect.keys() - set(EFFECT_FIELDS)):
            loading.wrong(entry, f"{where}.{name}", f"is not a field; an effect has {', '.join(EFFECT_FIELDS)}")
        if loading.effects == MAX_EFFECTS:
            loading.wrong(entry, where, f"is one effect too many: a pool may have {MAX_EFFECTS}")
            return
        read_effect(loading, card, where, effect)
        loading.effects += 1
    whens = [effect.get("when") for effect in declared if isinstance(effect, dict)]
    for when in ALONE:
        if whens.count(when) > 1:
            loading.wrong(entry, "effects", f"have {when} twice: a card has one such effect")
    if sum(isinstance(effect, dict) and effect.get("once") is True for effect in declared) > 1:
        loading.wrong(entry, "effects", "have once twice: a card has one such effect")


def read_effect(loading: Loading, card: CardEntry, where: str, effect: dict[str, Any]) -> None:
    """Read an effect: its trigger, conditions, cost and actions."""
    entry, tables, e = card.entry, loading.tables, loading.effects
    when = effect.get("when")
    if not isinstance(when, str) or when not in TRIGGERS:
        loading.wrong(entry, f"{where}.when", f"must be one of {', '.join(TRIGGERS)}, not {when!r}")
        return
    if (when == "used") != (card.is_item and not tables.alone[card.number]) and (when == "used" or card.is_item):
        loading.wrong(entry, f"{where}.when", 'must be "used" for an item that does not stay, and only for one')
    tables.trigger[e], tables.owner[e] = TRIGGERS[when].code, card.number
    read_conditions(loading, entry, where, effect)
    for name, column in (("once", tables.once), ("covered", tables.covered)):
        column[e] = loading.checker.flag(entry, f"{where}.{name}", effect.get(name, False))
    if effect.get("once") is True and when in NEVER_ONCE:
        loading.wrong(entry, f"{where}.once", f"must go: it means nothing with {when}")
    if effect.get("covered") is True and when not in ALONE:
        loading.wrong(entry, f"{where}.covered", f"must go: {when} happens wherever the card lies")
    actions = effect.get("do")
    if not isinstance(actions, list) or not 1 <= len(actions) <= ACTIONS_AN_EFFECT:
        loading.wrong(entry, f"{where}.do", f"must be a list of 1 to {ACTIONS_AN_EFFECT} actions, not {actions!r}")
        return
    cost = effect.get("cost")
    if cost is not None and (not isinstance(cost, str) or cost not in COSTS or when != "activate"):
        loading.wrong(entry, f"{where}.cost", f"must be one of {', '.join(COSTS)}, with activate, not {cost!r}")
    elif cost is not None:
        tables.cost[e] = COSTS[cost].code
    if cost == ONE:  # paying is the first thing that the effect does
        actions = [{"discard": 1}, *actions]
        if len(actions) > ACTIONS_AN_EFFECT:
            loading.wrong(entry, f"{where}.do", f"has an action too many: the cost {ONE} counts as one")
            return
    tables.steps[e] = len(actions)
    for step, action in enumerate(actions):
        read_action(loading, entry, f"{where}.do[{step + 1}]", when, step, action)
    if any(isinstance(action, dict) and FREE in action for action in actions) != (when == "static") or (
        when == "static" and len(actions) > 1
    ):
        loading.wrong(entry, f"{where}.do", f"must be one {FREE} with static, and {FREE} goes with nothing else")


def read_conditions(loading: Loading, entry: Entry, where: str, effect: dict[str, Any]) -> None:
    """W6.5: read the conditions of an effect, all of which must hold."""
    tables, e, when = loading.tables, loading.effects, effect["when"]
    for name in EFFECT_FIELDS:
        if name in effect and any(name in names for names in CONDITIONS.values()) and name not in CONDITIONS[when]:
            loading.wrong(entry, f"{where}.{name}", f"must go: it means nothing with {when}")
    for form in texts(loading, entry, f"{where}.form", effect.get("form", [])):
        tables.forms[e] |= 1 << form_number(loading, entry, f"{where}.form", form)
    if "other" in effect:
        tables.other[e] = 1 + read_filter(loading, entry, f"{where}.other", effect["other"])
    if "by" in effect:
        tables.by[e] = 1 + read_filter(loading, entry, f"{where}.by", effect["by"])
    tables.is_modified[e] = loading.checker.flag(entry, f"{where}.modified", effect.get("modified", False))
    tables.group_cards[e] = loading.checker.number(
        entry, f"{where}.group_cards", effect.get("group_cards", 1), 1, MOST_LYING
    )
    bounds = effect.get("groups", [0, GROUPS])
    if not isinstance(bounds, list) or len(bounds) != 2:
        loading.wrong(entry, f"{where}.groups", f"must be two integers, the fewest and the most, not {bounds!r}")
        bounds = [0, GROUPS]
    fewest = loading.checker.number(entry, f"{where}.groups[1]", bounds[0], 0, GROUPS)
    tables.fewest_groups[e] = fewest
    tables.most_groups[e] = loading.checker.number(entry, f"{where}.groups[2]", bounds[1], fewest, GROUPS)
    if when == "all_present":
        low, high = card_bits(loading, entry, f"{where}.all", effect.get("all"))
        tables.present[e, 0], tables.present[e, 1] = low, high
        if not low | high:
            loading.wrong(entry, f"{where}.all", "must name at least one card")


def read_action(loading: Loading, entry: Entry, where: str, when: str, step: int, action: object) -> None:
    """Read an action of an effect."""
    tables, e = loading.tables, loading.effects
    verbs = [name for name in action if name in VERBS] if isinstance(action, dict) else []
    if not isinstance(action, dict) or len(verbs) != 1 or not action.keys() <= {*verbs, "may", "of"}:
        loading.wrong(entry, where, f"must be one of {', '.join(VERBS)}, with may or of, not {action!r}")
        return
    verb = verbs[0]
    tables.verb[e, step] = VERBS[verb].code
    tables.times[e, step] = loading.checker.number(entry, f"{where}.{verb}", action[verb], 1, MOST_TIMES)
    tables.may[e, step] = loading.checker.flag(entry, f"{where}.may", action.get("may", False))
    if "of" in action and verb not in TAKING_A_FILTER:
        loading.wrong(entry, f"{where}.of", f"must go: it means nothing with {verb}")
    elif "of" in action:
        tables.of[e, step] = 1 + read_filter(loading, entry, f"{where}.of", action["of"])
    if when == "static" and action.get("may") is True:
        loading.wrong(entry, f"{where}.may", "must go: it means nothing with static")
