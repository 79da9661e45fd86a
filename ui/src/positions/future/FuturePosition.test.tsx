import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { decodeOrderState } from "@/api/orders";
import type { Position } from "@/api/positions";
import type { Wire } from "@/api/wire";
import { changeLanguage } from "@/i18n";
import { rollFuture } from "@/money/positions";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { esEnd, esPosition, goldPosition } from "@/test/futures";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireDetail } from "@/test/wire";
import { toasts } from "@/ui/toast";
import { HoldingCard } from "../HoldingCard";
import { MarginFacts } from "../margin/MarginFacts";
import ExpiryCalendar from "./ExpiryCalendar";
// Its code is transformed before the tests: the first one would wait for all of it.
import "./RollSheet";

const end = esEnd({ lastTradeDay: "2026-12-18", lastOpenDay: "2026-12-18", rollTo: "ESH27" });
const es = (own: Partial<Position> = {}) => esPosition({ symbol: "ESZ26", future: end, ...own });
const gold = goldPosition({
  symbol: "GCG27",
  future: esEnd({
    ...{ lastTradeDay: "2027-02-24", lastOpenDay: "2027-01-29", rollTo: null },
    isCashSettled: false,
  }),
});

const detail = (code: string, own: object) =>
  wireDetail({ stock_code: code, market: "Future", source: 3, ...own });
const DETAILS: Record<string, object> = {
  ESZ26: detail("ESZ26", {
    ...{ bid: "7572.50", ask: "7572.75", lastTradeDate: "2026-12-18", cashSettled: true },
  }),
  ESH27: detail("ESH27", {
    ...{ bid: "7638.00", ask: "7638.25", lastTradeDate: "2027-03-19", cashSettled: true },
  }),
  GCG27: detail("GCG27", { lastTradeDate: "2027-02-24", cashSettled: false }),
};

const order = (id: string): Wire["OrderReply"] => ({
  ...{ id, orderType: 0, status: 1, version: 1, quantity: "2", filledQuantity: "2", fee: "4.50" },
  ...{ avgPrice: "7638.25", triggered: false, reason: null, legs: [] },
});

const closed = { ...order("9"), avgPrice: "7572.50" };

let sent: { path: string; body: unknown }[];
let roll: () => Response;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 28, 12) });
  sent = [];
  roll = () => envelope(200, { closed, opened: order("10") });
  installPlatform("token").answer = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/m_ft/stock_detail_ft") {
      return envelope(200, DETAILS[searchParams.get("stockCode") ?? ""]);
    }
    if (pathname === "/gold/preview" || pathname === "/position/roll") {
      sent.push({ path: pathname, body: await request.json() });
    }
    if (pathname === "/position/roll") return roll();
    if (pathname === "/gold/preview") {
      return envelope(200, {
        ...{ quantity: "2", price: "7638.25", notional: "763825.00", fees: [], feeTotal: "4.50" },
        ...{ heldAmount: "0.00", total: "40404.50", currency: "USD", priceCurrency: "USD" },
        ...{ buyingPower: "52310.00", buyingPowerAfter: "11905.50", error: null },
        margin: { isolatedPosition: "40400.00", maintenanceMargin: "36400.00" },
      });
    }
    return envelope(404, { error: "url_unknown" });
  };
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  vi.useRealTimers();
  await changeLanguage("en");
  await endSession();
});

const TRADE = to("trade", { tab: 0 });
const show = (position: Position) => renderScreen(<HoldingCard position={position} />, TRADE);

it("says on a card how many contracts are held, when they end and where they can go", async () => {
  await show(es());
  expect(await screen.findByText("2 contracts")).toBeVisible();
  expect(screen.getByText("Long")).toBeVisible();
  expect(screen.getByText("40,000.00")).toBeVisible();
  expect(screen.getByText("Expires 18 Dec 2026 · 20 days left")).toBeVisible();
  expect(screen.getByRole("button", { name: "Roll to ESH27" })).toBeVisible();
  expect(screen.queryByText(/Closing only/)).toBeNull();
});

it.each([
  ["zh-Hans", "2 手", "2026/12/18 到期 · 还有 20 天", "移仓至 ESH27"],
  ["zh-Hant", "2 張", "2026/12/18 到期 · 尚餘 20 日", "轉倉至 ESH27"],
] as const)("says it in %s", async (language, quantity, expires, action) => {
  await changeLanguage(language);
  await show(es());
  expect(await screen.findByText(quantity)).toBeVisible();
  expect(screen.getByText(expires)).toBeVisible();
  expect(screen.getByRole("button", { name: action })).toBeVisible();
});

it("says when a position is closed before delivery, and offers no month where there is none", async () => {
  await show(gold);
  expect(await screen.findByText("Closes 29 Jan 2027 · 62 days left")).toBeVisible();
  expect(screen.queryByText(/Expires/)).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

it("says when nothing is opened any more", async () => {
  await show(es({ future: esEnd({ lastTradeDay: "2026-12-01", lastOpenDay: "2026-11-28" }) }));
  expect(await screen.findByText("Closing only")).toBeVisible();
  expect(screen.getByText("Expires 1 Dec 2026 · 3 days left")).toBeVisible();
});

const figureOf = (label: string | RegExp) =>
  screen.getByText(label).closest("div")?.querySelector("dd")?.textContent;

it("parts the profit of a position into what is settled and what has come since", async () => {
  const position = es();
  if (!position.margin) throw new Error("A future is held on margin.");
  await renderScreen(<MarginFacts position={position} margin={position.margin} />, TRADE);
  expect(await screen.findByText("1 point = 50 USD")).toBeVisible();
  expect(figureOf("Prev. settle")).toBe("7,561.50");
  // Together with what is settled it is the whole profit of +2,825.00.
  expect(figureOf("Since that settlement")).toBe("+1,100.00 USD");
  expect(figureOf("Settled daily so far")).toBe("+1,725.00 USD");
  expect(figureOf("Maintenance margin")).toBe("36,000.00 USD");
  expect(figureOf("Last trading day")).toBe("18 Dec 202620 days left");
  // It has no leverage to change, and no half that is closed first.
  expect(screen.queryByRole("button", { name: "Leverage" })).toBeNull();
  expect(screen.queryByRole("meter")).toBeNull();
  expect(screen.getByRole("button", { name: "Add margin" })).toBeVisible();
});

const openSheet = async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Roll to ESH27" }));
  return within(await screen.findByRole("dialog", { name: "Roll to ESH27" }));
};

it("reviews a roll: what is closed and opened at which quotes, the difference and both fees", async () => {
  await show(es());
  const sheet = await openSheet();
  expect(await sheet.findByText("about 7,572.50")).toBeVisible();
  expect(await sheet.findByText("about 7,638.25")).toBeVisible();
  expect(sheet.getByText("6,575.00 USD for 2 contracts").parentElement).toHaveTextContent(
    /^\+65\.75/,
  );
  expect(await sheet.findByText("9.00 USD")).toBeVisible();
  expect(sheet.getByText("40,400.00 USD")).toBeVisible();
  expect(sent.every(({ path }) => path === "/gold/preview")).toBe(true);
  await userEvent.click(sheet.getByRole("button", { name: "Roll to ESH27" }));
  expect(await screen.findByRole("button", { name: "Roll to ESH27" })).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent.filter(({ path }) => path === "/position/roll")).toEqual([
    { path: "/position/roll", body: { id: "5", stockCode: "ESH27" } },
  ]);
});

it("says what a roll did, with both prices", async () => {
  toasts.set([]);
  await show(es());
  const sheet = await openSheet();
  await sheet.findByText("about 7,638.25");
  await userEvent.click(sheet.getByRole("button", { name: "Roll to ESH27" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(toasts.get().map(({ text }) => text)).toEqual([
    "Closed 2 ESZ26 at 7,572.50, opened 2 ESH27 at 7,638.25",
  ]);
});

it.each([
  ["zh-Hans", "已平仓 2 手 ESZ26，均价 7,572.50；已开仓 2 手 ESH27，均价 7,638.25"],
  ["zh-Hant", "已平倉 2 張 ESZ26，均價 7,572.50；已開倉 2 張 ESH27，均價 7,638.25"],
] as const)("says in %s what a roll did", async (language, sentence) => {
  await changeLanguage(language);
  const rolled = { closed: decodeOrderState(closed), opened: decodeOrderState(order("10")) };
  const body = { id: "5", symbol: "ESH27" };
  expect(rollFuture.outcome({ ...rolled, refusal: null }, body, "ESZ26")).toBe(sentence);
});

it("says that a roll has closed the position and opened nothing, or done neither", () => {
  const half = { closed: decodeOrderState(closed), opened: null, refusal: "insufficient_funds" };
  const body = { id: "5", symbol: "ESH27" };
  expect(rollFuture.outcome(half, body, "ESZ26")).toMatch(/^ESZ26 is closed, but ESH27 was not/);
  const none = decodeOrderState({ ...closed, filledQuantity: "0", avgPrice: null });
  expect(rollFuture.outcome({ ...half, closed: none }, body, "ESZ26")).toMatch(/^ESZ26 was not/);
});

it("closes a short position at the ask, and says that its legs end", async () => {
  await show(es({ side: "short", stopLoss: "7700.00" }));
  const sheet = await openSheet();
  expect(await sheet.findByText("about 7,572.75")).toBeVisible();
  expect(await sheet.findByText("about 7,638.00")).toBeVisible();
  expect(sheet.getByText(/stop-loss end with ESZ26/)).toBeVisible();
});

it("says why a roll was refused, and stays", async () => {
  roll = () =>
    new Response(
      JSON.stringify({ code: 422, msg: "Not that month.", data: { error: "roll_invalid" } }),
      { status: 422 },
    );
  await show(es());
  const sheet = await openSheet();
  await sheet.findByText("about 7,638.25");
  await userEvent.click(sheet.getByRole("button", { name: "Roll to ESH27" }));
  expect(await sheet.findByText("Not that month.")).toBeVisible();
});

it("lists all ends by the first day that matters, and how each is settled", async () => {
  await renderScreen(<ExpiryCalendar positions={[gold, es()]} />, TRADE);
  await screen.findByRole("heading", { name: "Expiry calendar" });
  await screen.findByText("Cash settled");
  const [first, second] = screen.getAllByRole("listitem");
  expect(first).toHaveTextContent("Dec1820 days");
  expect(first).toHaveTextContent("ESZ26Long 2 contracts");
  expect(second).toHaveTextContent("Jan2962 days");
  expect(second).toHaveTextContent("Closed at the settlement of 29 Jan 2027");
  expect(second).toHaveTextContent("Last trading day 24 Feb 2027");
  expect(second).toHaveTextContent("Physical delivery");
  expect(within(first as HTMLElement).getByRole("link")).toHaveAttribute(
    "href",
    expect.stringContaining("id=5"),
  );
});

it("has no profit since a settlement before the first one", async () => {
  const position = es({ future: { ...end, settlementPrice: null, settledProfit: "0.00" } });
  if (!position.margin) throw new Error("A future is held on margin.");
  await renderScreen(<MarginFacts position={position} margin={position.margin} />, TRADE);
  expect(await screen.findByText("Prev. settle")).toBeVisible();
  expect(screen.queryByText("Since that settlement")).toBeNull();
});

it("says at which settlement a position is closed, so that nothing is delivered", async () => {
  if (!gold.margin) throw new Error("A future is held on margin.");
  await renderScreen(<MarginFacts position={gold} margin={gold.margin} />, TRADE);
  expect(await screen.findByText("(before delivery)")).toBeVisible();
  expect(figureOf("Last trading day")).toBe("24 Feb 2027");
  expect(figureOf(/^Closed at settlement/)).toBe("29 Jan 202762 days left");
});

it("says on a card what a margin call asks for, and offers to add just that", async () => {
  const called = es({ future: { ...end, marginCall: "4134.19" } });
  if (!called.margin) throw new Error("A future is held on margin.");
  await show(called);
  expect(await screen.findByText("Margin call: add 4,134.19 USD")).toBeVisible();
  cleanup();
  await renderScreen(<MarginFacts position={called} margin={called.margin} />, TRADE);
  expect(await screen.findByRole("alert")).toHaveTextContent(/^Margin call: add 4,134.19 USD/);
  await userEvent.click(screen.getByRole("button", { name: "Add margin" }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(sheet.getByLabelText("Margin")).toHaveValue("4134.19");
});
