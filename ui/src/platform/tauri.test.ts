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
    system: () => "linux",
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

it("a server that cannot be joined is refused with its reason", async () => {
  commands.probe_server = () => {
    throw { error: "certificate_expired", message: "no" };
  };
  const platform = await createTauriPlatform();
  const refused = await platform.servers
    ?.find("https://a.example")
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ShellError);
  expect(refused).toMatchObject({ code: "certificate_expired" });
  expect(made("probe_server")).toEqual([{ address: "https://a.example" }]);
  expect(made("set_server_address")).toEqual([]);
});

it("has no address until the customer has named a server", async () => {
  commands.server_address = () => null;
  expect((await createTauriPlatform()).serverAddress()).toBe("");
});

it("starts again at another server, and takes nothing along that was typed for the one before", async () => {
  const place = { reload: vi.fn(), hash: "" };
  vi.stubGlobal("location", place);
  sessionStorage.setItem("a-form:80214663", "typed");
  commands.set_server_address = () => "https://other.example";
  const platform = await createTauriPlatform();
  await platform.servers?.use("https://other.example", "/pages/auth/register?inviteCode=A");
  expect(sessionStorage).toHaveLength(0);
  expect(place.hash).toBe("/pages/auth/register?inviteCode=A");
  expect(place.reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it("stays where it is when the choice of a server cannot be kept", async () => {
  const place = { reload: vi.fn(), hash: "#/here" };
  vi.stubGlobal("location", place);
  sessionStorage.setItem("a-form:80214663", "typed");
  commands.set_server_address = () => {
    throw { error: "settings_unavailable", message: "disk full" };
  };
  const platform = await createTauriPlatform();
  const refused = platform.servers?.use("https://other.example", "/pages/home/index");
  await expect(refused).rejects.toMatchObject({ code: "settings_unavailable" });
  expect([sessionStorage.length, place.hash]).toEqual([1, "#/here"]);
  expect(place.reload).not.toHaveBeenCalled();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

it("invitations are taken once, whether they came before the UI or after", async () => {
  const cold = { code: "COLD", server: "https://a.example" };
  const warm = { code: "WARM", server: null };
  const waiting: unknown[] = [cold];
  commands.take_invite = () => waiting.shift() ?? null;
  const platform = await createTauriPlatform();
  const invites: unknown[] = [];
  const stop = platform.onInvite((invite) => invites.push(invite));
  await vi.waitFor(() => expect(invites).toEqual([cold]));
  waiting.push(warm);
  await emit("invite");
  await vi.waitFor(() => expect(invites).toEqual([cold, warm]));
  stop();
  waiting.push(cold);
  await emit("invite");
  expect(invites).toEqual([cold, warm]);
});

it("a notification goes to the system with its screen, which a press reports", async () => {
  const pressed: (string | null)[] = [];
  commands.take_pressed_notice = () => pressed.shift() ?? null;
  const platform = await createTauriPlatform();
  const notice = { title: "Plumbline", body: "Filled", tag: "order-1", address: "/pages/x?id=1" };
  await platform.notify(notice);
  expect(made("notify")).toEqual([notice]);
  const opened: string[] = [];
  const stop = platform.onNoticePressed((address) => opened.push(address));
  await vi.waitFor(() => expect(made("take_pressed_notice")).toHaveLength(1));
  pressed.push(notice.address);
  await emit("notice-pressed");
  await vi.waitFor(() => expect(opened).toEqual([notice.address]));
  stop();
});

describe("a file to keep", () => {
  const file = new Blob(["a,b"], { type: "text/csv" });
  const shared = vi.fn<() => Promise<void>>();

  /** The webview's share sheet, with the error of a refusal; or none. */
  function withShareSheet(outcome: string | null) {
    shared.mockReset().mockImplementation(async () => {
      if (outcome) throw new DOMException("refused", outcome);
    });
    const has = outcome !== null;
    Object.assign(navigator, {
      canShare: has ? () => true : undefined,
      share: has ? shared : undefined,
    });
    commands.save_file = () => null;
  }

  afterEach(() => withShareSheet(null));

  it.each([
    ["ios", "goes through the share sheet", "", 0],
    ["ios", "is not saved when the customer leaves the share sheet", "AbortError", 0],
    ["ios", "is saved where the sheet may not open", "NotAllowedError", 1],
    ["ios", "is saved without a share sheet", null, 1],
    ["android", "is saved where the shell asks", "", 1],
    ["macos", "goes to the downloads", "", 1],
  ])("on %s %s", async (system, _, outcome, saved) => {
    withShareSheet(outcome);
    commands.system = () => system;
    const platform = await createTauriPlatform();
    await platform.saveFile("orders.csv", file);
    expect(made("save_file")).toEqual(
      Array(saved).fill({ name: "orders.csv", content: { text: "a,b" } }),
    );
    expect(shared).toHaveBeenCalledTimes(system === "ios" && outcome !== null ? 1 : 0);
  });
});
