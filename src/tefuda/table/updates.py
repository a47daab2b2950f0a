"""Updates: what each audience of a table observes of an entry and sees after it, with the handles of its cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tefuda.engine.events import GameEvent
from tefuda.engine.game import Game
from tefuda.engine.record import GameState
from tefuda.engine.view import Observation, View
from tefuda.table.arranging import TableChange
from tefuda.table.entries import Sitter
from tefuda.table.handles import HandleMap
from tefuda.table.take_back import BackNow

MAX_HANDLES_PER_ENTRY = 256  # upper bound: an entry numbers each card on the table at most once

Perceptions = Mapping[int, tuple[list[Observation], View]]  # by audience, without handles


class Update(Struct, frozen=True, gc=False, omit_defaults=True):
    """The update of one audience after an entry: its observations and the view after them."""

    version: int  # entries applied so far: the number of this update
    turn: int  # commands played and taken back so far: a command must name it
    sitters: tuple[Sitter, ...]
    events: tuple[Observation, ...] = ()
    view: View | None = None  # none before the deal
    changes: tuple[TableChange, ...] = ()  # of the table, before the deal
    back: BackNow | None = None  # a request to take the last action back, or its outcome
    shown: tuple[int, ...] = ()  # seats that show spectators what they see


class _Group(NamedTuple):
    """Audiences with the same handles so far, the same observations and the same zones."""

    handles: HandleMap
    observations: list[Observation]
    view: View  # of the first audience
    audiences: list[int]

    def own_handles(self, groups: Sequence[_Group]) -> HandleMap:
        """Return the map for this group: its own for the first group that shares it, a copy for the others."""
        first = next(group for group in groups if group.handles is self.handles)
        return self.handles if first is self else self.handles.copy()


def perceive(game: Game, events: Sequence[GameEvent], record: GameState, audiences: Sequence[int]) -> Perceptions:
    """Return each audience's observations of the events and its view after them, without handles."""
    observations: list[list[Observation]] = [[] for _ in audiences]
    for event in events:
        for own, observation in zip(observations, game.observe_all(event, audiences), strict=True):
            if observation is not None:
                own.append(observation)
    views = game.views(record, audiences)
    return dict(zip(audiences, zip(observations, views, strict=True), strict=True))


class Updates:
    """The latest update of each audience (a seat, or -1: the spectators), and its handles."""

    def __init__(self, audiences: Sequence[int]) -> None:
        self._handles = dict.fromkeys(audiences, HandleMap())
        self.latest: dict[int, Update] = {}

    @property
    def audiences(self) -> tuple[int, ...]:
        return tuple(self._handles)

    def __contains__(self, audience: int) -> bool:
        return audience in self._handles

    def make(self, common: Update, perceptions: Perceptions) -> None:
        """Make the update of every audience: `common`, the same for all, with the audience's observations and view.

        Before the deal there are no perceptions.
        """
        self.latest = self._made(common, perceptions)

    def _made(self, common: Update, perceptions: Perceptions) -> dict[int, Update]:
        if not perceptions:
            return dict.fromkeys(self._handles, common)
        groups: list[_Group] = []
        for audience, (observations, view) in perceptions.items():
            handles = self._handles[audience]
            for group in groups:
                if group.handles is handles and group.observations == observations and group.view.zones == view.zones:
                    group.audiences.append(audience)
                    break
            else:
                groups.append(_Group(handles, observations, view, [audience]))
        updates: dict[int, Update] = {}
        version, turn, sitters = common.version, common.turn, common.sitters
        for group, handles in [(group, group.own_handles(groups)) for group in groups]:
            events, numbered = handles.follow(group.observations, group.view)
            for audience in group.audiences:
                self._handles[audience] = handles
                view = perceptions[audience][1]
                view = numbered if view is group.view else replace(view, zones=numbered.zones)
                updates[audience] = Update(version, turn, sitters, events, view, back=common.back, shown=common.shown)
        return updates

    def join(self, audiences: Sequence[int], block: int, common: Update, perceptions: Perceptions) -> None:
        """Add audiences, with their latest update; their handles come from a new block."""
        self._handles |= dict.fromkeys(audiences, HandleMap(block * MAX_HANDLES_PER_ENTRY))
        if common.version > 0:
            self.latest |= self._made(common, perceptions)
            for audience in audiences:
                self._share_handles(audience)

    def adopt(self, audience: int, other: Updates) -> None:
        """Add an audience with its latest update and handles, both taken from a restored copy of the table."""
        self._handles[audience] = other._handles[audience]
        self._share_handles(audience)
        if audience in other.latest:
            self.latest[audience] = other.latest[audience]

    def _share_handles(self, audience: int) -> None:
        """Let an audience share the handle map of another one, if both would give the same handles: saves work."""
        handles = self._handles[audience]
        self._handles[audience] = next(known for known in self._handles.values() if known.agrees_with(handles))

    def keep(self, audiences: Collection[int]) -> None:
        """Drop all other audiences: the table no longer has their seats."""
        self._handles = {audience: handles for audience, handles in self._handles.items() if audience in audiences}

    def rename(self, sitters: tuple[Sitter, ...]) -> None:
        """Change the sitters' names in the latest updates, and leave out the changes, which may hold an old one."""
        self.latest = {one: replace(update, sitters=sitters, changes=()) for one, update in self.latest.items()}
