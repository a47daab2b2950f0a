"""Kuhn poker with a heuristic player that takes its time: $SLEEPY_SECONDS a decision."""

from harness.fixtures.kuhn import GAME

__all__ = ["GAME"]
