"""What people notice when something goes wrong: connections lost or slow, requests that fail, pages left for long."""

import re

from playwright.sync_api import Route, expect

from tests.browser.clients import Connection, Make, Person


def menu(person: Person, entry: str) -> None:
    person.button(re.compile(f"^{person.words.menu}")).click()
    person.page.get_by_role("dialog").get_by_role("button", name=entry, exact=True).click()


def lost(person: Person) -> None:
    expect(person.page.get_by_role("alert").filter(has_text=person.words.lost)).to_be_visible()


def connected(person: Person) -> None:
    expect(person.page.get_by_role("alert").filter(has_text=person.words.lost)).to_have_count(0)


def test_notes_that_are_being_written_survive_a_lost_connection_and_another_language(person: Make) -> None:
    aki = person("en")
    connection = Connection(aki.page)
    aki.open_game()
    menu(aki, "Notes")
    field = aki.page.get_by_role("dialog").get_by_role("textbox")
    field.fill("Suzu never bids first")
    box = field.bounding_box()
    assert box is not None
    aki.page.mouse.move(box["x"] + 90, box["y"] + 20)
    aki.page.mouse.down()
    aki.page.mouse.move(20, box["y"] + 20)  # a selection that ends outside the dialog
    aki.page.mouse.up()
    connection.cut()
    lost(aki)
    connection.restore()
    connected(aki)
    expect(field).to_have_value("Suzu never bids first")
    aki.speak("ja")
    expect(field).to_have_value("Suzu never bids first")
    laptop = aki.page.context.new_page()
    laptop.goto(aki.page.url)
    laptop.get_by_role("button", name="メニュー").click()
    laptop.get_by_role("dialog").get_by_role("button", name="メモ", exact=True).click()
    aki.page.get_by_role("button", name="保存").click()
    expect(laptop.get_by_role("dialog").get_by_role("textbox")).to_have_value("Suzu never bids first")
    aki.page.reload()
    menu(aki, "メモ")
    expect(aki.page.get_by_role("dialog").get_by_role("textbox")).to_have_value("Suzu never bids first")


def test_leaving_a_table_without_the_server_is_refused_and_can_be_tried_again(person: Make) -> None:
    aki = person("en")
    aki.requests_may_fail = True
    aki.open_game()
    address = aki.page.url
    leave = re.compile("/leave$")
    aki.page.route(leave, lambda route: route.abort())
    menu(aki, "Leave")
    dialog = aki.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Leave").click()
    expect(dialog.get_by_role("alert")).to_contain_text("cannot be reached")
    assert aki.page.url == address
    aki.page.unroute(leave)
    dialog.get_by_role("button", name="Leave").click()
    expect(aki.offer()).to_be_visible()


def test_table_whose_texts_did_not_arrive_is_shown_once_they_do(person: Make) -> None:
    aki = person("en")
    aki.requests_may_fail = True
    tries: list[Route] = []

    def fail_twice(route: Route) -> None:
        tries.append(route)
        if len(tries) > 2:
            route.continue_()
        else:
            route.abort()

    aki.page.route("**/api/games/kotori/cards", fail_twice)
    aki.open(aki.make_table("kotori"))
    expect(aki.button(aki.words.start)).to_be_visible()
    assert len(tries) == 3


def test_second_press_before_the_answer_is_no_mistake(person: Make) -> None:
    aki = person("en")
    connection = Connection(aki.page)
    aki.open_game()
    aki.await_turn()
    connection.hold()
    aki.draw.dblclick()
    aki.draw.click()
    aki.page.wait_for_timeout(500)  # until the server has answered
    connection.restore()
    assert aki.await_turn()
    expect(aki.page.get_by_role("alert")).to_have_count(0)


def test_moves_made_without_a_connection_are_sent_also_while_a_hint_is_asked_for(person: Make) -> None:
    aki = person("en")
    connection = Connection(aki.page)
    aki.open_game()
    for hint in (False, True):
        assert aki.await_turn()
        before = aki.log_length()
        connection.cut()
        lost(aki)
        expect(aki.stage.get_by_role("button").first).to_be_visible()  # the table stays readable
        if hint:
            aki.button(aki.words.hint).click()
        aki.draw.click()
        connection.restore()
        connected(aki)
        assert "after=" in connection.sockets[-1].url
        aki.await_log(before)
        assert aki.log_length() > before
    assert len(connection.sockets) == 3


def test_page_that_slept_through_a_game_has_its_whole_log(person: Make) -> None:
    aki = person("en", hasty=True)
    connection = Connection(aki.page)
    aki.open_game()
    aki.play_some_turns(2)
    connection.cut()
    lost(aki)
    elsewhere = Person(aki.page.context.new_page(), aki.words)
    elsewhere.open("/early.js")
    elsewhere.let_bots_finish_unseen(aki.page.url)
    connection.restore()
    getting_ready = aki.result.get_by_text("Getting ready…")  # the points by round, and the record
    expect(aki.result).to_be_visible()
    expect(getting_ready).to_have_count(0)
    lines, table = aki.log_lines.all_inner_texts(), aki.result.inner_text()
    aki.page.reload()
    expect(aki.result).to_be_visible()
    expect(getting_ready).to_have_count(0)
    assert lines == aki.log_lines.all_inner_texts()
    assert table == aki.result.inner_text()


def test_second_press_of_next_skips_no_step_of_a_lesson(person: Make) -> None:
    aki = person("en")
    connection = Connection(aki.page)
    aki.open("/learn/tezuma")
    onward = aki.button("Next")
    expect(onward).to_be_visible()
    aki.await_rest()  # a press on a button that moves away is none
    first = int(aki.page.locator(".bubble .small").inner_text().partition("/")[0])
    connection.hold()
    onward.dblclick()
    aki.page.wait_for_timeout(500)  # until the server has answered
    connection.restore()
    expect(aki.page.locator(".bubble .small")).to_contain_text(f"{first + 1}/")


def test_page_that_could_not_be_loaded_says_so_and_can_be_tried_again(person: Make) -> None:
    aki, nao = person("en"), person("en")
    aki.requests_may_fail = nao.requests_may_fail = True
    link = aki.invitation()
    finished = aki.make_table("kotori", deal=True)
    requests = re.compile("/api/")
    for address, heading in (
        (link, "You are invited"),
        ("/new/kotori", "New table"),
        ("/decks/kotodama", "Deck"),
        (finished.replace("/table/", "/replay/"), "Replay"),
    ):
        one = nao if address == link else aki
        one.page.route(requests, lambda route: route.abort())
        one.open(address)
        expect(one.page.get_by_role("alert").filter(has_text="cannot be reached")).to_be_visible()
        one.page.unroute(requests)
        one.button("Try again").click()
        expect(one.page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        expect(one.button("Try again")).to_have_count(0)
    gone = re.compile("/assets/")  # a new release has other files
    aki.open()
    nao.open(link)
    play = aki.offer().get_by_role("button", name=aki.words.play_now)
    for one, press in ((aki, play), (nao, nao.button("Take a seat"))):
        expect(press).to_be_enabled()
        one.page.route(gone, lambda route: route.fulfill(status=404))
        press.click()
        expect(one.page.get_by_role("alert").filter(has_text="reload the page")).to_be_visible()
        one.page.unroute(gone)
    nao.page.reload()
    pages = nao.page.evaluate("history.length")
    nao.button("Take a seat").click()
    expect(nao.page.get_by_text("Waiting for the host")).to_be_visible()
    assert nao.page.evaluate("history.length") == pages, "one press of back leaves the table"
    aki.button("Try again").click()
    expect(aki.button("Try again")).to_have_count(0)
    play.click()
    expect(aki.stage).to_be_visible()


def test_page_that_was_left_before_it_failed_does_not_replace_another(person: Make) -> None:
    aki = person("en")
    aki.requests_may_fail = True
    held: list[Route] = []

    def hold(route: Route) -> None:  # a built-in function cannot be a handler
        held.append(route)

    aki.open()
    expect(aki.offer()).to_be_visible()
    aki.page.route(re.compile("/assets/About[^/]*[.]js$"), hold)
    with aki.page.expect_request(re.compile("/assets/About[^/]*[.]js$")):
        aki.page.get_by_role("link", name="About Tefuda").click()
    aki.page.go_back()
    expect(aki.offer()).to_be_visible()
    with aki.page.expect_event("requestfailed"):
        for route in held:
            route.abort()
    aki.page.wait_for_timeout(500)
    expect(aki.offer()).to_be_visible()


def test_host_can_change_the_table_once_the_games_have_arrived(person: Make) -> None:
    aki = person("en")
    aki.requests_may_fail = True
    address = aki.make_table("kotori", "me", "open", "open")
    aki.page.route("**/api/games", lambda route: route.abort(), times=1)
    with aki.page.expect_event("requestfailed"):
        aki.open(address)
    expect(aki.page.get_by_text("Change the table")).to_be_visible()


def test_invite_link_that_did_not_arrive_can_be_asked_for_again(person: Make) -> None:
    aki = person("en")
    aki.requests_may_fail = True
    invite = re.compile("/invite$")
    aki.page.route(invite, lambda route: route.fulfill(status=503, json={"message": "Busy."}))
    aki.open()
    aki.offer().get_by_role("button", name=aki.words.invite).click()
    expect(aki.page.get_by_role("alert")).to_contain_text("Busy.")
    aki.page.unroute(invite)
    aki.button("Try again").click()
    assert aki.invite_link()


def test_table_of_a_guest_whose_data_was_deleted_elsewhere_says_so(person: Make) -> None:
    aki = person("en")
    aki.open_game()
    aki.post("/api/me/delete")
    expect(aki.page.get_by_role("alert").filter(has_text="Your data on the server was deleted")).to_be_visible()
