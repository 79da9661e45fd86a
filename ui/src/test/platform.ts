import type { User } from "@/api/identity";
import { type Platform, type PushEvents, replacePlatform } from "@/platform";

/** The other end of a socket: the messages sent to it, and its events for tests to cause. */
export interface FakeSocket {
  events: PushEvents;
  sent: { op: string; [key: string]: unknown }[];
  closed: boolean;
}

export interface FakePlatform extends Platform {
  sockets: FakeSocket[];
  /** Answers the next calls. */
  answer: (request: Request) => Response | Promise<Response>;
  /** Simulates another tab of the browser, which stores a token and a user, or none. */
  otherTab: (token: string | null, user?: User) => void;
}

function createSession(initial: string | null) {
  let token = initial;
  const listeners = new Set<() => void>();
  return {
    replace(value: string | null) {
      token = value;
      for (const listener of listeners) listener();
    },
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    volatile: true,
    exists: () => token !== null,
    keep: async (value: string) => {
      token = value;
    },
    clear: async () => {
      token = null;
    },
  };
}

function openSocket(sockets: FakeSocket[], events: PushEvents, hasSession: () => boolean) {
  const socket: FakeSocket = { events, sent: [], closed: false };
  sockets.push(socket);
  return {
    authenticate() {
      if (hasSession()) socket.sent.push({ op: "auth" });
      return hasSession();
    },
    send: (text: string) => socket.sent.push(JSON.parse(text)),
    close: () => {
      socket.closed = true;
    },
  };
}

/** A platform for tests: storage in memory, and sockets and replies controlled by the test. */
export function installPlatform(token: string | null = null): FakePlatform {
  const memory = new Map<string, string>();
  const sockets: FakeSocket[] = [];
  const session = createSession(token);
  const storage = {
    get: (key: string) => memory.get(key) ?? null,
    set: async (key: string, value: string) => void memory.set(key, value),
    remove: (key: string) => void memory.delete(key),
  };
  const host: FakePlatform = {
    name: "web",
    sockets,
    session,
    answer: () => new Response(null, { status: 500 }),
    send: async (request) => host.answer(request),
    openPush: (events) => openSocket(sockets, events, session.exists),
    storage,
    serverStorage: storage,
    serverAddress: () => "http://localhost",
    openUrl: () => undefined,
    share: async () => "copied",
    copy: async () => true,
    saveFile: async () => undefined,
    noticePermission: async () => "unavailable",
    askForNotices: async () => "unavailable",
    notify: async () => undefined,
    onNoticePressed: () => () => undefined,
    onInvite: () => () => undefined,
    otherTab(value, user) {
      if (user) memory.set("user", JSON.stringify(user));
      else memory.delete("user");
      session.replace(value);
    },
  };
  replacePlatform(host);
  return host;
}
