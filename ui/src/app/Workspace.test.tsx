import { QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fundingOverview } from "@/api/fundingOverview";
import { wallets } from "@/api/wallets";
import { movers } from "@/market/queries";
import { recentFills, workingOrders } from "@/orders/queries";
import { type ScreenName, screens, to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope } from "@/test/screen";
import { beginTexts } from "@/test/texts";
import { testUser } from "@/test/user";
import { wireInstrument, wireNotice } from "@/test/wire";
import { HashRouter } from "./HashRouter";
import { queryClient } from "./queryClient";
import { Shell } from "./Shell";

let host: FakePlatform;
let width = 1280;
const listeners = new Set<() => void>();

/** Media queries such as "(min-width: 900px)" for a window width that tests set. */
function media(query: string): MediaQueryList {
  const least = Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
  return {
    get matches() {
      return width >= least;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  } as unknown as MediaQueryList;
}

function resize(next: number): void {
  width = next;
  act(() => {
    for (const listener of listeners) listener();
  });
}

async function open(address: string): Promise<void> {
  window.history.replaceState(null, "", `#${address}`);
  await beginTexts();
  render(
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <Suspense>
          <Shell />
        </Suspense>
      </HashRouter>
    </QueryClientProvider>,
  );
}

const isListOf = ({ url }: Request, market: string) => {
  const { pathname, searchParams } = new URL(url);
  return pathname === "/market/list" && searchParams.get("market") === market;
};

/** The server's answers: the market list has the largest company, all else does not exist. */
function answer(request: Request): Response {
  if (isListOf(request, "UsStock")) return envelope(200, { ...POPULAR, list: [wireInstrument()] });
  return envelope(404, { error: "url_unknown" }, "Nothing here.");
}

const POPULAR = {
  list: [wireInstrument({ stock_code: "META", name: "Meta" })],
  page: { pageNum: 1, pageSize: 8, total: 1 },
};

const currentTab = () =>
  within(screen.getByRole("navigation", { name: "Main screens" })).getByRole("link", {
    current: "page",
  });

beforeEach(() => {
  width = 1280;
  vi.stubGlobal("matchMedia", media);
  host = installPlatform();
  host.answer = answer;
});

afterEach(async () => {
  await endSession();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each((Object.keys(screens) as ScreenName[]).filter((name) => screens[name].who === "anyone"))(
  "%s has its tab beside it and one main landmark",
  async (name) => {
    const instrument = "?code=AAPL&name=Apple&source=0&market=UsStock";
    await open(screens[name].path + instrument);
    await screen.findAllByRole("heading", { level: 1, name: /./ });
    expect(currentTab()).toHaveAttribute("href", `#${to(screens[name].tab)}`);
    await waitFor(() => expect(screen.getAllByRole("main")).toHaveLength(1));
  },
);

it("opens what is chosen beside its list and leaves what is docked without a way back", async () => {
  await open(to("watchlist"));
  // The quote of the largest company is docked: it has no back button.
  expect(await screen.findByRole("heading", { level: 2, name: /AAPL/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  act(() => {
    window.location.hash = to("quoteStock", { code: "NVDA", name: "Nvidia", market: "UsStock" });
  });
  expect(await screen.findByRole("heading", { level: 1, name: /NVDA/ })).toBeVisible();
  expect(screen.getByRole("button", { name: "Back" })).toBeVisible();
  expect(screen.getByRole("region", { name: "Watchlist" })).toBeVisible();
});

it("shows visitors a price that moves and what a receipt says, on every tab", async () => {
  await open(to("home"));
  for (const tab of ["home", "trade", "profile"] as const) {
    act(() => {
      window.location.hash = to(tab);
    });
    const main = await screen.findByRole("region", { name: "Main pane" });
    expect(await within(main).findByRole("heading", { name: /AAPL/ })).toBeVisible();
    const side = screen.getByRole("region", { name: "Side pane" });
    expect(await within(side).findByRole("heading", { name: /receipt/ })).toBeVisible();
  }
});

it.each(["home", "profile"] as const)(
  "tells visitors on %s how it works and what is popular",
  async (tab) => {
    host.answer = (request) =>
      request.url.includes("type=actives") ? envelope(200, POPULAR) : answer(request);
    await open(to(tab));
    const list = within(await screen.findByRole("main"));
    expect(await list.findByRole("heading", { name: "How it works" })).toBeVisible();
    expect(list.getByText("Open an account")).toBeVisible();
    expect(await list.findByRole("link", { name: /Meta/ })).toBeVisible();
    expect(list.getByRole("button", { name: "Log in" })).toBeVisible();
  },
);

it("says in the pane of the quote why there is none, and tries again", async () => {
  host.answer = () => envelope(503, { error: "overloaded" }, "Busy.");
  await open(to("home"));
  const main = within(await screen.findByRole("region", { name: "Main pane" }));
  expect(await main.findByText("Busy.")).toBeVisible();
  host.answer = answer;
  await userEvent.click(main.getByRole("button", { name: "Try again" }));
  expect(await main.findByRole("heading", { name: /AAPL/ })).toBeVisible();
});

it("says once in each pane of the home page that it could not be read", async () => {
  host.answer = () => envelope(503, { error: "overloaded" }, "Busy.");
  await beginSession({ token: "token", user: testUser });
  await open(to("home"));
  const panes = [
    await screen.findByRole("main"),
    await screen.findByRole("region", { name: "Main pane" }),
    await screen.findByRole("region", { name: "Side pane" }),
  ];
  const queries = [fundingOverview, wallets, movers, workingOrders, recentFills];
  const stateOf = ({ queryKey }: { queryKey: QueryKey }) => queryClient.getQueryState(queryKey);
  await waitFor(() => expect(queries.map((one) => stateOf(one)?.status)).not.toContain("pending"));
  for (const pane of panes) {
    await waitFor(() => expect(within(pane).getAllByText("Busy.")).toHaveLength(1));
  }
});

it("quotes what the watchlist has first, and has the ticket for the same beside it", async () => {
  host.answer = (request) => {
    const { pathname } = new URL(request.url);
    const watched = { ...wireInstrument({ stock_code: "META", name: "Meta" }), watchId: "7" };
    return pathname === "/userSelfSecurity/selectSelfSelectionStocksData"
      ? envelope(200, [watched])
      : answer(request);
  };
  await beginSession({ token: "token", user: testUser });
  await open(to("watchlist"));
  const main = await screen.findByRole("region", { name: "Main pane" });
  expect(await within(main).findByRole("heading", { name: /META/ })).toBeVisible();
  const side = screen.getByRole("region", { name: "Side pane" });
  expect(await within(side).findByRole("heading", { name: /META/ })).toBeVisible();
});

it("keeps what was typed when the window grows or shrinks", async () => {
  await beginSession({ token: "token", user: testUser });
  await open(to("loginPassword"));
  const [field] = await screen.findAllByLabelText(/password/i, { selector: "input" });
  if (!field) throw new Error("no field");
  await userEvent.type(field, "correct-horse");
  for (const next of [1000, 500, 1000, 1600]) {
    resize(next);
    expect(field).toBeInTheDocument();
    expect(field).toHaveValue("correct-horse");
  }
});

it("keeps the list of messages beside the one that is read, and marks it there", async () => {
  const row = wireNotice({ read: true });
  host.answer = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/userMessage/9") return envelope(200, row);
    if (pathname !== "/userMessage/getMessage") return answer(request);
    return envelope(200, { list: [row], page: { pageNum: 1, pageSize: 20, total: 1 }, unread: 0 });
  };
  await beginSession({ token: "token", user: testUser });
  await open(to("notices"));
  expect(await screen.findByRole("heading", { level: 1, name: "Messages" })).toBeVisible();
  await userEvent.click(await screen.findByRole("link", { name: /Deposit credited/ }));
  const main = await screen.findByRole("main");
  expect(await within(main).findByText("Your deposit has been reviewed.")).toBeVisible();
  const list = screen.getByRole("region", { name: "List" });
  const chosen = await within(list).findByRole("link", { name: /Deposit credited/ });
  expect(chosen).toHaveAttribute("aria-current", "true");
});

const EURO = wireInstrument({
  ...{ stock_code: "EURUSD", name: "Euro/US Dollar", market: "Forex", source: 2 },
  ...{ baseCurrency: "EUR", currency: "USD", classify: "major" },
});

it.each([
  to("forex", { list: "losers" }),
  to("market", { assets: "forex" }),
  to("quoteForex", { code: "EURUSD", name: "Euro/US Dollar", market: "Forex" }),
])("has the filter, the list and the quote of the same assets at %s", async (address) => {
  host.answer = (request) =>
    isListOf(request, "Forex")
      ? envelope(200, { list: [EURO], page: { pageNum: 1, pageSize: 100, total: 1 } })
      : answer(request);
  await open(address);
  const markets = await screen.findByRole("navigation", { name: "Market" });
  expect(within(markets).getByRole("link", { current: true })).toHaveTextContent("Forex");
  expect(await screen.findByRole("heading", { name: /Euro\/US Dollar/ })).toBeVisible();
  expect(await screen.findByRole("table", { name: /^Forex/ })).toBeVisible();
  // The instrument chosen among other assets leaves the pane with them.
  act(() => {
    window.location.hash = to("market");
  });
  expect(await screen.findByRole("heading", { name: /AAPL/ })).toBeVisible();
  expect(screen.queryByRole("heading", { name: /Euro\/US Dollar/ })).toBeNull();
});
