import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Order } from "@/api/orders";
import { serverFacts } from "@/api/serverFacts";
import { keptForm } from "@/forms/keptForm";
import { filledOf, takeOrder } from "@/orders/queries";
import { holdings } from "@/positions/queries";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope } from "@/test/screen";
import { beginTexts } from "@/test/texts";
import { testUser } from "@/test/user";
import { wireInstrument } from "@/test/wire";
import { keepPlace, placeBefore } from "@/ui/scrollPlaces";
import { toast, toasts } from "@/ui/toast";
import { App } from "./App";
import { queryClient } from "./queryClient";

let host: FakePlatform;
let held: object[];

const position = (id: string, stock_code: string, name: string) => ({
  ...{ id, stock_code, name, market: "UsStock", source: 0, currency: "USD", direction: 0 },
  ...{ positionNum: "10", availableNum: "10", avgPrice: "9.00", isolatedPosition: "90.00" },
  multiplier: "1",
  ...{ fee: "0.00", status: 0, version: 1, createTimeTimestamp: "5", modifyTimeTimestamp: "5" },
});
const list = (rows: object[]) => ({
  list: rows,
  page: { pageNum: 1, pageSize: 100, total: rows.length },
});

function answer(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url);
  switch (pathname) {
    case "/position/me":
      return envelope(200, list(held));
    case "/m_ft/stock_detail_ft": {
      const stock_code = searchParams.get("stockCode") ?? "";
      const rules = { bids: [], asks: [], lotSize: "1", tickSize: "0.01" };
      const stockInfo = { ...wireInstrument({ stock_code, name: stock_code }), ...rules };
      return envelope(200, { stockInfo, selfSelectStatus: false });
    }
    case "/market/list":
      return envelope(200, list([wireInstrument()]));
    default:
      return envelope(404, { error: "url_unknown" });
  }
}

/** Matches every media query, as a window wide enough for a workspace does. */
const WIDE = () =>
  ({ matches: true, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

async function open(address: string): Promise<void> {
  window.history.replaceState(null, "", `#${address}`);
  await beginTexts();
  // A page that waits for its texts within `act` is drawn again and again, and nothing loads meanwhile.
  await i18next.loadNamespaces("kinds");
  render(<App />);
}

const go = (address: string) =>
  act(async () => {
    window.location.hash = address;
  });
const side = async () => within(await screen.findByRole("region", { name: "Side pane" }));
const quantity = async () => (await side()).findByLabelText(/^Quantity/);

beforeEach(async () => {
  vi.stubGlobal("matchMedia", WIDE);
  host = installPlatform();
  host.answer = answer;
  held = [position("5", "META", "Meta")];
  toasts.set([]);
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  await endSession();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each([
  ["paper", 1],
  ["real", 0],
] as const)(
  "marks %s money as the server says it is, and before it has said so not at all",
  async (mode, marks) => {
    let say: () => void = () => undefined;
    const said = new Promise<void>((resolve) => {
      say = resolve;
    });
    host.answer = async (request) => {
      if (!request.url.endsWith("/appVersion/getPublishAppVersion")) return answer(request);
      await said;
      return envelope(200, { mode, feed: "sim:1", version: "1", linkHosts: [], installs: {} });
    };
    await open(to("market"));
    expect(await screen.findAllByRole("navigation")).not.toHaveLength(0);
    expect(screen.queryByText("PAPER")).toBeNull();
    await act(async () => say());
    await waitFor(() =>
      expect(queryClient.getQueryData(serverFacts.queryKey)).toMatchObject({ mode }),
    );
    await waitFor(() => expect(screen.queryAllByText("PAPER")).toHaveLength(marks));
  },
);

it("keeps the ticket that stands docked, and what was typed, when a newer holding comes", async () => {
  await open(to("trade"));
  await userEvent.type(await quantity(), "5");
  held = [position("6", "NVDA", "Nvidia"), ...held];
  await act(() => queryClient.refetchQueries({ queryKey: holdings.queryKey }));
  expect(await screen.findByRole("link", { name: /Nvidia/ })).toBeVisible();
  expect((await side()).getByRole("heading", { name: /META/ })).toBeVisible();
  expect(await quantity()).toHaveValue("5");
  const main = within(screen.getByRole("region", { name: "Main pane" }));
  expect(main.getByRole("heading", { name: /META/ })).toBeVisible();
});

it("forgets with a customer all that they had chosen, typed, filtered and been told", async () => {
  await open(to("trade", { tab: 3, symbol: "TSLA" }));
  await go(to("quoteStock", { code: "TSLA", name: "Tesla", market: "UsStock" }));
  await userEvent.type(await quantity(), "5");
  takeOrder(queryClient, { id: "7", version: 1, status: "working", filled: "4" } as Order);
  keepPlace("list", 420);
  toast("Bought 4 Tesla (TSLA)");
  const form = keptForm("a-form", { name: "" });
  form.keep({ name: "Ada" });
  await act(() => endSession());
  expect(toasts.get()).toEqual([]);
  expect(filledOf(queryClient, "7")).toBeUndefined();
  expect(placeBefore("list")).toBe(0);
  // Another customer logs in to this window.
  await go(to("login"));
  expect(Object.keys(sessionStorage)).toContain(`a-form:${testUser.id}`);
  await act(() => beginSession({ token: "other", user: { ...testUser, id: "2" } }));
  expect(Object.keys(sessionStorage)).not.toContain(`a-form:${testUser.id}`);
  await go(to("trade"));
  expect(await quantity()).toHaveValue("");
  expect((await side()).getByRole("heading", { name: /META/ })).toBeVisible();
  await go(to("search"));
  await waitFor(() => expect(document.body.innerHTML).not.toMatch(/TSLA|Tesla/));
});
