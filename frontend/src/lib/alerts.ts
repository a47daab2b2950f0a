// Tells a player whose page is out of sight that it is their turn, by a notification of the browser.
import { settings } from "@/lib/settings.svelte";
import { hasWorker, worker } from "@/lib/worker";

/** Whether notifications can be shown here: if not, because of the address, the browser or what the user decided. */
export type Possible = "yes" | "insecure" | "missing" | "blocked";

export function possible(): Possible {
  if (!isSecureContext) return "insecure";
  if (!("Notification" in window) || !hasWorker()) return "missing";
  return Notification.permission === "denied" ? "blocked" : "yes";
}

/** Ask the user for permission, from a press; returns whether notifications may be shown. */
export async function permitted(): Promise<boolean> {
  return possible() === "yes" && (await Notification.requestPermission()) === "granted";
}

// Notifications are shown and removed one after the other: a late one must not outlive its turn.
let last: Promise<void> = Promise.resolve();

function queue(task: () => Promise<void>): Promise<void> {
  last = last.then(task, task);
  return last;
}

/** Show a notification about a table, unless its page is in sight. It replaces an earlier one about the same table. */
export async function alertTurn(table: string, title: string, body: string): Promise<void> {
  if (!document.hidden || !settings.alerts || possible() !== "yes" || Notification.permission !== "granted") return;
  const data = location.href;
  await queue(async () => {
    const registration = await worker();
    if (document.hidden) await registration.showNotification(title, { body, tag: table, icon: "/icon-192.png", data });
  });
}

/** Remove the notification about a table. */
export async function dropAlert(table: string): Promise<void> {
  if (!settings.alerts || possible() !== "yes") return;
  await queue(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    for (const shown of (await registration?.getNotifications({ tag: table })) ?? []) shown.close();
  });
}
