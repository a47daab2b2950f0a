"""Which functions are put into their callers: those that are come to in one way only."""

from types import ModuleType

from tefuda.engine.call_graph import called_once

TEXT = """
def play(s):
    begin(s)
    for _ in range(3):
        turn(s)

def choices(s):
    return listed(s)

def begin(s):
    shuffle(s)

def turn(s):
    draw(s)
    draw(s)
    if choices(s):
        end(s)

def draw(s):
    take(s)

def shuffle(s): pass
def take(s): pass
def listed(s): return 1
def end(s): return end(s - 1) if s else 0
def unused(s): alone(s)
def alone(s): pass
"""


def test_functions_with_a_single_call_path_are_inlined() -> None:
    rules = ModuleType("rules")
    exec(TEXT, vars(rules))  # noqa: S102 (the text above)
    found = {name for _, name in called_once([rules], {("rules", "play"), ("rules", "choices")})}
    assert found == {"begin", "shuffle", "turn"}  # `draw` has two places, `choices` two uses, `end` calls itself
