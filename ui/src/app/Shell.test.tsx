import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changeLanguage, languages } from "@/i18n";
import { movers } from "@/market/queries";
import { type ScreenName, screenAt, screens, type Title, to } from "@/screens";
import { beginSession, customerId, endSession, otherTab } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope } from "@/test/screen";
import { beginTexts } from "@/test/texts";
import { testUser } from "@/test/user";
import { wireInstrument, wireUser } from "@/test/wire";
import { isArriving } from "@/ui/arrival";
import { toasts } from "@/ui/toast";
import AppExtras from "./AppExtras";
import { HashRouter } from "./HashRouter";
import { queryClient } from "./queryClient";
import { Shell } from "./Shell";
import { useAppEvents } from "./useAppEvents";

let host: FakePlatform;
const MOVERS = { gainers: [wireInstrument()], losers: [], actives: [] };

function Events() {
  useAppEvents();
  return <AppExtras />;
}

async function open(address: string): Promise<void> {
  window.history.replaceState(null, "", `#${address}`);
  await beginTexts();
  render(
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <Events />
        <Suspense>
          <Shell />
        </Suspense>
      </HashRouter>
    </QueryClientProvider>,
  );
}

const heading = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });
const go = (name: string) => userEvent.click(screen.getByRole("link", { name }));

beforeEach(() => {
  host = installPlatform();
  host.answer = () => envelope(404, { error: "url_unknown" }, "Nothing here.");
  toasts.set([]);
  otherTab.set({ did: null, times: 0 });
  // Resets a pending arrival: the last test ended without a following screen.
  isArriving();
});

afterEach(async () => {
  await endSession();
  queryClient.clear();
  await changeLanguage("en");
});

const QUERY =
  "?url=https%3A%2F%2Fwww.sec.gov&code=AAPL&name=Apple&source=0&market=UsStock&id=1&type=holding";

/** The title of a screen in the present language. */
const titleOf = (name: ScreenName) =>
  (i18next.t as (key: Title, options: object) => string)(screens[name].title, {
    replace: { code: "AAPL", name: "Apple" },
  });
const nameOfWindow = (title: string) => (title === "Plumbline" ? title : `${title} · Plumbline`);

describe("every screen", () => {
  const names = Object.keys(screens) as ScreenName[];
  /** Screens titled by their content: its name and code in two sizes, or the ticket's action. */
  const naming: readonly ScreenName[] = ["tradeDetail"];
  /** Screens that a customer with a session is led away from. */
  const waysIn: readonly ScreenName[] = ["login", "register"];

  it("names the window while its page is on its way", async () => {
    await open(to("market"));
    await heading("Markets");
    await act(() => i18next.loadNamespaces("settings"));
    act(() => {
      window.location.hash = to("settings");
    });
    await waitFor(() => expect(document.title).toBe("Settings · Plumbline"));
    // The page's code has only begun to load.
    expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
    await heading("Settings");
  });

  it.each(names)("%s has a page of its own, which draws its heading", async (name) => {
    if (!waysIn.includes(name)) await beginSession({ token: "token", user: testUser });
    await open(screens[name].path + QUERY);
    const head = await screen.findByRole("heading", { level: 1, name: /./ });
    expect(head).not.toHaveTextContent("Not found");
    expect(screenAt(window.location.hash.slice(1))).toBe(name);
    if (naming.includes(name)) return;
    for (const language of languages) {
      await act(() => changeLanguage(language));
      await waitFor(() => expect(document.title).toBe(nameOfWindow(titleOf(name))));
      expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(titleOf(name));
    }
  });

  it.each(names)("%s is for whom it says, and a visitor comes back to it", async (name) => {
    const address = screens[name].path + QUERY;
    await open(address);
    const isOpen = screens[name].who === "anyone";
    await heading(/./);
    const shown = isOpen ? address : to("login", { back: address });
    await waitFor(() => expect(window.location.hash).toBe(`#${shown}`));
  });

  it.each(["quoteStock", "payStock", "payClose", "tradeDetail"] as const)(
    "%s says that an address without its instrument does not exist",
    async (name) => {
      await beginSession({ token: "token", user: testUser });
      await open(`${screens[name].path}?code=&direction=7`);
      expect(await heading("Not found")).toBeVisible();
    },
  );

  it("that does not exist says so", async () => {
    await open("/pages/none");
    expect(await heading("Not found")).toBeVisible();
  });
});

describe("going to a screen", () => {
  it("focuses its heading and names the window after it, in the customer's language", async () => {
    await open(to("market"));
    await heading("Markets");
    expect(document.title).toBe("Markets · Plumbline");
    // The first screen of a visit takes no focus.
    expect(document.body).toHaveFocus();
    await go("Account");
    expect(await heading("Account")).toHaveFocus();
    expect(document.title).toBe("Account · Plumbline");
    await go("Home");
    await waitFor(() => expect(document.title).toBe("Plumbline"));
    await go("Account");
    await heading("Account");
    await act(() => changeLanguage("zh-Hans"));
    await waitFor(() => expect(document.title).toBe("我的 · Plumbline"));
  });

  it("leaves the focus to the field that the screen is for", async () => {
    await open(to("market"));
    await heading("Markets");
    await userEvent.click(screen.getByRole("button", { name: "Search" }));
    expect(await screen.findByRole("searchbox")).toHaveFocus();
    expect(document.title).not.toBe("Markets · Plumbline");
  });
});

describe("a start", () => {
  it("shows whom the server names, where this device remembers another", async () => {
    await beginSession({ token: "token", user: { ...testUser, email: "before@example.com" } });
    const now = wireUser({ userLoginId: "2", email: "now@example.com" });
    host.answer = ({ url }) =>
      url.endsWith("/api/user/info")
        ? envelope(200, now)
        : envelope(404, { error: "url_unknown" }, "Nothing here.");
    await open(to("market"));
    await waitFor(() => expect(customerId()).toBe("2"));
    // The other customer's screen is left.
    await waitFor(() => expect(window.location.hash).toBe(`#${to("home")}`));
  });
});

describe("Escape", () => {
  it("steps back, and stays while it belongs to a field, an input method or a dragged row", async () => {
    await open(to("market"));
    await heading("Markets");
    await userEvent.click(screen.getByRole("button", { name: "Search" }));
    const box = await screen.findByRole("searchbox");
    await userEvent.type(box, "apple{Escape}");
    expect(window.location.hash).toBe(`#${to("search")}`);
    const press = (target: EventTarget, init: KeyboardEventInit, taken = false) =>
      act(() => {
        const event = new KeyboardEvent("keydown", {
          ...{ key: "Escape", bubbles: true, cancelable: true },
          ...init,
        });
        if (taken) event.preventDefault();
        target.dispatchEvent(event);
      });
    press(document.body, { isComposing: true });
    press(document.body, { keyCode: 229 });
    press(document.body, {}, true);
    expect(window.location.hash).toBe(`#${to("search")}`);
    press(document.body, {});
    await waitFor(() => expect(window.location.hash).toBe(`#${to("market")}`));
  });
});

describe("what the app reads by itself", () => {
  it("says by no toast that it failed, but marks what grew old, and reads it again when asked", async () => {
    let fails = false;
    host.answer = ({ url }) => {
      if (fails) throw new TypeError("Failed to fetch");
      return envelope(200, url.includes("home_custom_list") ? MOVERS : []);
    };
    await open(to("home"));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByText("Some figures couldn't be refreshed.")).toBeNull();
    fails = true;
    act(() => void queryClient.refetchQueries({ type: "active" }));
    expect(await screen.findByText("Some figures couldn't be refreshed.")).toBeVisible();
    expect(toasts.get()).toEqual([]);
    fails = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() =>
      expect(screen.queryByText("Some figures couldn't be refreshed.")).toBeNull(),
    );
  });

  it("is not old where the server refused it: the screen says that", async () => {
    let refuses = false;
    host.answer = ({ url }) => {
      if (refuses) return envelope(404, { error: "url_unknown" }, "Gone.");
      return envelope(200, url.includes("home_custom_list") ? MOVERS : []);
    };
    await open(to("home"));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    refuses = true;
    act(() => void queryClient.refetchQueries({ type: "active" }));
    await waitFor(() => expect(queryClient.getQueryState(movers.queryKey)?.status).toBe("error"));
    expect(screen.queryByText("Some figures couldn't be refreshed.")).toBeNull();
  });

  it("is not old where only a further page of it did not come", async () => {
    host.answer = ({ url }) => {
      const pageNum = Number(new URL(url).searchParams.get("pageNum"));
      if (pageNum > 1) throw new TypeError("Failed to fetch");
      if (!url.includes("/market/list")) return envelope(200, []);
      const list = [wireInstrument()];
      return envelope(200, { list, page: { pageNum: 1, pageSize: 1, total: 2 } });
    };
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
    await open(to("market"));
    expect(await screen.findByText("The rest of the list didn't load.")).toBeVisible();
    expect(screen.queryByText("Some figures couldn't be refreshed.")).toBeNull();
  });

  it("is read again in the new language when that changes", async () => {
    const languages: (string | null)[] = [];
    host.answer = (request) => {
      languages.push(request.headers.get("Accept-Language"));
      const list = [wireInstrument()];
      return envelope(200, { list, page: { pageNum: 1, pageSize: 50, total: 1 } });
    };
    await open(to("popular"));
    await waitFor(() => expect(languages).toContain("en"));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await act(() => changeLanguage("zh-Hant"));
    await waitFor(() => expect(languages.at(-1)).toBe("zh-Hant"));
  });
});
