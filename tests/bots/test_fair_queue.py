"""Order of bot requests: waiting people before deserted tables, and addresses and guests in turn."""

from tefuda.bots.fair_queue import LEAST_SHARE, Asker, FairQueue


def drained(queue: FairQueue[str]) -> list[str]:
    taken = []
    while queue:
        taken.append(queue.pop())
    return taken


def test_guest_with_one_table_waits_for_one_item_of_a_guest_with_twenty() -> None:
    queue = FairQueue[str]()
    for number in range(20):
        queue.put(Asker("many"), f"many-{number}")
    queue.put(Asker("one"), "one-0")
    assert drained(queue)[:3] == ["many-0", "one-0", "many-1"]


def test_twenty_guests_from_one_address_wait_like_one() -> None:
    queue = FairQueue[str]()
    for number in range(20):
        queue.put(Asker(number, address="203.0.113.7"), f"many-{number}")
    queue.put(Asker("one", address="198.51.100.1"), "one-0")
    assert drained(queue)[:3] == ["many-0", "one-0", "many-1"]


def test_items_of_one_guest_keep_their_order() -> None:
    queue = FairQueue[str]()
    for number in range(5):
        queue.put(Asker("a"), str(number))
    assert drained(queue) == ["0", "1", "2", "3", "4"]


def test_table_where_a_person_waits_comes_before_tables_of_bots_alone() -> None:
    queue = FairQueue[str]()
    for number in range(3):
        queue.put(Asker(number, person_waits=False), f"bots-{number}")
    queue.put(Asker("hana"), "hana")
    assert drained(queue) == ["hana", "bots-0", "bots-1", "bots-2"]


def test_tables_of_bots_alone_go_on_among_any_number_of_people() -> None:
    queue = FairQueue[str]()
    queue.put(Asker("bots", person_waits=False), "bots")
    for number in range(100):
        queue.put(Asker(number), "person")
    assert drained(queue).index("bots") == LEAST_SHARE - 1


def test_waiting_items_can_be_listed_and_cleared() -> None:
    queue = FairQueue[str]()
    queue.put(Asker("a"), "1")
    queue.put(Asker("b", person_waits=False), "2")
    assert sorted(queue) == ["1", "2"]
    queue.clear()
    assert not queue
