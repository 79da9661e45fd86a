import type { NoticePermission, SystemNotice } from "./types";

const areKnown = () => "Notification" in window;

const permissionOf = (permission: NotificationPermission): NoticePermission =>
  permission === "default" ? "ask" : permission;

export const permission = (): NoticePermission =>
  areKnown() ? permissionOf(Notification.permission) : "unavailable";

export const ask = async (): Promise<NoticePermission> =>
  areKnown() ? permissionOf(await Notification.requestPermission()) : "unavailable";

/** Who opens what a notification is about that was pressed. */
const listeners = new Set<(address: string) => void>();

/** Reports presses: the page's own, and those that the service worker tells of (`public/notices.js`). */
export function onPressed(listener: (address: string) => void): () => void {
  const hear = ({ data }: MessageEvent) => {
    if (typeof data?.noticePressed === "string") listener(data.noticePressed);
  };
  listeners.add(listener);
  navigator.serviceWorker?.addEventListener("message", hear);
  return () => {
    listeners.delete(listener);
    navigator.serviceWorker?.removeEventListener("message", hear);
  };
}

/** Shows a notification where the customer has allowed it. */
export async function notify({ title, body, tag, address }: SystemNotice): Promise<void> {
  if (permission() !== "granted") return;
  // Phones show the notifications of a service worker alone; plain HTTP has none.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) {
    await worker.showNotification(title, { body, tag, data: { address } });
    return;
  }
  const shown = new Notification(title, { body, tag });
  shown.onclick = () => {
    window.focus();
    shown.close();
    for (const listener of listeners) listener(address);
  };
}
