"""Changes of a table before the deal: the seats after an entry, and its message.  Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from tefuda.table.clock_rule import ClockRule
from tefuda.table.entries import Arranged, Brought, Entry, Refused, Sat, Setup, Sitter

Kind = Literal[
    "game",  # `name` is the game, `value` the number of seats
    "seats",  # `value` is their number
    "option",  # `name` is the option, `value` its value
    "hints",  # `value`: 1 even while several people play, 0 only against bots
    "public",  # `value`: 1 for everyone, 0 for invited people
    "locked",  # `value`: 1 if newcomers cannot take a seat, 0 if they can again
    "delay",  # `value` is the delay of the spectators, in decisions
    "clock",  # `clock` is the rule of the time, null for none
    "moved",  # `who` moved from `seat` to the seat `value`
    "removed",  # `who` was removed from `seat`
    "readmitted",  # everyone who was removed may sit again
    "bot",  # the bot `who` of the level `name` was put on `seat`
    "level",  # the bot `who` on `seat` has the level `name` now
    "opened",  # the bot `who` was taken from `seat`
    "sat",  # `who` took `seat`
    "left",  # `who` left `seat`
    "host",  # `who` on `seat` is the host now, as the host has left
    "brought",  # the opening of `who` on `seat` was chosen (`value` 1), or is left to them again (0)
]


class TableChange(Struct, frozen=True, gc=False, omit_defaults=True):
    """One change of a table before the deal; see `kind` for what its fields mean."""

    kind: Kind
    by: str = ""  # name of the host who changed it; "": the host has no seat or no name
    seat: int = -1
    who: str = ""  # name of the person or bot concerned
    name: str = ""  # of the game, option or level
    value: int = 0
    clock: ClockRule | None = None


def check_order(order: Sequence[int], sitters: Sequence[Sitter], seats: int) -> None:
    """Raise Refused unless an order fills `seats` seats, uses no earlier seat twice and keeps all people."""
    kept = [seat for seat in order if seat != -1]
    people = {seat for seat, sitter in enumerate(sitters) if sitter.kind == "person"}
    known = set(kept) <= set(range(len(sitters))) and len(set(kept)) == len(kept)
    if len(order) != seats or not known or not people <= set(kept):
        raise Refused(f"the order {list(order)} does not give {seats} seats to those who sit at {len(sitters)}")


def fitted(sitters: Sequence[Sitter], seats: int) -> tuple[int, ...]:
    """Return the order that resizes a table to `seats` seats: drops open seats first, then bots, from the last one.

    Raises Refused if more people sit there.
    """
    people = sum(sitter.kind == "person" for sitter in sitters)
    if people > seats:
        raise Refused(f"{people} people sit at this table, which is more than {seats}")
    kept = list(range(len(sitters)))
    for kind in ("open", "bot"):
        for seat in range(len(sitters) - 1, -1, -1):
            if len(kept) > seats and sitters[seat].kind == kind:
                kept.remove(seat)
    return (*kept, *[-1] * (seats - len(kept)))


def swapped(seats: int, one: int, other: int) -> tuple[int, ...]:
    """Return the order in which two seats have changed places."""
    order = list(range(seats))
    order[one], order[other] = other, one
    return tuple(order)


def sitters_after(entry: Entry, sitters: Sequence[Sitter]) -> list[Sitter]:
    """Return the occupants by seat after an entry."""
    after = list(sitters)
    match entry:
        case Sat(seat, sitter):
            after[seat] = sitter
        case Arranged(order=order, removed=removed):
            if order:
                after = [sitters[seat] if seat >= 0 else Sitter() for seat in order]
            if removed >= 0:
                after[removed] = Sitter()
    return after


def changes(entry: Entry, sitters: Sequence[Sitter]) -> tuple[TableChange, ...]:
    """Return the message about an entry before the deal, given the occupants before it."""
    match entry:
        case Sat():
            return (*_seat_changes(entry, sitters[entry.seat], _host(entry.host, sitters)), *_heir(entry, sitters))
        case Brought(seat, command, host):
            return (TableChange("brought", _host(host, sitters), seat, sitters[seat].name, value=int(bool(command))),)
        case Arranged():
            return tuple(_arranged_changes(entry, sitters, _host(entry.host, sitters)))
    return ()


def _host(seat: int | None, sitters: Sequence[Sitter]) -> str:
    return sitters[seat].name if seat is not None and 0 <= seat < len(sitters) else ""


def _seat_changes(entry: Sat, before: Sitter, host: str) -> Iterator[TableChange]:
    seat, after = entry.seat, entry.sitter
    if before.kind == "person" and after.kind != "person":
        if entry.host is None:
            yield TableChange("left", seat=seat, who=before.name)
        else:
            yield TableChange("removed", host, seat, before.name)
    if after.kind == "person" and before.kind != "person":
        yield TableChange("sat", seat=seat, who=after.name)
    elif after.kind == "bot" and before.kind != "bot":
        yield TableChange("bot", host, seat, after.name, after.level)
    elif after.kind == "bot" and before.level != after.level:
        yield TableChange("level", host, seat, after.name, after.level)
    elif after.kind == "open" and before.kind == "bot":
        yield TableChange("opened", host, seat, before.name)


def _heir(entry: Sat, sitters: Sequence[Sitter]) -> Iterator[TableChange]:
    if entry.heir >= 0:
        yield TableChange("host", seat=entry.heir, who=sitters_after(entry, sitters)[entry.heir].name)


def _arranged_changes(entry: Arranged, sitters: Sequence[Sitter], host: str) -> Iterator[TableChange]:
    if entry.setup is not None and entry.was is not None:
        yield from _setup_changes(entry.setup, entry.was, host)
    else:
        for seat, before in enumerate(entry.order):
            if before not in (-1, seat) and sitters[before].kind != "open":
                yield TableChange("moved", host, before, sitters[before].name, value=seat)
    numbers: dict[Kind, int | None] = {
        "hints": entry.hints,
        "public": entry.public,
        "locked": entry.locked,
        "delay": entry.delay,
    }
    for what, value in numbers.items():
        if value is not None:
            yield TableChange(what, host, value=int(value))
    if entry.clock is not None or entry.no_clock:
        yield TableChange("clock", host, clock=entry.clock)
    if entry.removed >= 0:
        yield TableChange("removed", host, entry.removed, sitters[entry.removed].name)
    if entry.readmitted:
        yield TableChange("readmitted", host)


def _setup_changes(setup: Setup, was: Setup, host: str) -> Iterator[TableChange]:
    if setup.game != was.game:
        yield TableChange("game", host, name=setup.game, value=setup.seats)
        return
    if setup.seats != was.seats:
        yield TableChange("seats", host, value=setup.seats)
    for name, value in setup.options.items():
        if was.options.get(name) != value:
            yield TableChange("option", host, name=name, value=value)


def first_setup(entries: Sequence[Entry]) -> Setup | None:
    """Return the setup that a table began with, None if it never changed."""
    for entry in entries:
        if isinstance(entry, Arranged) and entry.was is not None:
            return entry.was
    return None
