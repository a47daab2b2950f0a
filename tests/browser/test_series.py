"""An evening of several games in the browser: rematches, their standings, and whose turn it is on the home page."""

import re

from playwright.sync_api import Locator, expect

from harness.contract.cases import large
from tests.browser.clients import Make, Person, serious_violations, small_targets

STANDINGS = {"ja": "順位表", "en": "Standings"}
NEXT = {"ja": "次の卓へ", "en": "To the next table"}


def standings(one: Person, within: Locator) -> list[list[str]]:
    """Return the rows of the standings: place, name, last change, wins, points."""
    table = within.get_by_role("table", name=STANDINGS[one.words.language])
    expect(table).to_be_visible()
    rows: list[list[str]] = table.evaluate(
        "table => [...table.rows].slice(1).map((row) => [...row.cells].map((cell) => cell.innerText))"
    )
    return rows


def let_bots_play(*people: Person) -> None:
    """Let bots play for all to the end of the game, and open the result."""
    for one in people[1:]:
        one.button(one.words.menu).click()
        one.button(one.words.stand_in).click()
        one.await_stand_in()
        address = one.page.url
        one.page.goto("about:blank")
    people[0].let_bots_finish()
    for one in people[1:]:
        one.open(address)
        expect(one.result).to_be_visible()


def numbers(rows: list[list[str]]) -> list[list[str]]:
    return [[re.sub(r"\D", "", row[0]), *row[2:]] for row in rows]


@large
def test_two_games_of_an_evening_and_their_standings_in_both_languages(person: Make, axe: str) -> None:
    aki, nao = person("ja", 320, 568), person("en", 320, 568)
    link = aki.invitation()
    aki.button("ボットを入れる").first.click()
    nao.sit(link, "Naoko of the long and winding")
    expect(aki.page.get_by_role("listitem").filter(has_text="Naoko").first).to_be_visible()
    expect(aki.page.get_by_role("heading", name=STANDINGS["ja"])).to_have_count(0)  # of a first game
    aki.button(aki.words.start).click()
    for one in (aki, nao):
        expect(one.stage).to_be_visible()
    nao.page.keyboard.press("p")
    panel = nao.page.get_by_role("dialog", name=STANDINGS["en"])
    expect(panel.get_by_role("status")).to_have_text("No game has ended yet.")
    assert [row[-1] for row in standings(nao, panel)] == ["0", "0", "0"]
    nao.page.keyboard.press("Escape")
    let_bots_play(aki, nao)

    for one in (aki, nao):
        expect(one.result.get_by_role("table")).to_have_count(0)  # the first result says it all
        one.result.get_by_role("button", name=STANDINGS[one.words.language]).click()
        panel = one.page.get_by_role("dialog", name=STANDINGS[one.words.language])
        rows = standings(one, panel)
        assert sum(int(row[-1]) for row in rows) == 6
        assert [row[2] for row in rows] == [f"+{row[-1]}" for row in rows]
        expect(panel.get_by_role("listitem")).to_have_count(1)
        assert one.fits()
        assert not serious_violations(one, axe)
        one.page.keyboard.press("Escape")
    first = dict.fromkeys(row[1].split()[0] for row in rows)
    assert len(first) == 3

    aki.page.reload()
    aki.result.get_by_role("button", name=aki.words.again, exact=True).click()
    lobby = aki.page.get_by_role("region", name=STANDINGS["ja"])
    assert [row[-1] for row in standings(aki, lobby)] == [row[-1] for row in rows]
    assert aki.fits()
    assert not small_targets(aki)
    nao.page.reload()
    nao.result.get_by_role("button", name=NEXT["en"]).click()
    expect(nao.page.get_by_role("region", name=STANDINGS["en"])).to_be_visible()
    aki.button(aki.words.start).click()
    for one in (aki, nao):
        expect(one.stage).to_be_visible()
    let_bots_play(aki, nao)

    told = []
    for one, after in ((aki, "2戦"), (nao, "After 2 games")):
        expect(one.result.get_by_role("status").filter(has_text=after)).to_be_visible()
        told.append(standings(one, one.result))
        assert sum(int(row[-1]) for row in told[-1]) == 12
        assert one.fits()
        assert not serious_violations(one, axe)
    assert numbers(told[0]) == numbers(told[1])


def test_home_page_names_the_tables_where_it_is_ones_turn_first_and_leads_to_them(person: Make) -> None:
    aki = person("en", 320, 568)
    aki.open_game()
    aki.await_turn()
    address = aki.page.url
    aki.invitation()  # a newer table, where nobody is to act
    aki.open()
    tables = aki.page.get_by_role("region", name=re.compile("In progress|進行中の卓")).get_by_role("listitem")
    for language, said in (("en", "Your turn"), ("ja", "あなたの番")):
        aki.speak(language)
        expect(tables).to_have_count(2)
        expect(tables.first).to_contain_text(said)
        expect(tables.last).not_to_contain_text(said)
        expect(aki.page).to_have_title(re.compile("^● "))
        assert aki.fits()
    aki.page.get_by_role("link", name="続ける").first.click()
    expect(aki.stage).to_be_visible()
    assert aki.page.url == address


def test_home_page_follows_while_it_is_visible(person: Make) -> None:
    """The page asks again by itself: the turn that comes meanwhile is shown without a reload."""
    aki = person("en")
    aki.open_game()
    aki.await_turn()
    table = aki.page.url
    aki.page.clock.install()
    aki.open()
    running = aki.page.get_by_role("region", name="In progress")
    expect(running.get_by_text("Your turn", exact=True)).to_be_visible()
    aki.let_bots_finish_unseen(table)  # as the same person does elsewhere
    aki.page.clock.run_for(11_000)
    expect(running).to_be_hidden()
    expect(aki.page.get_by_role("region", name="Finished")).to_be_visible()
