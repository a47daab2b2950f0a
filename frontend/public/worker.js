// The service worker: shows push messages, leads from a notification to its table, and keeps the application itself, so
// that it opens without a connection. It keeps no answer of the server's interface, and nothing of a table.

// What this build consists of: the address and the SHA-256 of each file, written here by offline.js. An address below
// /assets/ names its content; the others are fetched again while there is a connection.
const FILES = new Map([]);
const CACHE = "tefuda-";

/** Pages that the server makes, and files to be read on their own. */
const NOT_THE_APPLICATION = /^\/(api|ws|metrics|healthz|\.well-known)(\/|$)|\.txt$/;
// The server limits the files of an address, which many people may share: pages come first.
const PAUSE = 50;
const LATER = 5000;
const ATTEMPTS = 3;

// ------------------------------------------------------------- the application

// A new release takes the place of the old one at once. What is kept of the old one stays for its open pages, until the
// release after the new one: they load only files whose names tell their content.
addEventListener("install", (event) => event.waitUntil(keep().then(() => skipWaiting())));

addEventListener("activate", (event) => event.waitUntil(begin()));

async function keep() {
  if (!FILES.size) return;
  const cache = await caches.open(CACHE);
  try {
    for (const [address, digest] of FILES) {
      await keepFile(cache, address, digest);
      await pause(PAUSE);
    }
  } catch (error) {
    await caches.delete(CACHE); // all of a release or nothing: the browser tries again later
    throw error;
  }
}

async function keepFile(cache, address, digest) {
  const named = address.startsWith("/assets/");
  const answer = (named && (await caches.match(address))) || (await fetched(address, named ? "default" : "no-cache"));
  const found = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
  // The server may have changed its release meanwhile.
  if (!answer.ok || btoa(String.fromCharCode(...new Uint8Array(found))) !== digest) throw new Error(`${address} is not of this build`);
  await cache.put(address, answer);
}

async function fetched(address, cache) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(address, { cache });
    if (answer.status !== 429 || attempt === ATTEMPTS) return answer;
    await pause(LATER);
  }
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

async function begin() {
  const others = (await caches.keys()).filter((name) => name.startsWith("tefuda-") && name !== CACHE);
  for (const name of others.slice(0, -1)) await caches.delete(name); // oldest first
  await registration.navigationPreload?.enable();
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !FILES.size) return;
  if (request.mode === "navigate") {
    if (!NOT_THE_APPLICATION.test(pathname)) event.respondWith(fresh(request, "/", event.preloadResponse));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(kept(request, pathname));
  } else if (FILES.has(pathname)) {
    event.respondWith(fresh(request, pathname));
  }
});

/** Answer from the network, and from what is kept if there is no connection. */
async function fresh(request, address, preloaded) {
  try {
    const early = await preloaded;
    return early && early.type !== "error" ? early : await fetch(request); // without a connection, Firefox resolves it to an error
  } catch (error) {
    const answer = await (await caches.open(CACHE)).match(address);
    if (!answer) throw error;
    return answer;
  }
}

async function kept(request, address) {
  return (await caches.match(address)) ?? fetch(request);
}

// --------------------------------------------------------------- notifications

addEventListener("push", (event) => event.waitUntil(show(event.data)));

async function show(data) {
  const { table, title, text } = data.json();
  const address = new URL(`/table/${encodeURIComponent(table)}`, location.origin);
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  // No message for a player who is looking at the table.
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === address.pathname)) return;
  // The same tag as of the page's own notification: a later one replaces an earlier one.
  await registration.showNotification(title, { body: text, tag: table, renotify: true, icon: "/icon-192.png", data: address.href });
}

addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(open(new URL(notification.data)));
});

async function open(address) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => new URL(one.url).pathname === address.pathname);
  await (page ? page.focus() : clients.openWindow(address.href));
}

// The push service has ended a subscription: get another one. The next visit would do so, too, but may be far away.
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain()));

async function subscribeAgain() {
  const { key } = await (await fetch("/api/push")).json();
  if (!key) return;
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const language = navigator.language.startsWith("ja") ? "ja" : "en";
  const body = JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, language });
  await fetch("/api/push", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}
