// @vitest-environment jsdom
import { emit } from "@tauri-apps/api/event";
import { clearMocks, mockIPC } from "@tauri-apps/api/mocks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTauriPlatform, ShellError } from "./tauri";

type Arguments = Record<string, unknown>;
type Answer = (args: Arguments) => unknown;

/** The shell's commands, set by each test, and the recorded calls. */
let commands: Record<string, Answer>;
let calls: [string, Arguments][];

function made(command: string): Arguments[] {
  return calls.filter(([name]) => name === command).map(([, args]) => args);
}

beforeEach(() => {
  calls = [];
  commands = {
    settings_all: () => ({ theme: "dark", windows: 2 }),
    session_status: () => ({ loggedIn: false, storage: "keychain" }),
    server_address: () => "http://127.0.0.1:8080",
    settings_set: () => null,
    session_end: () => null,
    push_open: () => 7,
    push_send: () => null,
    push_close: () => null,
  };
  mockIPC(
    (command, args) => {
      calls.push([command, args as Arguments]);
      return commands[command]?.(args as Arguments);
    },
    { shouldMockEvents: true },
  );
});

afterEach(clearMocks);

const reply = (text: string, status = 200) => ({
  status,
  headers: { "content-type": "application/json" },
  body: { text },
});

describe("calls", () => {
  it("go to the shell by path, and come back as responses", async () => {
    commands.api_request = () => reply('{"code":404}', 404);
    const platform = await createTauriPlatform();
    const response = await platform.send(
      new Request("http://localhost/quotes/getStock?keyword=A", {
        method: "POST",
        headers: { "Idempotency-Key": "k" },
        body: '{"a":"é"}',
      }),
    );
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ code: 404 });
    const [{ request }] = made("api_request") as [{ request: Arguments }];
    expect(request).toMatchObject({
      method: "POST",
      path: "/quotes/getStock?keyword=A",
      headers: { "idempotency-key": "k" },
      body: { text: '{"a":"é"}' },
    });
  });

  it("carry bytes that are not text in base64, both ways", async () => {
    commands.api_request = () => ({ status: 200, headers: {}, body: { base64: "/wD+" } });
    const platform = await createTauriPlatform();
    const body = new Uint8Array([0xff, 0x00, 0xfe]);
    const response = await platform.send(
      new Request("http://localhost/file/upload", { method: "POST", body }),
    );
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(body);
    expect(made("api_request")[0]).toMatchObject({ request: { body: { base64: "/wD+" } } });
  });

  it("fail like fetch when no answer comes", async () => {
    commands.api_request = () => {
      throw { error: "server_unreachable", message: "no route" };
    };
    const platform = await createTauriPlatform();
    await expect(platform.send(new Request("http://localhost/a"))).rejects.toBeInstanceOf(
      TypeError,
    );
  });

  it("end at once when they are aborted", async () => {
    commands.api_request = () => new Promise(() => undefined);
    const platform = await createTauriPlatform();
    const controller = new AbortController();
    const call = platform.send(new Request("http://localhost/a", { signal: controller.signal }));
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("the session", () => {
  it("is what the keychain says, and ends there", async () => {
    commands.session_status = () => ({ loggedIn: true, storage: "memory" });
    const { session } = await createTauriPlatform();
    expect([session.exists(), session.volatile]).toEqual([true, true]);
    await session.clear();
    expect(session.exists()).toBe(false);
    expect(made("session_end")).toHaveLength(1);
  });

  it("never hands a token to the shell or the web storage", async () => {
    const platform = await createTauriPlatform();
    await platform.session.keep("secret");
    expect(platform.session.exists()).toBe(true);
    expect(platform.session.volatile).toBe(false);
    expect(JSON.stringify([calls, { ...localStorage }])).not.toContain("secret");
  });
});

describe("the push socket", () => {
  const events = () => ({ onOpen: vi.fn(), onFrame: vi.fn(), onClose: vi.fn() });

  it("opens, sends in order and closes", async () => {
    commands.session_status = () => ({ loggedIn: true, storage: "keychain" });
    const platform = await createTauriPlatform();
    const heard = events();
    const push = platform.openPush(heard);
    await vi.waitFor(() => expect(heard.onOpen).toHaveBeenCalledOnce());
    expect(push.authenticate()).toBe(true);
    push.send('{"op":"ping"}');
    await vi.waitFor(() => expect(made("push_send")).toHaveLength(2));
    expect(made("push_send")).toEqual([
      { id: 7, frame: '{"op":"auth"}' },
      { id: 7, frame: '{"op":"ping"}' },
    ]);
    push.close();
    await vi.waitFor(() => expect(made("push_close")).toEqual([{ id: 7 }]));
    expect(heard.onClose).toHaveBeenCalledOnce();
  });

  it("reports frames, and its end once", async () => {
    const platform = await createTauriPlatform();
    const heard = events();
    platform.openPush(heard);
    await vi.waitFor(() => expect(heard.onOpen).toHaveBeenCalledOnce());
    const { channel } = made("push_open")[0] as {
      channel: { onmessage: (message: unknown) => void };
    };
    channel.onmessage({ event: "frame", data: "[]" });
    channel.onmessage({ event: "closed", code: 1006, reason: "gone" });
    channel.onmessage({ event: "closed", code: 1006, reason: "again" });
    expect(heard.onFrame.mock.calls).toEqual([["[]"]]);
    expect(heard.onClose.mock.calls).toEqual([["gone"]]);
  });

  it("ends when the server cannot be reached, and has no session to show", async () => {
    commands.push_open = () => {
      throw { error: "server_unreachable", message: "no route" };
    };
    const platform = await createTauriPlatform();
    const heard = events();
    expect(platform.openPush(heard).authenticate()).toBe(false);
    await vi.waitFor(() => expect(heard.onClose).toHaveBeenCalledOnce());
    expect(heard.onOpen).not.toHaveBeenCalled();
  });
});

it("settings are there at once and written through", async () => {
  const { storage } = await createTauriPlatform();
  expect([storage.get("theme"), storage.get("windows"), storage.get("none")]).toEqual([
    "dark",
    null,
    null,
  ]);
  storage.set("theme", "light");
  storage.remove("windows");
  expect(storage.get("theme")).toBe("light");
  await vi.waitFor(() =>
    expect(made("settings_set")).toEqual([
      { key: "theme", value: "light" },
      { key: "windows", value: null },
    ]),
  );
});

it("a setting that the device cannot keep is there for this run, and says so to whoever waits", async () => {
  commands.settings_set = () => {
    throw { error: "settings_unavailable", message: "no space left" };
  };
  const { storage, serverStorage } = await createTauriPlatform();
  await expect(storage.set("theme", "light")).rejects.toMatchObject({
    code: "settings_unavailable",
  });
  await expect(serverStorage.set("unanswered", "[]")).rejects.toBeInstanceOf(ShellError);
  expect(storage.get("theme")).toBe("light");
  // Nobody waits for this one: it must not end as an unhandled rejection, which would fail the run.
  void storage.set("theme", "dark");
  await new Promise((resolve) => setTimeout(resolve));
});

it("what belongs to one server's customers is not found at another", async () => {
  const kept: Record<string, unknown> = {};
  commands.settings_all = () => kept;
  commands.settings_set = ({ key, value }) => {
    kept[String(key)] = value;
    return null;
  };
  const first = await createTauriPlatform();
  first.serverStorage.set("user", "customer of the first");
  first.storage.set("theme", "light");
  expect(first.serverStorage.get("user")).toBe("customer of the first");
  commands.server_address = () => "https://other.example";
  const second = await createTauriPlatform();
  expect(second.serverStorage.get("user")).toBeNull();
  expect(second.storage.get("theme")).toBe("light");
  second.serverStorage.remove("user");
  commands.server_address = () => "http://127.0.0.1:8080";
  expect((await createTauriPlatform()).serverStorage.get("user")).toBe("customer of the first");
});

it("a refused server address keeps its word", async () => {
  commands.set_server_address = () => {
    throw { error: "address_insecure", message: "no" };
  };
  const platform = await createTauriPlatform();
  const refused = await platform
    .setServerAddress?.("http://a.example")
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ShellError);
  expect(refused).toMatchObject({ code: "address_insecure" });
  expect(platform.serverAddress()).toBe("http://127.0.0.1:8080");
});

it("takes nothing that was typed for one server along to another", async () => {
  vi.stubGlobal("location", { reload: vi.fn() });
  sessionStorage.setItem("a-form:80214663", "typed");
  commands.set_server_address = () => "https://other.example";
  const platform = await createTauriPlatform();
  await platform.setServerAddress?.("https://other.example");
  expect(sessionStorage).toHaveLength(0);
  expect(location.reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it("invitations are taken once, whether they came before the UI or after", async () => {
  const waiting: (string | null)[] = ["COLD"];
  commands.take_invite = () => waiting.shift() ?? null;
  const platform = await createTauriPlatform();
  const codes: string[] = [];
  const stop = platform.onInvite((code) => codes.push(code));
  await vi.waitFor(() => expect(codes).toEqual(["COLD"]));
  waiting.push("WARM");
  await emit("invite");
  await vi.waitFor(() => expect(codes).toEqual(["COLD", "WARM"]));
  stop();
  waiting.push("LATE");
  await emit("invite");
  expect(codes).toEqual(["COLD", "WARM"]);
});
