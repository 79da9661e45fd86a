// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Platform } from "./types";
import { createWebPlatform } from "./web";

const notice = {
  ...{ title: "Plumbline", body: "Bought 10 Apple (AAPL)", tag: "7" },
  address: "/pages/trade/detail?id=7",
};
let host: Platform;
const shown = vi.fn();
/** Presses the last shown notification. */
let press: () => void;
const ask = vi.fn<() => Promise<NotificationPermission>>();

function install(permission: NotificationPermission): void {
  class Notices {
    static permission = permission;
    static requestPermission = ask;
    onclick: (() => void) | undefined;
    close() {}
    constructor(title: string, { body }: { body: string }) {
      shown(title, body);
      press = () => this.onclick?.();
    }
  }
  vi.stubGlobal("Notification", Notices);
}

beforeEach(() => {
  shown.mockReset();
  ask.mockReset();
  host = createWebPlatform();
});

afterEach(() => void vi.unstubAllGlobals());

it("shows nothing and asks nobody while the customer was not asked", async () => {
  install("default");
  expect(await host.noticePermission()).toBe("ask");
  await host.notify(notice);
  expect(ask).not.toHaveBeenCalled();
  expect(shown).not.toHaveBeenCalled();
});

it("asks where it is told to, and shows what was allowed", async () => {
  install("default");
  ask.mockResolvedValue("granted");
  expect(await host.askForNotices()).toBe("granted");
  install("granted");
  await host.notify(notice);
  expect(shown).toHaveBeenCalledWith("Plumbline", notice.body);
});

it("leaves it to the service worker where there is one, as phones want it", async () => {
  install("granted");
  const showNotification = vi.fn();
  vi.stubGlobal("navigator", {
    serviceWorker: { getRegistration: async () => ({ showNotification }) },
  });
  await host.notify(notice);
  expect(showNotification).toHaveBeenCalledWith("Plumbline", {
    body: notice.body,
    tag: "7",
    data: { address: notice.address },
  });
  expect(shown).not.toHaveBeenCalled();
});

it("says that a browser knows no notices", async () => {
  vi.stubGlobal("Notification", undefined);
  Reflect.deleteProperty(window, "Notification");
  expect(await host.noticePermission()).toBe("unavailable");
  expect(await host.askForNotices()).toBe("unavailable");
});

it("opens what a pressed notification is about, with the app in front", async () => {
  install("granted");
  const focus = vi.spyOn(window, "focus").mockReturnValue();
  const opened = vi.fn();
  const leave = host.onNoticePressed(opened);
  await host.notify(notice);
  press();
  expect(focus).toHaveBeenCalledOnce();
  expect(opened).toHaveBeenCalledWith(notice.address);
  leave();
  await Promise.resolve();
  press();
  expect(opened).toHaveBeenCalledOnce();
});

it("hears of presses from the service worker", async () => {
  const worker = new EventTarget();
  vi.stubGlobal("navigator", { serviceWorker: worker });
  const opened = vi.fn();
  host.onNoticePressed(opened);
  await vi.waitFor(() => {
    worker.dispatchEvent(new MessageEvent("message", { data: { noticePressed: notice.address } }));
    expect(opened).toHaveBeenCalledWith(notice.address);
  });
});

describe("the service worker", () => {
  const source = readFileSync("public/notices.js", "utf8");

  /** Presses a notification about `address` with these windows open, and returns the worker's actions. */
  async function pressed(address: unknown, windows: object[]) {
    let press: (event: object) => void = () => undefined;
    let done: Promise<unknown> | undefined;
    const openWindow = vi.fn();
    const close = vi.fn();
    const self = {
      addEventListener: (_name: string, listener: typeof press) => {
        press = listener;
      },
      clients: { matchAll: async () => windows, openWindow },
    };
    new Function("self", source)(self);
    press({
      notification: { close, data: { address } },
      waitUntil: (work: Promise<unknown>) => {
        done = work;
      },
    });
    await done;
    expect(close).toHaveBeenCalledOnce();
    return openWindow;
  }

  it("brings the window that was used last to the front, and tells it what to open", async () => {
    const windows = [false, true].map((focused) => ({
      focused,
      focus: vi.fn(),
      postMessage: vi.fn(),
    }));
    expect(await pressed(notice.address, windows)).not.toHaveBeenCalled();
    expect(windows[0]?.postMessage).not.toHaveBeenCalled();
    expect(windows[1]?.postMessage).toHaveBeenCalledWith({ noticePressed: notice.address });
    expect(windows[1]?.focus).toHaveBeenCalledOnce();
  });

  it("opens a window where none is open, and nothing that is no address of the app", async () => {
    expect(await pressed(notice.address, [])).toHaveBeenCalledWith(`/#${notice.address}`);
    expect(await pressed("https://elsewhere.example", [])).not.toHaveBeenCalled();
  });
});
