"""Standings of a series: the games of the tables that rematches link.

The standings are a fold over the stored results, so every worker computes the same ones, also after a restart.  A
result counts for the occupants at the end, by identity: a guest by their number, a bot by its name.  Games in play are
not read.
"""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.server.protocol.http import Series, SeriesGame, SeriesPlayer
from tefuda.server.store.stored_data import SeriesTable

LISTED_GAMES = 100  # newest ones

Identity = tuple[str, str | int, int]


def points(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the points of each seat: 2 for each seat with a worse rank, 1 for each other seat with the same one.

    >>> points([1, 2, 2, 4])
    (6, 3, 3, 0)
    """
    return tuple(sum(2 * (rank < other) + (rank == other) for other in ranks) - 1 for rank in ranks)


def won(ranks: Sequence[int], seat: int) -> bool:
    """Whether a seat came first, alone or with others; if all seats share the first rank, nobody has won."""
    return ranks[seat] == min(ranks) < max(ranks)


def identities(table: SeriesTable) -> list[Identity | None]:
    """Return who sits at each seat of a table, None for nobody."""
    found: list[Identity | None] = []
    for seat, sitter in enumerate(table.sitters):
        if sitter.kind == "bot":
            again = sum(one.kind == "bot" and one.name == sitter.name for one in table.sitters[:seat])
            found.append(("bot", sitter.name, again))
        elif sitter.kind == "person" and seat in table.guests:
            found.append(("guest", table.guests[seat], 0))
        else:
            found.append(None if sitter.kind == "open" else ("unknown", table.id, seat))
    return found


class _Score:
    """The results of a player so far."""

    def __init__(self) -> None:
        self.name = ""
        self.points = self.games = self.wins = 0
        self.change: int | None = None
        self.seat = -1


def standings(tables: Sequence[SeriesTable], table: str, guest: int | None) -> Series:
    """Return the standings of a series for a guest (None: a stranger) at one of its tables.

    `tables` are the finished ones and this one, oldest first, as `SqlStore.series` returns them.
    """
    scores: dict[Identity, _Score] = {}
    games: list[tuple[SeriesTable, list[Identity | None], tuple[int, ...]]] = []
    for one in tables:
        seated = identities(one)
        for seat, identity in enumerate(seated):
            if identity is not None:
                score = scores.setdefault(identity, _Score())
                score.name = one.sitters[seat].name
                if one.id == table:
                    score.seat = seat
        if one.result is not None:
            games.append((one, seated, _count(scores, seated, one.result[1])))
    order = sorted(scores, key=lambda identity: (-scores[identity].points, -scores[identity].wins))
    place = {identity: at for at, identity in enumerate(order)}
    return Series(
        number=next((one.number for one in tables if one.id == table), 1),
        played=len(games),
        players=tuple(_player(identity, scores, guest) for identity in order),
        games=tuple(_game(one, seated, gained, place) for one, seated, gained in games[-LISTED_GAMES:]),
    )


def _count(scores: dict[Identity, _Score], seated: Sequence[Identity | None], ranks: Sequence[int]) -> tuple[int, ...]:
    """Add a finished game to the scores; return the points of each seat."""
    gained = points(ranks)
    for score in scores.values():
        score.change = None
    for seat, identity in enumerate(seated):
        if identity is not None:
            score = scores[identity]
            score.points += gained[seat]
            score.games += 1
            score.wins += won(ranks, seat)
            score.change = gained[seat]
    return gained


def _player(identity: Identity, scores: dict[Identity, _Score], guest: int | None) -> SeriesPlayer:
    kind, who, _ = identity
    own = scores[identity]
    return SeriesPlayer(
        kind="bot" if kind == "bot" else "person",
        name=own.name,
        rank=1 + sum((one.points, one.wins) > (own.points, own.wins) for one in scores.values()),
        points=own.points,
        games=own.games,
        wins=own.wins,
        change=own.change,
        seat=own.seat,
        you=guest is not None and kind == "guest" and who == guest,
    )


def _game(
    table: SeriesTable, seated: Sequence[Identity | None], gained: tuple[int, ...], place: dict[Identity, int]
) -> SeriesGame:
    assert table.result is not None
    ended, ranks = table.result
    players = tuple(-1 if identity is None else place[identity] for identity in seated)
    winners = tuple(place[identity] for seat, identity in enumerate(seated) if identity and won(ranks, seat))
    return SeriesGame(table.number, table.game, ended, players, tuple(ranks), gained, winners)
