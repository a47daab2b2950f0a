// Push messages: the server tells this browser, by way of its push service, that it is the player's turn while no page is
// open. Without them, notifications are shown by pages alone.
import { permitted } from "@/lib/alerts";
import { api } from "@/lib/api";
import { settings } from "@/lib/settings.svelte";
import { local } from "@/lib/storage";
import { hasWorker, worker } from "@/lib/worker";

/** what the server was told last: it is told again after a day, as it may have forgotten */
const TOLD = "tefuda-push";
const DAY = 86_400_000;

/** Whether the server is told of this browser: if not, because it sends none, or the push service does not answer. */
export type Pushed = "yes" | "off" | "failed";

/** Whether push messages can be shown here at all. */
export function pushable(): boolean {
  return hasWorker() && "PushManager" in window;
}

let running: Promise<Pushed> | undefined;

/** Let the server send push messages to this browser, if its user wants to be told of their turn; cheap to call again. */
export function keepPush(): Promise<Pushed> {
  if (!settings.alerts || !pushable() || Notification.permission !== "granted") return Promise.resolve("off");
  running ??= subscribe()
    .catch((): Pushed => "failed")
    .finally(() => (running = undefined));
  return running;
}

async function subscribe(): Promise<Pushed> {
  const { key, guest } = await api.pushKey();
  if (!key) return "off";
  const { pushManager } = await worker();
  let subscription = await pushManager.getSubscription();
  if (subscription && keyOf(subscription) !== key) {
    await subscription.unsubscribe(); // of a server that was here before
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  if (!guest) return "yes"; // the server is told at their first table
  const { endpoint, keys = {} } = subscription.toJSON();
  const told = JSON.stringify([endpoint, settings.language, Math.floor(Date.now() / DAY)]);
  if (local.get(TOLD) === told) return "yes";
  await api.subscribe({ endpoint: endpoint ?? "", keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" }, language: settings.language });
  local.set(TOLD, told); // without storage it is told at each visit
  return "yes";
}

/** Let the user be told of their turn, or no more, from a press; the browser may ask them. */
export async function wantAlerts(wanted: boolean): Promise<Pushed> {
  settings.alerts = wanted && (await permitted());
  if (settings.alerts) return keepPush();
  await dropPush();
  return "off";
}

async function dropPush(): Promise<void> {
  local.delete(TOLD);
  if (!pushable()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe().catch(() => false);
  await api.unsubscribe(subscription.endpoint).catch(() => undefined);
}

/** The server's key in a subscription, in base64url. */
function keyOf(subscription: PushSubscription): string {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
