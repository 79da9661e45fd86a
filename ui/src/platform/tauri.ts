import { Channel, invoke as invokeRaw } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import { openUrl } from "@tauri-apps/plugin-opener";
import { aborted } from "./aborted";
import { copy } from "./copy";
import { share, shareFile } from "./share";
import type {
  FoundServer,
  Invite,
  NoticePermission,
  Platform,
  PushChannel,
  PushEvents,
  SessionKeeper,
  SettingsStore,
} from "./types";

/** A body passed through the shell: text unchanged, everything else in base64. */
type Body = { text: string } | { base64: string };

interface ApiReply {
  status: number;
  headers: Record<string, string>;
  body: Body;
}

interface SessionStatus {
  loggedIn: boolean;
  storage: "keychain" | "memory";
}

type PushEvent =
  | { event: "frame"; data: string }
  | { event: "closed"; code: number; reason: string };

/** Statuses whose replies have no body, not even an empty one (Fetch standard, "null body status"). */
const NO_BODY = [101, 103, 204, 205, 304];

/** A refusal by the shell: a stable word and a sentence for the log. */
export class ShellError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "ShellError";
  }
}

async function invoke<T>(command: string, args?: Record<string, unknown>): Promise<T> {
  try {
    return await invokeRaw<T>(command, args);
  } catch (error) {
    const { error: code = "shell_failed", message = String(error) } = Object(error);
    throw new ShellError(code, message);
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Returns text if the bytes are text, so that JSON, the common case, is not inflated by base64. */
async function toBody(content: Request | Blob): Promise<Body | null> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  if (bytes.length === 0) return null;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: toBase64(bytes) };
  }
}

function toResponse(reply: ApiReply): Response {
  const { status, headers, body } = reply;
  if (NO_BODY.includes(status)) return new Response(null, { status, headers });
  return new Response("text" in body ? body.text : fromBase64(body.base64), { status, headers });
}

async function callShell(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = request.method === "GET" ? null : await toBody(request.clone());
  const headers = Object.fromEntries(request.headers);
  const call = { method: request.method, path: pathname + search, headers, body };
  try {
    return toResponse(await invoke<ApiReply>("api_request", { request: call }));
  } catch (error) {
    // The error that `fetch` throws without an answer, so that the UI handles one kind of failure.
    throw new TypeError("The server cannot be reached", { cause: error });
  }
}

function send(request: Request): Promise<Response> {
  return Promise.race([callShell(request), aborted(request.signal)]);
}

/** The shell's socket. Its frames leave in the order of the calls. */
function openPush(events: PushEvents, loggedIn: () => boolean): PushChannel {
  let open = true;
  const end = (reason: string) => {
    if (open) events.onClose(reason);
    open = false;
  };
  const channel = new Channel<PushEvent>((message) => {
    if (message.event === "closed") end(message.reason);
    else if (open) events.onFrame(message.data);
  });
  const opened = invoke<number>("push_open", { channel });
  let last: Promise<unknown> = opened.then(
    () => open && events.onOpen(),
    () => end(""),
  );
  const write = (frame: string) => {
    last = last
      .then(async () => invoke("push_send", { id: await opened, frame }))
      .catch(() => end(""));
  };
  return {
    authenticate() {
      if (loggedIn()) write(JSON.stringify({ op: "auth" }));
      return loggedIn();
    },
    send: write,
    close() {
      end("");
      opened.then((id) => invoke("push_close", { id })).catch(() => undefined);
    },
  };
}

/** Reads settings once at the start and writes them through, so that reads are synchronous. */
function createStorage(initial: Record<string, unknown>): SettingsStore {
  const values = new Map(Object.entries(initial));
  const write = (key: string, value: string | null) => {
    if (value === null) values.delete(key);
    else values.set(key, value);
    const written = invoke<void>("settings_set", { key, value });
    // Most settings need not outlive this run, and nobody waits for them.
    written.catch(() => undefined);
    return written;
  };
  return {
    get(key) {
      const value = values.get(key);
      return typeof value === "string" ? value : null;
    },
    set: write,
    remove: (key) => void write(key, null),
  };
}

/** The entries of one server's customers, among those of all servers that the window has used. */
function storageOf(server: string, storage: SettingsStore): SettingsStore {
  const keyOf = (key: string) => `${key}@${server}`;
  return {
    get: (key) => storage.get(keyOf(key)),
    set: (key, value) => storage.set(keyOf(key), value),
    remove: (key) => storage.remove(keyOf(key)),
  };
}

/** The shell has removed the token from the login's reply already; only the fact is stored. */
function createSession(initial: SessionStatus): SessionKeeper {
  let exists = initial.loggedIn;
  return {
    volatile: initial.storage === "memory",
    exists: () => exists,
    async keep() {
      exists = true;
    },
    async clear() {
      exists = false;
      await invoke("session_end");
    },
    // There is only one window.
    onChange: () => () => undefined,
  };
}

/** Reports what the shell keeps until it is taken; it may have arrived before the UI was loaded. */
function onKept<T>(event: string, command: string, listener: (kept: T) => void): () => void {
  let active = true;
  const take = async () => {
    const kept = active ? await invoke<T | null>(command) : null;
    if (kept && active) listener(kept);
  };
  const unlisten = listen(event, take);
  unlisten.then(take);
  return () => {
    active = false;
    unlisten.then((stop) => stop());
  };
}

/** The platform of the native window: the Rust side holds the token, the sockets and the files. */
export async function createTauriPlatform(): Promise<Platform> {
  const [settings, status, server, system] = await Promise.all([
    invoke<Record<string, unknown>>("settings_all"),
    invoke<SessionStatus>("session_status"),
    invoke<string | null>("server_address"),
    invoke<string>("system"),
  ]);
  const session = createSession(status);
  const storage = createStorage(settings);
  const address = server ?? "";
  return {
    name: "native",
    send,
    openPush: (events) => openPush(events, session.exists),
    session,
    storage,
    serverStorage: storageOf(address, storage),
    serverAddress: () => address,
    servers: {
      find: (typed) => invoke<FoundServer>("probe_server", { address: typed }),
      /** Another server means another session and other data, so the UI reloads. */
      async use(next, screen) {
        await invoke<string>("set_server_address", { address: next });
        // Input for this server would otherwise be found by a customer of the other one with the same ID.
        sessionStorage.clear();
        location.hash = screen;
        location.reload();
      },
    },
    openUrl: (url) => void openUrl(url),
    share,
    copy,
    async saveFile(name, content) {
      // Its webview has the share sheet; Android's has none, and its shell asks where to save.
      if (system === "ios" && (await shareFile(name, content))) return;
      await invoke("save_file", { name, content: (await toBody(content)) ?? { text: "" } });
    },
    noticePermission: () => invoke<NoticePermission>("notice_permission"),
    askForNotices: () => invoke<NoticePermission>("ask_for_notices"),
    notify: (notice) => invoke<void>("notify", { ...notice }),
    onNoticePressed: (listener) =>
      onKept<string>("notice-pressed", "take_pressed_notice", listener),
    onInvite: (listener) => onKept<Invite>("invite", "take_invite", listener),
  };
}
