"""Presence at one table: connections by seat, spectators, idle and gone players, and for whom bots play.

Each table's actor has one `PresenceTracker`.  It sends nothing and stores nothing.  If other workers hold the table
too, it also has their `Facts`: who is connected to them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from tefuda.engine.view import SPECTATOR
from tefuda.server.cluster.peers import Facts, SeatFacts
from tefuda.server.protocol.messages import Presence
from tefuda.server.settings import Settings
from tefuda.server.store.stored_data import REMOVED, Guest, Seat
from tefuda.server.tables.connection import Connection
from tefuda.table.table import Table


class Person:
    """A person in a seat.  Times are seconds of the settings' clock."""

    def __init__(self, guest: int, now: float) -> None:
        self.guest = guest
        self.connections: set[Connection] = set()
        self.connected_since = now  # meaningless without a connection
        self.disconnected_since = now  # meaningless with a connection
        self.last_active = now
        self.skips = False  # has asked to skip to the end, at any worker


class PresenceTracker:
    """Seats, people and connections of one table."""

    def __init__(self, table: Table, seats: Sequence[Seat], settings: Settings) -> None:
        self._table, self._settings = table, settings
        now = settings.clock.now()
        self.seats = {seat.guest: seat for seat in seats}
        self.people = {seat.seat: Person(seat.guest, now) for seat in seats if seat.sits}
        self.watchers: set[Connection] = set()
        self.turn_since = now
        self.last_disconnect = now
        self._elsewhere: dict[int, Facts] = {}  # by worker

    def change_seats(self, seats: Sequence[Seat], unseat: Collection[int]) -> None:
        """Set the seats of guests; those in `unseat` have none any more."""
        if seats or unseat:
            others = {guest: seat for guest, seat in self.seats.items() if guest not in unseat}
            self.seats = others | {seat.guest: seat for seat in seats}

    def rearrange(self, order: Sequence[int]) -> list[Connection]:
        """Move people to other seats; `order` has the former seat for each present one.

        Returns the connections whose seat has changed.
        """
        moved = {old: new for new, old in enumerate(order)}
        people = {moved[seat]: person for seat, person in self.people.items()}
        changed = [(seat, person) for seat, person in people.items() if self.people.get(seat) is not person]
        self.people = people
        for seat, person in changed:
            self.seats[person.guest] = Seat(person.guest, seat, sits=True)
            for connection in person.connections:
                connection.seat = seat
        return [connection for _, person in changed for connection in person.connections]

    @property
    def removed(self) -> list[int]:
        """The guests whom the host has removed before the deal, and who may not sit again."""
        return [guest for guest, seat in self.seats.items() if seat.seat == REMOVED]

    def act(self, seat: int) -> None:
        """Record that the person in a seat has done something: they are not idle."""
        person = self.people.get(seat)
        if person is not None:
            person.last_active = self._settings.clock.now()

    def seat_of(self, guest: Guest | None) -> int:
        """Return a guest's seat, -1 if they have none."""
        seat = self.seats.get(guest.id) if guest is not None else None
        return seat.seat if seat is not None and seat.sits else SPECTATOR

    # --------------------------------------------------------- connections

    def add(self, connection: Connection) -> None:
        """Add a connection to its guest's seat, or to the spectators."""
        connection.seat, connection.watches = self.seat_of(connection.guest), SPECTATOR
        if connection.guest is None or connection.seat == SPECTATOR:
            self.watchers.add(connection)
            return
        if connection.seat not in self.people:  # the log seats them already, and `sit_down` follows
            self.people[connection.seat] = Person(connection.guest.id, self._settings.clock.now())
        person = self.people[connection.seat]
        if not self.is_connected(connection.seat):
            person.connected_since = self._settings.clock.now()
        person.connections.add(connection)
        person.last_active = self._settings.clock.now()

    def has_room_to_watch(self, connection: Connection) -> bool:
        """Whether a spectator is within the limits per table and per address; some places are kept for invited ones."""
        settings, watching = self._settings, len(self.watchers)
        if connection.invited:
            return watching < settings.watchers_a_table
        same_address = sum(other.address == connection.address for other in self.watchers)
        free = watching < settings.watchers_a_table - settings.watchers_reserved
        return free and same_address < settings.watchers_an_address

    def remove(self, connection: Connection) -> None:
        """Remove a closed connection."""
        now = self._settings.clock.now()
        self.watchers.discard(connection)
        for person in list(self.people.values()):
            if connection in person.connections:
                person.connections.discard(connection)
                person.disconnected_since = now
        self.last_disconnect = now

    def stand_up(self, seat: int) -> set[Connection]:
        """Make the person in a seat a spectator; return their connections."""
        person = self.people.pop(seat, None)
        moved = person.connections if person is not None else set()
        for connection in moved:
            connection.seat = SPECTATOR
        self.watchers |= moved
        return moved

    def sit_down(self, seat: int, guest: int) -> list[Connection]:
        """Put a guest in a seat; return their connections that were spectators."""
        self.people[seat] = Person(guest, self._settings.clock.now())
        moved = [c for c in self.watchers if c.guest is not None and c.guest.id == guest]
        for connection in moved:
            self.watchers.discard(connection)
            self.add(connection)
        return moved

    def audiences(self) -> Iterable[tuple[int, set[Connection]]]:
        """Yield every audience (a seat, -1 for spectators) with its connections."""
        yield from self.watching_by_seat()
        yield from self.seated()

    def watching_by_seat(self) -> Iterable[tuple[int, set[Connection]]]:
        """Yield the seats whose view spectators have chosen, -1 for none, with the connections of these spectators."""
        for seat in sorted({SPECTATOR, *(connection.watches for connection in self.watchers)}):
            yield seat, {connection for connection in self.watchers if connection.watches == seat}

    def seated(self) -> Iterable[tuple[int, set[Connection]]]:
        """Yield the seats of people with their connections."""
        for seat, person in self.people.items():
            yield seat, person.connections

    def is_present(self, audience: int) -> bool:
        """Whether any client of this audience is connected."""
        return any(connections for one, connections in self.audiences() if one == audience)

    def connections(self) -> list[Connection]:
        return [connection for _, connections in self.audiences() for connection in connections]

    def responsive_seats(self) -> set[int]:
        """Return the seats of people whose client sent a message recently."""
        return {
            seat
            for seat, person in self.people.items()
            if self._answers(person) or any(facts.answers for facts in self._seen_elsewhere(seat, person))
        }

    def _answers(self, person: Person) -> bool:
        since = self._settings.clock.now() - self._settings.answered_within
        return any(connection.last_received >= since for connection in person.connections)

    def is_connected(self, seat: int) -> bool:
        """Whether the person in a seat has a connection, to any worker."""
        person = self.people.get(seat)
        return person is not None and self._is_connected(person)

    def _is_connected(self, person: Person) -> bool:
        return bool(person.connections) or any(
            facts.connected and facts.guest == person.guest
            for worker in self._elsewhere.values()
            for facts in worker.seats.values()
        )

    def _seen_elsewhere(self, seat: int, person: Person) -> list[SeatFacts]:
        """Return the other workers' state of a person who is connected to them."""
        if not self._elsewhere:  # runs for every seat after every entry
            return []
        found = (facts.seats.get(seat) for facts in self._elsewhere.values())
        return [facts for facts in found if facts is not None and facts.connected and facts.guest == person.guest]

    @property
    def watching(self) -> int:
        """The number of spectators."""
        return len(self.watchers) + sum(facts.watchers for facts in self._elsewhere.values())

    def connected_since(self, seat: int) -> float:
        """Return when the person in a seat connected, infinity if they are not connected."""
        person = self.people.get(seat)
        return person.connected_since if person is not None and self._is_connected(person) else math.inf

    # ------------------------------------------------------- other workers

    def facts(self, table: str, now: float) -> Facts:
        """Return this worker's facts for the other workers, at a time of the settings' clock."""
        seats = {seat: self._facts_of(seat, person, now) for seat, person in self.people.items()}
        return Facts(table, seats, len(self.watchers))

    def _facts_of(self, seat: int, person: Person, now: float) -> SeatFacts:
        connected = bool(person.connections)
        return SeatFacts(
            person.guest,
            connected,
            connected and self._idle_at(seat, person) <= now,
            self._answers(person),
            not self._is_connected(person) and self._gone_at(person) <= now,
            person.skips,
        )

    def on_facts(self, worker: int, facts: Facts) -> None:
        """Merge the facts of another worker."""
        connected = self._connected_people()
        self._elsewhere[worker] = facts
        now = self._settings.clock.now()
        for seat, told in facts.seats.items():
            person = self.people.get(seat)
            if person is not None and person.guest == told.guest:
                person.skips |= told.skips
                if told.gone and not self._is_connected(person):
                    person.disconnected_since = min(person.disconnected_since, now - self._settings.gone_after)
        self._note_connections(connected)

    def keep_workers(self, workers: Collection[int]) -> None:
        """Drop the facts of all workers but these: their people are no longer connected."""
        connected = self._connected_people()
        self._elsewhere = {worker: facts for worker, facts in self._elsewhere.items() if worker in workers}
        self._note_connections(connected)

    @property
    def workers(self) -> Collection[int]:
        """The workers whose facts are known."""
        return self._elsewhere.keys()

    def _connected_people(self) -> set[Person]:
        return {person for person in self.people.values() if self._is_connected(person)}

    def _note_connections(self, before: set[Person]) -> None:
        """Note connections and disconnections at another worker."""
        now, after = self._settings.clock.now(), self._connected_people()
        for person in after - before:
            person.connected_since = now
        for person in before - after:
            person.disconnected_since = now

    # ------------------------------------------------------------ presence

    def presences(self, now: float | None = None) -> tuple[Presence, ...]:
        """Return the presences shown for all seats, at a time of the settings' clock, by default the present."""
        now = self._settings.clock.now() if now is None else now
        return tuple(self.presence(seat, now) for seat in range(len(self._table.sitters)))

    def presence(self, seat: int, now: float | None = None) -> Presence:
        """Return the presence shown for a seat, at a time of the settings' clock, by default the present."""
        now = self._settings.clock.now() if now is None else now
        person = self.people.get(seat)
        if person is None:
            kind = self._table.sitters[seat].kind
            return Presence("gone" if kind == "person" else kind)  # a deleted guest has no `Person`
        playing, flagged = self._table.playing, self._table.is_flagged(seat)
        elsewhere, replaced = self._seen_elsewhere(seat, person), flagged or self._table.has_stand_in(seat)
        caller, moves = self._table.stand_ins.caller(seat), self._table.stand_ins.moves(seat)
        if not (person.connections or elsewhere):
            gone = self._gone_at(person) <= now
            # A bot plays for a gone person only if another person is connected: otherwise all of them may return later.
            # At a clock of days people may be away.
            others = any(self._is_connected(other) for at, other in self.people.items() if at != seat)
            leaves = gone and others and not self._table.in_days
            return Presence(
                "gone" if gone else "here", replaced or (playing and leaves), caller, moves, flagged=flagged
            )
        here = [facts.idle for facts in elsewhere]
        if person.connections:
            here.append(self._idle_at(seat, person) <= now)
        skips = playing and person.skips and seat in self._table.out
        return Presence("idle" if all(here) else "here", replaced, caller, moves, skips, flagged)

    def only_bots_play_on(self) -> bool:
        """Whether bots sit at all seats that are not out of the game."""
        out = self._table.out
        return all(sitter.kind == "bot" for seat, sitter in enumerate(self._table.sitters) if seat not in out)

    def skipping(self) -> bool:
        """Whether only bots play on, and every connected person has asked to skip to the end."""
        connected = [person for person in self.people.values() if self._is_connected(person)]
        if not any(person.skips for person in connected):
            return False
        for seat, person in self.people.items():  # a request holds only while the person is out
            person.skips = person.skips and seat in self._table.out
        return self.only_bots_play_on() and all(person.skips for person in connected)

    def next_change(self, now: float) -> float | None:
        """Return the next time after `now` at which a person becomes idle or gone, None if no one will."""
        times = (
            self._idle_at(seat, person) if person.connections else self._gone_at(person)
            for seat, person in self.people.items()
            if person.connections or not self._is_connected(person)
        )
        return min((time for time in times if now < time < math.inf), default=None)

    def _gone_at(self, person: Person) -> float:
        """Return when a person without a connection is gone."""
        return person.disconnected_since + self._settings.gone_after

    def _idle_at(self, seat: int, person: Person) -> float:
        """Return when a connected person becomes idle: never when it is not their turn, or at a table with a clock."""
        state = self._table.state
        if state is None or state.current_player != seat or self._table.clock is not None:
            return math.inf
        return max(person.last_active, self.turn_since) + self._settings.idle_after
