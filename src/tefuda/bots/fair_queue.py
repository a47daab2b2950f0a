"""Fair queue: owners take turns, so that one busy owner does not delay the others.

Items that a person waits for come first; one in `LEAST_SHARE` is a background item, so that those do not starve.
Not thread-safe: callers hold a lock.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

LEAST_SHARE = 8


class Asker(NamedTuple):
    """The owner of a work item, whether a person waits for it, and that person's address; "" if unknown."""

    owner: Hashable = None
    person_waits: bool = True
    address: str = ""

    @property
    def place(self) -> Hashable:
        """The place in the round: all owners from one address share one."""
        return self.address or self.owner


class _Turns(Generic[T]):
    """Round-robin queue over owners."""

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
            self._owners[owner] = items  # goes to the end of the round
        return item


class FairQueue(Generic[T]):
    """Queue of items by owner and urgency."""

    def __init__(self) -> None:
        self._urgent, self._background = _Turns[T](), _Turns[T]()
        self._passed_over = 0  # urgent items taken since the last background item, while one waited

    def __bool__(self) -> bool:
        return bool(self._urgent) or bool(self._background)

    def __iter__(self) -> Iterator[T]:
        yield from self._urgent
        yield from self._background

    def put(self, asker: Asker, item: T) -> None:
        """Add an item; those of one place and urgency keep their order."""
        (self._urgent if asker.person_waits else self._background).put(asker.place, item)

    def pop(self) -> T:
        """Take the next item; raises KeyError if the queue is empty."""
        if self._background and (not self._urgent or self._passed_over >= LEAST_SHARE - 1):
            self._passed_over = 0
            return self._background.pop()
        self._passed_over += bool(self._background)
        return self._urgent.pop()

    def clear(self) -> None:
        self._urgent, self._background = _Turns(), _Turns()
