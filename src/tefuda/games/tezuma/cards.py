"""Loads and checks a card file of てづま師: score tables, abilities, and how they are laid out and chosen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tefuda.engine.cards import Cards, Checker, Entry, NamedTables
from tefuda.engine.view import Text
from tefuda.games.tezuma.actions import SIDES
from tefuda.games.tezuma.card_sets import FACES, NUMBER_BITS, NUMBERS, TRUMP_BITS
from tefuda.games.tezuma.state import (
    COINS,
    COLUMNS,
    LAPS,
    MAX_ABILITY_CARDS,
    MAX_PLAYERS,
    MAX_TABLES,
    TRICKS,
    Kind,
    Place,
    Tables,
)

MOST_POINTS = 99
KINDS = {"table": Kind.TABLE, "minus": Kind.MINUS, "ability": Kind.ABILITY}
WITH = {"number": NUMBER_BITS, "trump": FACES & TRUMP_BITS, "card": FACES, "none": 0}
WHEN = {"any": Place.ANY, "led": Place.LED, "off": Place.OFF}

NAMES = ("name_ja", "name_en")
SWITCHES = ("need_not_follow", "counts_as_led", "valid_trump", "wins", "set_aside")
NUMERIC = {"number": 2 * NUMBERS, "plus": NUMBERS, "plus_or_minus": NUMBERS}  # effects with a number, and the highest
EFFECTS = (*SWITCHES, *NUMERIC)
FIELDS = {
    "layout": ("spare",),
    "lap": ("kind", "first", "order"),
    "table": (*NAMES, "points"),
    "ability": (*NAMES, "text_ja", "text_en", "cost", "with", "when", *EFFECTS),
}


class Abilities(Tables, NamedTables):
    """The card tables with the names of the abilities."""

    names: dict[int, Text]


def load(path: Path | None = None) -> Cards:
    """Return the cards of a file (default: our own); raise CardFileError naming every mistake in it.

    `extra` has `faces`, which maps face ids ("table-1", "ability-1a") to (name_ja, name_en, text_ja, text_en), and
    `costs`, which maps those of abilities to ohajiki.
    """
    path = path or Path(__file__).with_name("cards.toml")
    checker = Checker(path)
    entries = checker.read(FIELDS)
    tables = Abilities()
    faces: dict[str, tuple[str, str, str, str]] = {}
    of = {name: [entry for entry in entries if entry.table == name] for name in FIELDS}
    read_layout(checker, of["layout"], tables)
    read_laps(checker, of["lap"], tables)
    read_tables(checker, of["table"], tables, faces)
    read_abilities(checker, of["ability"], tables, faces)
    checker.done()
    costs = {f"ability-{entry.values['id']}": entry.values["cost"] for entry in of["ability"]}
    return Cards(tables, entries, path, {"faces": faces, "costs": costs})


def read_layout(checker: Checker, entries: Sequence[Entry], tables: Tables) -> None:
    """T2.1, T2.2: read how many more cards than players are laid out."""
    for entry in checker.once_each(entries, "layout", ("tables", "abilities")):
        spare = checker.integer(entry, "spare", 0, MAX_TABLES - MAX_PLAYERS)
        if entry.values["id"] == "tables":
            tables.spare_tables = spare
        else:
            tables.spare_abilities = spare


def read_laps(checker: Checker, entries: Sequence[Entry], tables: Tables) -> None:
    """T3.3: read who chooses when, and what."""
    laps = checker.once_each(entries, "lap", map(str, range(1, LAPS + 1)))
    kinds = [checker.text(entry, "kind", ("any", *KINDS)) for entry in laps]
    for lap, (entry, kind) in enumerate(zip(laps, kinds, strict=True)):
        if kind in KINDS and kinds.count(kind) > 1:
            checker.wrong(
                entry, f"kind {kind!r} has more than one lap: a seat that has taken such a card could take nothing"
            )
        later = [KINDS[other] for other in kinds[lap + 1 :] if other in KINDS]
        tables.lap_kinds[lap] = sum(
            1 << k for name, k in KINDS.items() if kind == name or (kind == "any" and k not in later)
        )
        tables.lap_first[lap] = -1 if checker.text(entry, "first", ("start", "last")) == "last" else 0
        clockwise = checker.text(entry, "order", ("clockwise", "counterclockwise")) == "clockwise"
        tables.lap_step[lap] = 1 if clockwise else -1


def read_tables(
    checker: Checker, entries: Sequence[Entry], tables: Tables, faces: dict[str, tuple[str, str, str, str]]
) -> None:
    """T1.3: read the score tables."""
    fewest = MAX_PLAYERS + tables.spare_tables
    if not fewest <= len(entries) <= MAX_TABLES:
        checker.wrong("table", f"there must be {fewest} to {MAX_TABLES} score tables, not {len(entries)}")
        return
    tables.tables = len(entries)
    for table, entry in enumerate(checker.once_each(entries, "table", map(str, range(1, len(entries) + 1)))):
        row = points_of(checker, entry)
        tables.columns[table] = len(row)
        for tricks in range(COLUMNS):  # T8.1: the last column holds for more tricks
            tables.points[table, tricks] = row[min(tricks, len(row) - 1)]
        for tricks in range(TRICKS):
            tables.regain[table, tricks] = tricks_to_regain(tables.points[table].values(), tricks)
        names = [f"{table + 1} {checker.text(entry, name)}" for name in NAMES]
        points = " ".join(map(str, row)) + "+"
        said = (f"{points}（左から0、1、2…トリックの点）", f"{points} (points for 0, 1, 2 … tricks)")
        faces[f"table-{table + 1}"] = (names[0], names[1], *said)


def tricks_to_regain(points: Sequence[int], tricks: int) -> int:
    """Return after how many further tricks there are more points than now, if the next trick costs points.

    0 if it costs none, COLUMNS if there are never more.
    """
    if points[tricks + 1] >= points[tricks]:
        return 0
    better = (further for further in range(1, COLUMNS - tricks) if points[tricks + further] > points[tricks])
    return next(better, COLUMNS)


def points_of(checker: Checker, entry: Entry) -> list[int]:
    """Return the points on a score table."""
    row: Any = entry.values.get("points")
    if (
        not isinstance(row, list)
        or not 1 <= len(row) <= COLUMNS
        or not all(isinstance(one, int) and not isinstance(one, bool) and 0 <= one <= MOST_POINTS for one in row)
    ):
        checker.wrong(entry, f"points must be 1 to {COLUMNS} integers from 0 to {MOST_POINTS}, not {row!r}")
        return [0]
    return row


def read_abilities(
    checker: Checker, entries: Sequence[Entry], tables: Abilities, faces: dict[str, tuple[str, str, str, str]]
) -> None:
    """T1.5, T6, T7: read the abilities, two to a card."""
    seen: dict[int, Entry] = {}
    for entry in entries:
        match = re.fullmatch(r"([1-9]\d?)([ab])", checker.text(entry, "id"))
        if match is None or int(match[1]) > MAX_ABILITY_CARDS:
            checker.wrong(entry, f"id must be a card from 1 to {MAX_ABILITY_CARDS} and a side, such as 1a")
            continue
        card, side = int(match[1]) - 1, SIDES.index(match[2])
        ability = 2 * card + side
        if ability in seen:
            checker.wrong(entry, "appears twice")
            continue
        seen[ability] = entry
        tables.sides[card] |= 1 << side
        read_ability(checker, entry, tables, ability)
        name_ja, name_en, text_ja, text_en = (checker.text(entry, name) for name in (*NAMES, "text_ja", "text_en"))
        faces[f"ability-{match[0]}"] = (name_ja, name_en, text_ja, text_en)
        tables.names[ability] = Text(name_ja, name_en)
    count = 1 + max((ability // 2 for ability in seen), default=-1)
    tables.ability_cards = count
    for card in range(count):
        if tables.sides[card] == 0:
            checker.wrong("ability", f"card {card + 1} has no side, though card {count} exists")
    fewest = MAX_PLAYERS + tables.spare_abilities
    if count < fewest:
        checker.wrong("ability", f"there must be {fewest} to {MAX_ABILITY_CARDS} cards, not {count}")


def read_ability(checker: Checker, entry: Entry, tables: Tables, ability: int) -> None:
    """Read one ability into its row of the tables."""
    effects = [effect for effect in EFFECTS if effect in entry.values]
    if not effects:
        checker.wrong(entry, f"has no effect; there are {', '.join(EFFECTS)}")
    on = {effect: checker.flag(entry, effect, entry.values.get(effect, False)) for effect in SWITCHES}
    numbers = {
        effect: checker.integer(entry, effect, 0, most) if effect in entry.values else None
        for effect, most in NUMERIC.items()
    }
    tables.cost[ability] = checker.integer(entry, "cost", 1, COINS)
    tables.cards[ability] = WITH.get(checker.text(entry, "with", tuple(WITH)), 0)
    tables.place[ability] = WHEN.get(checker.text(entry, "when", tuple(WHEN)), Place.ANY)
    tables.free[ability] = on["need_not_follow"]
    tables.as_led[ability] = on["counts_as_led"]
    tables.fixed[ability] = -1 if numbers["number"] is None else numbers["number"]
    tables.add[ability] = numbers["plus"] or numbers["plus_or_minus"] or 0
    tables.either[ability] = numbers["plus_or_minus"] is not None
    tables.trump[ability] = (1 if on["valid_trump"] else -1) if "valid_trump" in effects else 0
    tables.wins[ability] = on["wins"]
    tables.aside[ability] = on["set_aside"]
    if (entry.values.get("with") == "none") != on["wins"]:
        checker.wrong(entry, 'what wins without a card has with = "none", and nothing else has')
    if on["wins"] and len(effects) > 1:
        checker.wrong(entry, f"wins without a card, so that {' and '.join(effects)} cannot go together")
    if on["need_not_follow"] and entry.values.get("when") != "any":
        checker.wrong(entry, 'need_not_follow takes when = "any": such a card is never of the led suit')
    if "plus" in effects and "plus_or_minus" in effects:
        checker.wrong(entry, "has plus and plus_or_minus; one of them must go")
