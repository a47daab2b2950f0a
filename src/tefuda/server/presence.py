"""Who is at a table: on its seats and around it, here, idle or gone, and where a bot plays on.

The host of a table keeps one `PresenceTracker` and asks it.  It sends nothing and stores nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from tefuda.engine.view import SPECTATOR
from tefuda.server.connection import Connection
from tefuda.server.protocol import Presence
from tefuda.server.settings import Settings
from tefuda.server.store import Guest, Seat
from tefuda.table.table import Table


class Person:
    """A person on a seat."""

    def __init__(self, guest: int, now: float) -> None:
        self.guest = guest
        self.connections: set[Connection] = set()
        self.here_since = now  # meaningless while there is none
        self.away_since = now  # meaningless while there is a connection
        self.active = now  # when they last did something
        self.stand_in = False  # a bot plays on because somebody asked for it


class PresenceTracker:
    """Everybody at one table."""

    def __init__(self, table: Table, seats: Sequence[Seat], settings: Settings) -> None:
        self._table, self._settings = table, settings
        now = settings.clock.now()
        self.seats = {seat.guest: seat for seat in seats}
        self.people = {seat.seat: Person(seat.guest, now) for seat in seats if seat.sits}
        self.watchers: set[Connection] = set()
        self.turn_since = now
        self.left_at = now  # when the last connection went

    def seat_of(self, guest: Guest | None) -> int:
        """Where a guest sits, -1 for nowhere."""
        seat = self.seats.get(guest.id) if guest is not None else None
        return seat.seat if seat is not None and seat.sits else SPECTATOR

    # --------------------------------------------------------- connections

    def come(self, connection: Connection) -> None:
        """A connection takes its place: its guest's seat, or among the watchers."""
        connection.seat = self.seat_of(connection.guest)
        if connection.seat == SPECTATOR:
            self.watchers.add(connection)
            return
        person = self.people[connection.seat]
        if not person.connections:  # back again: they play for themselves
            person.stand_in = False
            person.here_since = self._settings.clock.now()
        person.connections.add(connection)
        person.active = self._settings.clock.now()

    def has_room_to_watch(self, connection: Connection) -> bool:
        """May another connection watch?  Some places are kept for those who are invited, and one address gets a few."""
        settings, watching = self._settings, len(self.watchers)
        if connection.invited:
            return watching < settings.watchers_a_table
        beside = sum(other.address == connection.address for other in self.watchers)
        return (
            watching < settings.watchers_a_table - settings.watchers_reserved and beside < settings.watchers_an_address
        )

    def go(self, connection: Connection) -> None:
        """A connection leaves its place."""
        now = self._settings.clock.now()
        self.watchers.discard(connection)
        for person in self.people.values():
            if connection in person.connections:
                person.connections.discard(connection)
                person.away_since = now
        self.left_at = now

    def stand_up(self, seat: int) -> set[Connection]:
        """Whoever sat on a seat watches from now on; returns their connections."""
        person = self.people.pop(seat, None)
        moved = person.connections if person is not None else set()
        for connection in moved:
            connection.seat = SPECTATOR
        self.watchers |= moved
        return moved

    def sit_down(self, seat: int, guest: int) -> list[Connection]:
        """A guest takes a seat; returns the connections they have watched by."""
        self.people[seat] = Person(guest, self._settings.clock.now())
        moved = [c for c in self.watchers if c.guest is not None and c.guest.id == guest]
        for connection in moved:
            self.watchers.discard(connection)
            self.come(connection)
        return moved

    def audiences(self) -> Iterable[tuple[int, set[Connection]]]:
        """Every audience (a seat, -1 for watchers) with its connections."""
        yield SPECTATOR, self.watchers
        for seat, person in self.people.items():
            yield seat, person.connections

    def is_present(self, audience: int) -> bool:
        """Is anybody of this audience connected?"""
        return any(connections for one, connections in self.audiences() if one == audience)

    def everybody(self) -> list[Connection]:
        return [connection for _, connections in self.audiences() for connection in connections]

    def answering(self) -> set[int]:
        """The seats of people whose client said something just now."""
        since = self._settings.clock.now() - self._settings.answered_within
        people = self.people.items()
        return {seat for seat, person in people if any(c.heard_at >= since for c in person.connections)}

    def is_here(self, seat: int) -> bool:
        """Has the person at a seat a connection?"""
        person = self.people.get(seat)
        return person is not None and bool(person.connections)

    def here_since(self, seat: int) -> float:
        """When the person at a seat connected, infinity while there is no connection."""
        person = self.people.get(seat)
        return person.here_since if person is not None and person.connections else math.inf

    # ------------------------------------------------------------ presence

    def presences(self) -> tuple[Presence, ...]:
        return tuple(self.presence(seat) for seat in range(self._table.game.players))

    def presence(self, seat: int) -> Presence:
        """How a seat is doing."""
        person = self.people.get(seat)
        if person is None:
            kind = self._table.sitters[seat].kind
            return Presence("gone" if kind == "person" else kind)  # a person of whom the server knows nothing any more
        now = self._settings.clock.now()
        state = self._table.state
        playing = state is not None and not state.over
        if not person.connections:
            gone = now - person.away_since >= self._settings.gone_after
            # Nobody's cards are played while nobody is there to play with: they may come back another day.
            others = any(other.connections for at, other in self.people.items() if at != seat)
            return Presence("gone" if gone else "here", playing and (person.stand_in or (gone and others)))
        return Presence("idle" if self._idle_at(seat, person) <= now else "here", playing and person.stand_in)

    def next_change(self) -> float | None:
        """The next moment at which somebody begins to count as idle or gone, if nothing happens before."""
        now = self._settings.clock.now()
        moments = (
            self._idle_at(seat, person) if person.connections else person.away_since + self._settings.gone_after
            for seat, person in self.people.items()
        )
        return min((moment for moment in moments if now < moment < math.inf), default=None)

    def _idle_at(self, seat: int, person: Person) -> float:
        """When a person who is here counts as idle: never while it is not their turn."""
        state = self._table.state
        if state is None or state.seat != seat:
            return math.inf
        return max(person.active, self.turn_since) + self._settings.idle_after
