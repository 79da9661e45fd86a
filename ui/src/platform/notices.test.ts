import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Platform } from "./types";
import { createWebPlatform } from "./web";

let host: Platform;
const shown = vi.fn();
const ask = vi.fn<() => Promise<NotificationPermission>>();

function install(permission: NotificationPermission): void {
  class Notices {
    static permission = permission;
    static requestPermission = ask;
    constructor(title: string, { body }: { body: string }) {
      shown(title, body);
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
  await host.notify("Plumbline", "Bought 10 AAPL", "7");
  expect(ask).not.toHaveBeenCalled();
  expect(shown).not.toHaveBeenCalled();
});

it("asks where it is told to, and shows what was allowed", async () => {
  install("default");
  ask.mockResolvedValue("granted");
  expect(await host.askForNotices()).toBe("granted");
  install("granted");
  await host.notify("Plumbline", "Bought 10 AAPL", "7");
  expect(shown).toHaveBeenCalledWith("Plumbline", "Bought 10 AAPL");
});

it("leaves it to the service worker where there is one, as phones want it", async () => {
  install("granted");
  const showNotification = vi.fn();
  vi.stubGlobal("navigator", {
    serviceWorker: { getRegistration: async () => ({ showNotification }) },
  });
  await host.notify("Plumbline", "Bought 10 AAPL", "7");
  expect(showNotification).toHaveBeenCalledWith("Plumbline", { body: "Bought 10 AAPL", tag: "7" });
  expect(shown).not.toHaveBeenCalled();
});

it("says that a browser knows no notices", async () => {
  vi.stubGlobal("Notification", undefined);
  Reflect.deleteProperty(window, "Notification");
  expect(await host.noticePermission()).toBe("unavailable");
  expect(await host.askForNotices()).toBe("unavailable");
});
