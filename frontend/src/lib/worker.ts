// The service worker (public/worker.js): it shows notifications, and keeps the application for use without a connection.

/** Wait for this long after a page has loaded: what it shows comes first. */
const PAUSE = 3000;

/** Whether this browser runs service workers at this address. */
export function hasWorker(): boolean {
  return isSecureContext && "serviceWorker" in navigator;
}

/** Start the service worker, if it does not run, and return it once it does. */
export async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/worker.js");
  return navigator.serviceWorker.ready;
}

/** Let the browser keep the application, unless it is to save data; called once. */
export function keepApplication(): void {
  const { saveData = false } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
  if (!import.meta.env.PROD || !hasWorker() || saveData) return;
  // It can fail where storage is refused; everything else works without it.
  addEventListener("load", () => setTimeout(() => void navigator.serviceWorker.register("/worker.js").catch(() => undefined), PAUSE));
}
