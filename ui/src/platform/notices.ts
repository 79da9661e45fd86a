import type { NoticePermission } from "./types";

const areKnown = () => "Notification" in window;

const permissionOf = (permission: NotificationPermission): NoticePermission =>
  permission === "default" ? "ask" : permission;

export const permission = (): NoticePermission =>
  areKnown() ? permissionOf(Notification.permission) : "unavailable";

export const ask = async (): Promise<NoticePermission> =>
  areKnown() ? permissionOf(await Notification.requestPermission()) : "unavailable";

/** Shows a notification where the customer has allowed it. One of the same `tag` takes the place of the last one. */
export async function notify(title: string, body: string, tag: string): Promise<void> {
  if (permission() !== "granted") return;
  // Phones show the notifications of a service worker alone; plain HTTP has none.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, { body, tag });
  else new Notification(title, { body, tag });
}
