// The service worker: leads from a notification to its table. It keeps no page and answers no request.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(
    clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const page = pages.find((one) => one.url === notification.data);
      return page ? page.focus() : clients.openWindow(notification.data);
    }),
  );
});
