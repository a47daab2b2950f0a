// The service worker: shows push messages, leads from a notification to its table, and keeps the application itself, so
// that it opens without a connection. It keeps no answer of the server's interface, and nothing of a table.

// What this build consists of: the address and the SHA-256 of each file, written here by offline.js. An address below
// /assets/ names its content; the others are fetched anew while there is a connection.
const FILES = new Map([["/","xSbHnQEcsoB+QJexFg0RsFzrp4zfMl19IRfQvznVSbY="],["/assets/About-CdAn9Dxf.js","8+mBdoBHqeGWEIEmrRGqHt56khY04h5NEwhzKbpDUtc="],["/assets/About-DFHi8nlW.css","lH70lMkXNAiOEk/N1NMvf4P2taJqn7ZsLQ9S+WpXs7M="],["/assets/Board-B52BMFGm.css","ZO2Pjv7p56XsFiQNN1K3yMRC5DSiCwTt9/YnmgnUwT8="],["/assets/Board-D-aAVDxP.js","j0nr9vqobboMW+lxHIGkcgDl4lLkqIpmCOzoAfbKNDM="],["/assets/Check-B4F4szPq.js","Rhvm8n8dq+ec9UzIfusNtSXytnAmGeMUehKKEQspJPY="],["/assets/Check-hxnCx07O.css","jMc0PcWYdTZ75F+yoVCHJZoObjWVtPgC/rVIWvJ0g8I="],["/assets/ClockText-BK23zZHW.js","HeEzqbfKvAnrYN7HFNJMcSY7OIK5aj8CUSVStVatDco="],["/assets/Copyable-C0OEZjWu.js","GTN4nDHSSjlqcy52Y0Hxd2oMpqvaQDh7JU2Puacq5W0="],["/assets/Copyable-DqcyypyZ.css","ApJXRfqXVVDxL1kBtHQig3DaMe2p0OpgCmYjFCxbna4="],["/assets/Decks-CYnmys2-.js","2BLXDQEfwngyI5b0ZSKrNcHhNvlrM7mtWiaGccZtZmY="],["/assets/Dialog-C33mqKpE.css","h/Vh4PNfC2GB3AkuSlX/DEWv3MkrKEsOt41QRSEEtgE="],["/assets/Dialog-DZdZ7ZYc.js","1Gf2A9IKf4vfD4vuQ1MQPx0vnbYXNiVWrFRJ/whFZgw="],["/assets/Join-CdhN0l9Y.js","jbj96zYgqoNROU1+rkKryySiZsInWPrJxphSAFzG0Ds="],["/assets/Join-D9MMTRpe.css","1/g69U8m53DkjMyyq9PIV9fP9mhnRK7fSWpUFLcODrY="],["/assets/LessonPage-BMpafQGg.js","Js9AK6q3fNRToQVrXm/KObOoWpwMLugMyyNWfUiGfmY="],["/assets/Log-CDPENwxz.js","3SzxHr5qH6900iEifV5zpbhbf7kKTRzd1UGUbQ9lQ6c="],["/assets/Log-r-L7YrjG.css","BSGFKS4bc9JdP2mi0KF14l+0qmvHLZsThFt8fsSSbjQ="],["/assets/NewTable-CA-Z9eNZ.js","N7CBjYROVJe9PTRm69uJTBXiyacAWV08Q2g5sw+Rrgk="],["/assets/NewTable-DyTtPWtO.css","pTg9syZWsJo4b1PeoPR7lBmCet4o3QZ+KgUMObn+spk="],["/assets/OptionFields-DhZ9Umf5.css","jPYDvWsDGIcuK0yXNrqA59Vyxl7IkNQDJGatXVyNyo4="],["/assets/OptionFields-Vo97QIrm.js","OepYDTsJ1c9MrKOkK4Dda9gQrz4y5HcuI2g26C0uDb0="],["/assets/Replay-Be6brC8Z.js","wX2LkhMlCoMvD4crNZfmxQsEj+ioYdj9fYuB9dUzrKs="],["/assets/Replay-Bo7xWoYn.css","OLbOvXElTds/E7Dyh5MX5s4FBkbUGkegQ5CCt8eKrfI="],["/assets/RuleCards-DV472TvW.css","6ahTGrWVwgZHJn9P/St5m6RgPoJlThUXbz/nhyCOSio="],["/assets/RuleCards-DzMGdqOo.js","MBFP8XjwMYXSOZkwKZtR8DtZGtBjvTMqH8Dbs27+roU="],["/assets/Rulebook-C2BCur7A.js","UOp/uUM86K/4L6jBucS4c7Vta+MA6tyyk4WzWylHRNA="],["/assets/Rulebook-Clx9YdsK.css","jcEqXfoVDu0y9ZbmZzhDSYSif9WIuSmZNyGG7ZT3AXI="],["/assets/Rules-B-d20zeR.css","5RM3JSxb3fUwaWNa5K90JIQE6sh1hjQ68msDGTZFuzU="],["/assets/Rules-BORvhmss.js","0HainVcGhUIZ5hh09dMjbzbluUV0eBSmbKowkWZOTa8="],["/assets/SettingsForm-BL9heWJS.js","1ZNUJDUN5slKSP3ul8XzGmby7fWBTgx8UXXaXC9y0SA="],["/assets/SettingsForm-DgeoN9Ek.css","Y40w5J3T/R1HCMZXHdHqs8QScBXgvhsy4UvYSfROVWQ="],["/assets/SettingsPage--tvO5Kvp.css","op3hyCtEKvtXYMXkZ4mG/g4n1JMGczyZQV1C0kKiOVM="],["/assets/SettingsPage-B-zvdAUu.js","5BQIoyi2OvyGXK/YUWMWmbFUlAu1Ymyk2h3eq4qzMP4="],["/assets/Stage-C3g_Wmvt.css","OXwwF4s6WorXGeAEnAzNu75+K1IKUoFL5kEvNd1/SwM="],["/assets/Stage-DmH1XFLN.js","AszKVSF4HHdrxYTaiA7YjRWU1a/wxGF6Od5bHZSDAB8="],["/assets/TablePage-0VFcV_7r.js","F3Ski450aE/HR0EMCsAK9OHF06m/Ii18EzDDcpHbaPY="],["/assets/TablePage-BWyectFM.css","/p+AtFAtxWID/VPc/MtQR7i0CLLTFOduWARgzs/uC+0="],["/assets/changes-CGbM-gL5.js","kfM0LgJw/BCpOkcwBWllN3yV4hpdaLLGmvpmpwcmEcQ="],["/assets/deal-store-SDFflBXN.js","F4puIje1MGhMFNtZmsDZ1lAcp6HK61s1cVuqaxHAojo="],["/assets/default-Ce53eM05.js","LsmiKOJsXFhnRojL0x8EzNXzsJmaSluJpQmceJc2/sU="],["/assets/default-Plq3E2Rg.css","4jnOx0gfS07Mma55lkeKplFluH9cg14oAEZRSmEAzL0="],["/assets/disclose-version-C2cc_KH4.js","xapNf6h4sv9HWKVbRkY8XITAduGHvYvjigUCcZ0vxSk="],["/assets/doutotsu-CDXXGT7u.js","iZeZWckX0sPv1XXWPfZFZc6UUrcWZo3EwZ37pmyyhXg="],["/assets/doutotsu-CUe_zaYM.css","DVK2H/Lt2pDW7ptbIbI2gkB7XmOTq8Tg9m3Th9mAGxA="],["/assets/en-BAWy65YV.js","J0Bi7+zzta/5LGQYionjJZedj7vEPfl2zvhSxZVd5qo="],["/assets/en-BHf2Fpd4.js","Rd1vegZ+m2ZxaWc5UrE0QwLHLfwkUYKR33FXjXlgg5o="],["/assets/en-BMl65-57.js","8HeXSdLUiyziiRdvwFF53YU59lL1CyiLbjqspmf2Zpo="],["/assets/en-BWrZ54T1.js","sZC62jMozD/+Kfh/axCTE7MFW2vrhmp08hrP/YZ62VE="],["/assets/en-BuMOIElB.js","6yakZGU0BhXpK16Gk3VKDr/mAQ53uj0bQDWIv5f/Mgo="],["/assets/en-C4fG3MOd.js","ODmZjIEt7ci/Lk6ILg0k+JPZtluylF4VHjdzxKdOfP4="],["/assets/en-CRhKm7MY.js","RYibMCRqU8FHhbE0m9FnlAwC9MVU8Kp8M67XEUfg1fw="],["/assets/en-Cl4U1MBO.js","Mm6oi13aV85ngETekYocTmDWY1yP9dIKaK/CcEXSrcY="],["/assets/en-DUtStgdX.js","3ILbLhPvZOyf4s8hdRW0oOutL84hJN8lYPP4lunuxkQ="],["/assets/en-fVTE1CC3.js","L4L552eccyQDiWtno3LMNIPhNiyk6oc/bQbi8tDWrP0="],["/assets/en-pzMtljRf.js","bDlQWLmjQWSGiDI8sJx2q3sipFvI75uO1rBsNBKqk3A="],["/assets/hand-order.svelte-BeN1KN1C.js","PaQKdbmbGEHMWAOqVLF82dB5soxzPYH3wEtLWhJ3xKA="],["/assets/index-0Q4qQuxG.css","BaJ1or88+vh8gh1dG3Idp7CSNVKpGxfSbP3w0dWUI3o="],["/assets/index-zRScysp_.js","2ZyWoCzpi2pPf9Vn4We0Ti3Y5AvDa275jxKUnqvvS28="],["/assets/ja-BCqOYBbV.js","mUHHIqNhZiu44afZQfibvZZaG7NAu/KBLE4NaN8g/I0="],["/assets/ja-BCsrsyz2.js","A1PgG5+U8eRIezDHd0h0uGMPBB6nXQh6V+igT0a/X70="],["/assets/ja-BLQoAJP6.js","NVNGdoZXwGNycZpPe7wrFM7F9BIAP0UWpQ0ggvLq8is="],["/assets/ja-C6I9i6LX.js","0QB8wBwBTXt4XWX9xO59RmeMb3JlAUuSHWVnClQV/0Q="],["/assets/ja-Cqv4PGZb.js","5yP8W2d1LTXvwdg46ReSrh9ecByk49KZN0t/jo+reug="],["/assets/ja-CuwFSIbM.js","Lb8Lj13spWX2axbDICn3WeCzpGth9Ndj0hfs1zXcCNc="],["/assets/ja-DPFQ6lJ6.js","s1CN3C5FxFI1JVplUOwXa49m79KncAEQw5abk2w1iPw="],["/assets/ja-Dk3DZpTm.js","RJ9yjXsvCnUU+aY0H/HU4Ie+sdbFkMWEK2SnCM7YKcA="],["/assets/ja-DpFIhDA-.js","DBCZjXpB5L2Y/DSDAvQjT116glMqsixKWENpUNo38jE="],["/assets/ja-DshHXnlA.js","h7rlgWUMxP23cTmiEUYSRrMOP0NGYJSHsA6+f0Z4umw="],["/assets/ja-YyC8zavZ.js","BDeuYRROPTKAHU1ghk8Ont9M2B2b7bjLb1gNJerfOsg="],["/assets/kotodama-D6IsOZFu.css","1OuSERTpdt+UykoFuaTkbmBhCApWm3m3uO2JF9+vEBE="],["/assets/kotodama-tI3TcIPB.js","XvJhDwgeg/BEV9ujO6Tx2XCzAvoNNObwaD861d/MkPQ="],["/assets/kotori-Bp0imRR5.css","dw5+ROjFYNyGfCmh6QfZV+4xbdQMKVFmvDlcuoDtlbM="],["/assets/kotori-DmASHRGp.js","0lZM83uIF9/uoUX6TVAK9ZVb9YFfCeehDwtBPJ1z75Q="],["/assets/layout-RIYoNB8a.js","6aPrYRiQ+K7jiRQfcYkuEIxn2oWfMozGJCWIQL+npDc="],["/assets/legacy-DaCTOWlf.js","yO813HebFjGTVqnvEPM+HzKhHRLFKx8WLykCpBtP3/Y="],["/assets/llama-C3l1cORP.js","KBlKEsI3z/ybc1Zw0eB4IhB77MIdYCjXToQq+r+TioY="],["/assets/llama-CembTL0I.css","/gK7KI2loM3o1ViibTRpim50Qv4FX/VPwSN7VUtG2s4="],["/assets/pledging-CuS1F-9T.js","AlP1DpZKpdsyzVaIknQVyyELU7303jl/XIQkMgIg3ag="],["/assets/push-CLKkwAf1.js","xUx/lTgF1l4Aj6/xVNpJAIvV/fBvsFQJDBnkDgtp520="],["/assets/qr-BWSDgEky.js","4d4b7LPGiP0Q2nHhrSgekM1/vM4bvYeHGUivsJKe3wQ="],["/assets/rulebook.en-BkDfgV4N.js","4CRVCCabiXsnc6feOzbKc5iviPeaSoi1n+0CDNLF7Mw="],["/assets/rulebook.en-CiOv8Df6.js","HUqaq+diiyIJMVmh2MLRuTRQ1IwZ0AAURj95sfyT+ok="],["/assets/rulebook.en-Crt7H23R.js","IFEEZxaDfEALXU0v1+MEKjM/ZRF8HQZDCE4+R25U48M="],["/assets/rulebook.en-eQV_9bPk.js","7oHto54Dey+Q+INdGHWrJGLek4k7rx4sV1lnoJDOa7c="],["/assets/rulebook.en-f7GhABMT.js","+1LdDMVegVNbvoqiCs+pUMhnw/z0hi8PKU7s5zsnHgk="],["/assets/rulebook.ja-BGmpWirV.js","SRH9E+PuShx4EUeUMND13o6NlBcUZb6hKG5pX//TtyA="],["/assets/rulebook.ja-BV5nn3XY.js","qSvWz+CFCi5exs9/B6QsX0d41Jt5LMCSduo1yqKLRQw="],["/assets/rulebook.ja-B_P4RqeC.js","W29c425FDWEGK8mcFpuQV9NnsiuiXjwg0MWF6R3hZPo="],["/assets/rulebook.ja-Bi6Ytazw.js","46OTBhIzskoLOYnwHISORYzYHqE0xIit91NBnua9eSM="],["/assets/rulebook.ja-n3WkfsQi.js","I29wBbPQKLl8YVbLSa9KLD0cgj9shGw9gp/LoC+gqaM="],["/assets/rules-on-DayD7gZd.js","i/SXS4zbQ+mrPf2CS4Hns+fxxA0CUzYn3bIQkIjS2IQ="],["/assets/settings.svelte-Cne8vbVQ.js","n2z3UZHOBvRUz/9iO1oz1MCs6GjAZsaFc3XDrg8c+kk="],["/assets/tezuma-CQeWSGew.css","TzRsyGFnRO5e3GTeP/Mb7D6gm71AcTeGCXc7Nmc3DX4="],["/assets/tezuma-Cz-3ERJj.js","FJjXpSngQaMUVTCrlevNM8BnQ7CXxSn5td/JvuqyL7A="],["/assets/wght-Da6eQyX9.css","6iBpRklesxYYmBiwawd9w1sJnC+4V7MabvWrnCjvo10="],["/early.js","2yuQjUD2pCz+Eqh12xHVZeMRtnZk1Yrk8sskpPC+Df4="],["/favicon.svg","akaYV6c1/p2gIhFsVw/TRibJHW+JcOwNn4p25kbHPjI="],["/icon-192.png","T62svt4EXWrPnYLqloQSziOn3BwpwfK6L2NgTtXJGRQ="],["/manifest.en.webmanifest","ynarKFHACoBXBOAdN27x3HENjxyovytPHkvrbemw454="],["/manifest.ja.webmanifest","drddw0ALwU+/LBFac0Rbum+E9uH85yT7nYFEx5VvShE="]]);
const CACHE = "tefuda-2e8c41fae7286b61";

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
    return (await preloaded) || (await fetch(request));
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
  // Whoever looks at the table sees it.
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
