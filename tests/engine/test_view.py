"""Views: what an event changes."""

from tefuda.engine.view import Counter, changed_counters


def test_changed_counters_are_new_values_and_what_ended() -> None:
    before = (Counter("pot", 3), Counter("coins", 5, 0), Counter("coins", 4, 1), Counter("folded", 1, 0))
    after = (Counter("pot", 4), Counter("coins", 5, 0), Counter("coins", 3, 1))
    assert changed_counters(before, after) == ((Counter("pot", 4), Counter("coins", 3, 1)), ("folded",))
    assert changed_counters(after, after) == ((), ())


def test_counter_that_ends_for_one_owner_is_told_again_for_the_others() -> None:
    before = (Counter("vote", 1, 0), Counter("vote", 2, 1))
    assert changed_counters(before, before[1:]) == (before[1:], ("vote",))
