// Part of the service worker (`sw.js` imports it): a notification that is pressed opens what it is about, in a window
// of the app where one is open (`src/platform/notices.ts`), else in a new one.
self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const address = notification.data?.address;
  if (typeof address !== "string" || !address.startsWith("/pages/")) return;
  const show = async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = windows.find(({ focused }) => focused) ?? windows[0];
    if (!open) return self.clients.openWindow(`/#${address}`);
    open.postMessage({ noticePressed: address });
    return open.focus();
  };
  event.waitUntil(show());
});
