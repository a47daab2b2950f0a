"""Views as text: lines of ids and numbers for programs, and a table for people."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.json import encode

from tefuda.engine.view import SPECTATOR, Card, Counter, GameLocalizer, Observation, View, Words, Zone

POSES = {"upright": "", "sideways": "~", "down": "_"}  # after a card's face
BACK = "?"


def view_lines(view: View) -> list[str]:
    """Return a view, without play aids, as short lines of ids and numbers: equal views give equal lines."""
    lines = [f"to_act {view.to_act}"]
    lines += [f"role {role} {seat}" for role, seat in view.roles.items()]
    for counter in view.counters:
        if not counter.help:
            lines.append(f"counter {_owned(counter.id, counter.owner)} {counter.value}")
    for zone in view.zones:
        cards = "".join(f" {_card(card)}" for card in zone.cards)
        note = f" {encode(zone.note).decode()}" if zone.note else ""
        lines.append(f"zone {zone.id} {zone.count}{cards}{note}")
    if view.choices:
        lines.append("actions " + " ".join(choice.action for choice in view.choices))
    if view.result:
        ranks, scores = (" ".join(map(str, numbers)) for numbers in (view.result.ranks, view.result.scores))
        lines.append(f"result ranks {ranks} scores {scores}")
    return lines


def observation_line(observation: Observation) -> str:
    """Return an observed event as a line of ids and numbers."""
    words = observation.words
    moves = [
        f"{move.source}>{move.target}:{move.face or BACK}{POSES[move.pose]}"
        + (f"x{move.count}" if move.count != 1 else "")
        + (f"@{move.at}" if move.at >= 0 else "")
        for move in observation.moves
    ]
    return " ".join([words.id, *(f"{name}={_argument(value)}" for name, value in words.args.items()), *moves])


def _argument(value: object) -> str:
    if isinstance(value, int):
        return str(value)
    return encode(value).decode()


def _owned(id: str, owner: int) -> str:
    return id if owner == SPECTATOR else f"{id}-{owner}"


def _card(card: Card) -> str:
    marks = "".join(f"+{mark}" for mark in card.marks)
    return f"{card.face or BACK}{POSES[card.pose]}{marks}"


def view_table(view: View, game: GameLocalizer, language: str, names: Sequence[str]) -> str:
    """Return a view as a table for people: the zones and numbers of the table, then those of each seat.

    `names` are the players' names by seat, P0, P1, ... where they are missing; a `*` marks the seat to act.
    """
    called = [*names, *(f"P{seat}" for seat in range(len(names), view.players))]
    lines = []
    for owner in range(SPECTATOR, view.players):
        zones = [zone for zone in view.zones if zone.owner == owner]
        counters = [counter for counter in view.counters if counter.owner == owner and counter.show != "none"]
        roles = [role for role, seat in view.roles.items() if seat == owner and owner != SPECTATOR]
        indent = ""
        if owner != SPECTATOR:
            you = " *" if owner == view.to_act else ""
            title = ", ".join(game.say(Words(f"role-{role}"), language) for role in roles)
            lines.append(f"{called[owner]}{you}" + (f" ({title})" if title else ""))
            indent = "  "
        numbers = ", ".join(_counter(counter, game, language) for counter in counters if not counter.help)
        if numbers:
            lines.append(indent + numbers)
        named = [(game.say(Words(f"zone-{_kind(zone)}"), language), _cards(zone, game, language)) for zone in zones]
        lines += [f"{indent}{zone}: {cards}" for zone, cards in named]
    if view.result:
        ranks = zip(view.result.ranks, view.result.scores, strict=True)
        lines += [f"{called[seat]}: rank {rank}, score {score}" for seat, (rank, score) in enumerate(ranks)]
    elif view.prompt:
        lines.append(game.say(view.prompt, language, called))
    if view.choices:
        lines.append(" ".join(f"[{choice.action}]" for choice in view.choices))
    return "\n".join(lines)


def _kind(zone: Zone) -> str:
    return zone.id.removesuffix(f"-{zone.owner}")


def _counter(counter: Counter, game: GameLocalizer, language: str) -> str:
    name = game.say(Words(f"counter-{counter.id}"), language)
    return name if counter.show == "word" else f"{name} {counter.value}"


def _cards(zone: Zone, game: GameLocalizer, language: str) -> str:
    if not zone.cards:
        return str(zone.count) if zone.count else "-"
    shown = []
    for card in zone.cards:
        face = BACK if card.face is None else game.say(game.card_text(card.face).name, language)
        marks = "".join(f" +{game.say(Words(f'mark-{mark}'), language)}" for mark in card.marks)
        shown.append(f"{face}{POSES[card.pose]}{marks}")
    return " | ".join(shown)
