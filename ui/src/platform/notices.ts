import type { NoticePermission, SystemNotice } from "./types";

const areKnown = () => "Notification" in window;

const permissionOf = (permission: NotificationPermission): NoticePermission =>
  permission === "default" ? "ask" : permission;

export const permission = (): NoticePermission =>
  areKnown() ? permissionOf(Notification.permission) : "unavailable";

export const ask = async (): Promise<NoticePermission> =>
  areKnown() ? permissionOf(await Notification.requestPermission()) : "unavailable";

/** The listeners for pressed notifications. */
const listeners = new Set<(address: string) => void>();

/** Reports presses: the page's own, and those from the service worker (`public/notices.js`). */
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

/** Shows a notification if the customer has allowed it. */
export async function notify({ title, body, tag, address }: SystemNotice): Promise<void> {
  if (permission() !== "granted") return;
  // Phones show only notifications of a service worker, which plain HTTP does not have.
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
