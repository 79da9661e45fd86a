import { copy } from "./copy";
import { takeFirstReply } from "./firstReplies";
import { share } from "./share";
import type { Platform, PushChannel, PushEvents, SessionKeeper, SettingsStore } from "./types";

const TOKEN_KEY = "token";
const INVITE_PATH = /\/r\/([A-Za-z0-9]+)/;

/**
 * localStorage, or memory for this visit if a private window or a full disk refuses it. A value in memory overrides the
 * stored one that it was to replace; a value stored by another tab since is newer.
 */
function createStorage(): SettingsStore {
  const memory = new Map<string, { value: string; before: string | null }>();
  const stored = (key: string) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  return {
    get(key) {
      const [written, found] = [memory.get(key), stored(key)];
      return written?.before === found ? written.value : found;
    },
    // A browser that refuses its storage keeps the value for this visit, and is not refused to trade.
    async set(key, value) {
      try {
        localStorage.setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, { value, before: stored(key) });
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        localStorage.removeItem(key);
      } catch {
        // Nothing was stored there.
      }
    },
  };
}

/** Calls back when another tab may have written to the storage, also while this one slept. */
function onStorageChange(look: () => void): () => void {
  const places = [
    [window, "storage"],
    [window, "pageshow"],
    [document, "visibilitychange"],
  ] as const;
  for (const [place, event] of places) place.addEventListener(event, look);
  return () => {
    for (const [place, event] of places) place.removeEventListener(event, look);
  };
}

/**
 * One session per browser. A tab sends the token that it has adopted, and adopts another tab's only together with
 * telling the app: a call of one customer is never sent as another.
 */
function createSession(storage: SettingsStore): SessionKeeper & { token(): string | null } {
  let token = storage.get(TOKEN_KEY);
  return {
    volatile: false,
    token: () => token,
    exists: () => token !== null,
    async keep(value) {
      token = value;
      storage.set(TOKEN_KEY, value);
    },
    async clear() {
      // By now the storage may have another tab's token.
      if (storage.get(TOKEN_KEY) === token) storage.remove(TOKEN_KEY);
      token = null;
    },
    onChange: (listener) =>
      onStorageChange(() => {
        const stored = storage.get(TOKEN_KEY);
        if (stored === token) return;
        token = stored;
        listener();
      }),
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

/** Loaded when a fill is reported, or that is turned on: the first screen does not need it. */
const notices = () => import("./notices");

/** The platform of an ordinary browser: the page's own origin is the server. */
export function createWebPlatform(): Platform {
  const storage = createStorage();
  const session = createSession(storage);
  return {
    name: "web",
    send(request) {
      const value = session.token();
      if (value) request.headers.set("Authorization", `Bearer ${value}`);
      return takeFirstReply(request) ?? fetch(request);
    },
    openPush: (events) => openPush(events, session.token),
    session,
    storage,
    // A browser separates the entries of each origin.
    serverStorage: storage,
    serverAddress: () => location.origin,
    // Other programs open from this tab; a new tab would stay empty.
    openUrl: (url) =>
      window.open(url, url.startsWith("http") ? "_blank" : "_self", "noopener,noreferrer"),
    share,
    copy,
    saveFile,
    noticePermission: async () => (await notices()).permission(),
    askForNotices: async () => (await notices()).ask(),
    notify: async (notice) => (await notices()).notify(notice),
    onNoticePressed(listener) {
      const hearing = notices().then(({ onPressed }) => onPressed(listener));
      return () => void hearing.then((leave) => leave());
    },
    onInvite(listener) {
      const code = INVITE_PATH.exec(location.pathname)?.[1];
      if (code) listener({ code, server: null });
      return () => undefined;
    },
  };
}
