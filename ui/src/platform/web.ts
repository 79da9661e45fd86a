import { copy } from "./copy";
import { share } from "./share";
import type { Platform, PushChannel, PushEvents, SettingsStore } from "./types";

const TOKEN_KEY = "token";
const INVITE_PATH = /\/r\/([A-Za-z0-9]+)/;

/** localStorage, which a private window or a full disk may refuse: then memory, for this visit. */
function createStorage(): SettingsStore {
  const memory = new Map<string, string>();
  return {
    get(key) {
      try {
        return localStorage.getItem(key) ?? memory.get(key) ?? null;
      } catch {
        return memory.get(key) ?? null;
      }
    },
    set(key, value) {
      try {
        localStorage.setItem(key, value);
      } catch {
        memory.set(key, value);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        localStorage.removeItem(key);
      } catch {
        // Nothing was kept there.
      }
    },
  };
}

function openPush(events: PushEvents, token: () => string | null): PushChannel {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/push`);
  socket.onopen = () => events.onOpen();
  socket.onmessage = (event) => events.onFrame(String(event.data));
  socket.onclose = (event) => events.onClose(event.reason);
  return {
    authenticate() {
      const value = token();
      if (value) socket.send(JSON.stringify({ op: "auth", token: value }));
      return value !== null;
    },
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
}

async function saveFile(name: string, content: Blob): Promise<void> {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

async function notify(title: string, body: string): Promise<void> {
  if (!("Notification" in window)) return;
  if (Notification.permission === "default") await Notification.requestPermission();
  if (Notification.permission === "granted") new Notification(title, { body });
}

/** The host that is an ordinary browser: the page's own origin is the server. */
export function createWebPlatform(): Platform {
  const storage = createStorage();
  const token = () => storage.get(TOKEN_KEY);
  return {
    name: "web",
    send(request) {
      const value = token();
      if (value) request.headers.set("Authorization", `Bearer ${value}`);
      return fetch(request);
    },
    openPush: (events) => openPush(events, token),
    session: {
      volatile: false,
      exists: () => token() !== null,
      keep: async (value) => storage.set(TOKEN_KEY, value),
      clear: async () => storage.remove(TOKEN_KEY),
    },
    storage,
    serverAddress: () => location.origin,
    openUrl: (url) => window.open(url, "_blank", "noopener,noreferrer"),
    share,
    copy,
    saveFile,
    notify,
    onInvite(listener) {
      const code = INVITE_PATH.exec(location.pathname)?.[1];
      if (code) listener(code);
      return () => undefined;
    },
  };
}
