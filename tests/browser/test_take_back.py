"""Taking an action back in the browser: asked and answered by one press each."""

from playwright.sync_api import expect

from harness.contract.cases import large
from tests.browser.clients import SOON, Make, Person, violations_in_both_schemes
from tests.browser.test_lobby import sit

WORDS = {
    "ja": ("待った", "認める", "断る", "取り消しました", "断りました", "返事を待って"),
    "en": ("Take back", "Agree", "Decline", "took the last action back", "does not agree", "Waiting for"),
}
# Keeps what the page tells for a moment: with several pages one may look too late.
LISTEN = """() => {
  window.told = "";
  const listen = () => {
    for (const one of document.querySelectorAll("[role=status]")) told += one.innerText;
  };
  new MutationObserver(listen).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def words(one: Person) -> tuple[str, ...]:
    return WORDS[one.words.language]


def choose(*people: Person) -> tuple[Person, list[Person]]:
    """Let the player to act choose something in the draft; return them and the others."""
    mover = None
    while mover is None:
        mover = next((one for one in people if one.stage.locator("button.legal").count()), None)
        people[0].page.wait_for_timeout(50)
    card = mover.stage.locator("button.legal").first
    name = card.get_attribute("aria-label") or ""
    card.click()
    confirm = mover.actions.get_by_role("button", name=name, exact=True)
    if confirm.is_visible():
        confirm.click()
    expect(mover.button(words(mover)[0])).to_be_visible(timeout=SOON)
    return mover, [one for one in people if one is not mover]


@large
def test_choice_is_taken_back_if_all_friends_agree(person: Make, axe: str) -> None:
    aki, nao, jun = person("ja", 320, 568), person("en", 390, 664), person("ja", 844, 390)
    aki.post("/api/me", name="Aki")
    aki.open(aki.make_table("tezuma", "me", "open", "open"))
    link = aki.invite_link()
    sit(nao, link, "Nao")
    sit(jun, link, "Jun")
    aki.button(aki.words.start).click()
    people = (aki, nao, jun)
    for one in people:
        expect(one.stage).to_be_visible()
        one.page.evaluate(LISTEN)

    mover, others = choose(*people)
    offered = mover.stage.locator("[data-actions]").count()
    for one in others:
        expect(one.button(words(one)[0])).to_have_count(0)
    mover.button(words(mover)[0]).click()
    for one in others:
        expect(one.button(words(one)[1])).to_be_visible()
        assert one.fits()
        for answer in words(one)[1:3]:
            box = one.button(answer).bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        assert not violations_in_both_schemes(one, axe)
    others[0].button(words(others[0])[1]).click()
    asker = {aki: "Aki", nao: "Nao", jun: "Jun"}[mover]
    waits = others[0].page.get_by_role("status").filter(has_text=words(others[0])[5])
    expect(waits).to_contain_text(asker)  # the one who has agreed is told whose wish waits
    others[1].button(words(others[1])[1]).click()
    for one in people:
        one.page.wait_for_function("text => told.includes(text)", arg=words(one)[3])
    expect(mover.stage.locator("button.legal").first).to_be_visible()
    assert mover.stage.locator("[data-actions]").count() >= offered

    mover, others = choose(*people)
    mover.page.keyboard.press("u")
    others[0].button(words(others[0])[2]).click()
    for one in people:
        one.page.wait_for_function("text => told.includes(text)", arg=words(one)[4])
    expect(mover.button(words(mover)[0])).to_have_count(0)
    expect(others[1].button(words(others[1])[1])).to_have_count(0)
    nao.page.reload()
    expect(nao.page.locator("[role=log] li").filter(has_text="takes the last action back")).to_have_count(1)
