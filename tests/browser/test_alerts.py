"""Players who look at something else are told that it is their turn."""

import re

import pytest
from playwright.sync_api import expect

from harness.contract.cases import large
from tests.browser.clients import Make

TURN = {"ja": "あなたの番です", "en": "It is your turn"}
SETTING = {"ja": "自分の番を知らせる", "en": "Tell me when it is my turn"}
TITLE = {"ja": "ことりあつめ", "en": "Kotori Atsume"}
# A browser without windows shows no notifications; these are kept where a test can look.  A real service worker would
# first keep the whole application for offline use, which takes it seconds: test_offline.py has one.
PERMITTING = """
  const shown = window.shown = [];
  window.told = [];
  window.removed = 0;
  delete window.PushManager;  // which this browser has, and which always fails
  Object.defineProperty(Notification, "permission", {get: () => window.allowed ? "granted" : "default"});
  Notification.requestPermission = async () => (window.allowed = true, "granted");
  if (localStorage.getItem("tefuda")?.includes('"alerts":true')) window.allowed = true;
  const registration = {};
  Object.defineProperty(navigator.serviceWorker, "ready", {get: async () => registration});
  navigator.serviceWorker.getRegistration = async () => registration;
  registration.showNotification = async (title, {body, tag}) => {
    shown.splice(0, shown.length, ...shown.filter(one => one.tag !== tag));  // the new one replaces the old one
    told.push(`${title} ${body}`);
    shown.push({title, body, tag, close() { removed += 1; shown.splice(shown.indexOf(this), 1); }});
  };
  registration.getNotifications = async ({tag}) => shown.filter(one => one.tag === tag);
"""
AWAY = """away => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => away});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@large
def test_player_who_looks_elsewhere_is_told_of_their_turn_until_they_look(person: Make) -> None:
    aki = person("ja", hasty=True)
    aki.page.add_init_script(PERMITTING)
    aki.open("/settings")
    aki.page.get_by_role("checkbox", name=SETTING["ja"]).check()
    aki.page.wait_for_function("() => localStorage.getItem('tefuda').includes('\"alerts\":true')")
    for language in ("ja", "en"):
        aki.open_game()
        aki.speak(language)
        assert aki.await_turn()
        assert aki.page.evaluate("told.length") == 0, "who looks at the page needs no notification"
        aki.page.evaluate(AWAY, True)
        while not aki.wait_for("() => told.length > 0", None, 0.3):  # until the others have had their turns
            aki.take_turn()
            if not aki.await_turn():
                aki.page.wait_for_function("() => told.length > 0")  # the browser took longer than the rest of the game
        assert set(aki.page.evaluate("told")) == {f"{TURN[language]} {TITLE[language]}"}
        while not aki.page.evaluate("removed") and aki.await_turn():  # a turn may have several decisions
            aki.take_turn()
        aki.page.wait_for_function("removed > 0")
        aki.page.evaluate(AWAY, False)
        aki.page.wait_for_function("() => shown.length === 0")


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ("Object.defineProperty(window, 'isSecureContext', {get: () => false})", "https"),
        ("delete window.Notification", "cannot show notifications"),
        ("Object.defineProperty(Notification, 'permission', {get: () => 'denied'})", "blocks notifications"),
    ],
)
def test_settings_say_why_there_are_no_notifications(person: Make, broken: str, told: str) -> None:
    aki = person("en", 320, 568)
    aki.page.add_init_script(broken)
    aki.open("/settings")
    box = aki.page.get_by_role("checkbox", name=SETTING["en"])
    expect(box).to_be_disabled()
    expect(box).not_to_be_checked()
    expect(aki.page.get_by_text(re.compile(told))).to_be_visible()
    if "delete" in broken:
        aki.open_game()
        assert aki.await_turn(), "everything else works"
        aki.open(aki.make_table("kotori", "me", "open", clock={"kind": "days", "seconds": 86400}))
        expect(aki.page.get_by_text("On an iPhone")).to_be_visible()
