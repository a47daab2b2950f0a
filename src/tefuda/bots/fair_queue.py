"""A queue of work that one busy owner cannot fill for everyone else.

Owners take turns, one item each, so a guest with twenty tables waits longer and nobody else does.  Items that a person
waits for come first; one in `LEAST_SHARE` is another, so that those go on as well.  Not locked: its user holds a lock.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

LEAST_SHARE = 8


class Asker(NamedTuple):
    """For whom a piece of work is done."""

    owner: Hashable = None
    person_waits: bool = True


class _Turns(Generic[T]):
    """The items of several owners, who take turns."""

    def __init__(self) -> None:
        self._owners: OrderedDict[Hashable, deque[T]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._owners)

    def __iter__(self) -> Iterator[T]:
        return (item for items in self._owners.values() for item in items)

    def put(self, owner: Hashable, item: T) -> None:
        self._owners.setdefault(owner, deque()).append(item)

    def pop(self) -> T:
        owner, items = self._owners.popitem(last=False)
        item = items.popleft()
        if items:
            self._owners[owner] = items  # behind all others
        return item


class FairQueue(Generic[T]):
    """Items by owner and urgency."""

    def __init__(self) -> None:
        self._urgent, self._other = _Turns[T](), _Turns[T]()
        self._passed_over = 0  # urgent items taken since the last other one, while there was one

    def __bool__(self) -> bool:
        return bool(self._urgent) or bool(self._other)

    def __iter__(self) -> Iterator[T]:
        yield from self._urgent
        yield from self._other

    def put(self, asker: Asker, item: T) -> None:
        """Add an item; those of one owner and urgency keep their order."""
        (self._urgent if asker.person_waits else self._other).put(asker.owner, item)

    def pop(self) -> T:
        """Take the next item; raises KeyError where there is none."""
        if self._other and (not self._urgent or self._passed_over >= LEAST_SHARE - 1):
            self._passed_over = 0
            return self._other.pop()
        self._passed_over += bool(self._other)
        return self._urgent.pop()

    def clear(self) -> None:
        self._urgent, self._other = _Turns(), _Turns()
