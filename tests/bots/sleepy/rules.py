from harness.fixtures.kuhn.rules import (
    MAX_PLAYERS,
    MAX_STEPS,
    NUM_ACTIONS,
    State,
    apply,
    determinize,
    information_state_key,
    legal,
    result,
    setup,
    why_not,
)

__all__ = [
    "MAX_PLAYERS",
    "MAX_STEPS",
    "NUM_ACTIONS",
    "State",
    "apply",
    "determinize",
    "information_state_key",
    "legal",
    "result",
    "setup",
    "why_not",
]
