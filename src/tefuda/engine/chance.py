"""Sources of chance for the checked build, besides the generator in the record.

A source is attached to a checked state (`GameState.listen`) and never stored in it: `SecretSource` draws from a
secret, `Tape` replays recorded outcomes, `Recorder` records another source, and `enumerate_outcomes` yields every
outcome of a function with its exact probability.  Copies of a state carry no source.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeVar

from tefuda.engine.record import GameState

SECRET_BYTES = 32
MOST_BELOW = 1 << 32  # outcomes of one draw of a `SecretSource`
S = TypeVar("S", bound=GameState)


class Outcome(NamedTuple):
    """One random outcome: `value` of `n` equally likely ones, 0 <= value < n."""

    value: int
    n: int

    def __str__(self) -> str:
        return f"{self.value}/{self.n}"

    @classmethod
    def parse(cls, text: str) -> Outcome:
        """Inverse of `str`; raises ValueError for a text not of the form `3/10`."""
        value, slash, n = text.partition("/")
        if not (slash and value.isdecimal() and n.isdecimal() and int(value) < int(n)):
            raise ValueError(f"{text!r} is not an outcome such as 3/10")
        return cls(int(value), int(n))


class Source(Protocol):
    """Source of a checked state's random outcomes."""

    def below(self, s: GameState, n: int) -> int:
        """Return a uniform integer in [0, n)."""

    def mark(self) -> int:
        """Return the current position, for `reset` when an action is undone."""

    def reset(self, mark: int) -> None:
        """Return to a position from `mark`."""


class SecretSource:
    """Outcomes from a 256-bit secret: draw number k reads HMAC-SHA256(secret, k as 8 bytes, big-endian).

    The digest is eight 32-bit words, big-endian; the draw is the first word below the largest multiple of n, modulo n.
    If no word is, the draw continues with the next k.  Draws are reproducible from the secret.
    """

    def __init__(self, secret: bytes, draws: int = 0) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a table's secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self._keyed = hmac.new(secret, digestmod="sha256")
        self.draws = draws

    def below(self, s: GameState, n: int) -> int:
        if not 1 <= n <= MOST_BELOW:
            raise ValueError(f"a draw is among 1 to {MOST_BELOW} outcomes, not {n}")
        limit = (1 << 32) - (1 << 32) % n
        while True:
            draw = self._keyed.copy()
            draw.update(self.draws.to_bytes(8, "big"))
            digest = draw.digest()
            self.draws += 1
            for i in range(0, len(digest), 4):
                word = int.from_bytes(digest[i : i + 4], "big")
                if word < limit:
                    return word % n

    def mark(self) -> int:
        return self.draws

    def reset(self, mark: int) -> None:
        self.draws = mark

    def __repr__(self) -> str:
        return f"SecretSource(draws={self.draws})"  # never the secret


class WrongTape(ValueError):
    """A tape that does not match the actions played with it."""


class TapeEnded(WrongTape):
    """A tape that is too short; `n` is the number of outcomes of the missing draw."""

    def __init__(self, n: int) -> None:
        super().__init__(f"the tape ends before a draw among {n}")
        self.n = n


class Tape:
    """Replays recorded outcomes in order."""

    def __init__(self, outcomes: Sequence[Outcome], place: int = 0) -> None:
        self.outcomes, self.place = outcomes, place

    def below(self, s: GameState, n: int) -> int:
        if self.place >= len(self.outcomes):
            raise TapeEnded(n)
        outcome = self.outcomes[self.place]
        if outcome.n != n:
            raise WrongTape(f"outcome {self.place} of the tape is {outcome}, but the draw is among {n}")
        self.place += 1
        return outcome.value

    def mark(self) -> int:
        return self.place

    def reset(self, mark: int) -> None:
        self.place = mark


class Recorder:
    """Draws from another source and records its outcomes as a tape."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.outcomes: list[Outcome] = []
        self._marks: dict[int, int] = {}

    def below(self, s: GameState, n: int) -> int:
        value = self.source.below(s, n)
        self.outcomes.append(Outcome(value, n))
        return value

    def mark(self) -> int:
        place = len(self.outcomes)
        self._marks = {place: self.source.mark()}
        return place

    def reset(self, mark: int) -> None:
        self.source.reset(self._marks[mark])
        del self.outcomes[mark:]


MOST_OUTCOMES = 1 << 16  # of a draw that can be enumerated


class _Branch(Tape):
    """Replays the start of a run; at each further draw, adds the first outcome to it."""

    def __init__(self, outcomes: list[Outcome]) -> None:
        super().__init__(outcomes)
        self._growing = outcomes

    def below(self, s: GameState, n: int) -> int:
        if self.place == len(self._growing):
            if n > MOST_OUTCOMES:
                raise ValueError(
                    f"a draw among {n} has too many outcomes to go through, more than {MOST_OUTCOMES}: "
                    "draw it in digits, one after the other"
                )
            self._growing.append(Outcome(0, n))
        return super().below(s, n)

    def reset(self, mark: int) -> None:
        super().reset(mark)
        del self._growing[mark:]


def enumerate_outcomes(state: S, run: Callable[[S], object]) -> Iterator[tuple[Fraction, S]]:
    """Yield every result of `run` on a copy of `state` with its exact probability; `state` is unchanged.

    `run` is repeated from a copy once for every sequence of outcomes, with any number of draws.
    Raises ValueError at a draw among more than MOST_OUTCOMES.
    """
    outcomes: list[Outcome] = []
    while True:
        copied = state.copy()
        copied.listen(_Branch(outcomes), None)
        run(copied)
        copied.listen(None, None)
        probability = Fraction(1)
        for outcome in outcomes:
            probability /= outcome.n
        yield probability, copied
        while outcomes and outcomes[-1].value == outcomes[-1].n - 1:
            outcomes.pop()
        if not outcomes:
            return
        outcomes[-1] = Outcome(outcomes[-1].value + 1, outcomes[-1].n)
