import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireDetail } from "@/test/wire";
// Its code is transformed before the tests: the first one would wait for all of it.
import "./future/RollSheet";

const DECEMBER = {
  ...{ id: "5", version: 3, stock_code: "ESZ99", name: "E-mini S&P 500 Dec 2099" },
  ...{ market: "Future", source: 3, direction: 0, status: 0, positionNum: "2", multiplier: "50" },
  ...{ availableNum: "2", avgPrice: "7544.25", isolatedPosition: "40000.00", fee: "4.50" },
  ...{ currency: "USD", priceCurrency: "USD", markPrice: "7572.50", price: "7572.75" },
  ...{ settledProfit: "0.00", lastTradeDate: "2099-12-18", lastOpenDate: "2099-12-18" },
  ...{ cashSettled: true, rollTo: "ESH00", createTimeTimestamp: "1", modifyTimeTimestamp: "2" },
};
const march = (own: object = {}) => ({
  ...{ ...DECEMBER, id: "6", stock_code: "ESH00", name: "E-mini S&P 500 Mar 2100", rollTo: null },
  ...own,
});
const order = (id: string) => ({
  ...{ id, orderType: 0, status: 1, version: 1, quantity: "2", filledQuantity: "2", fee: "4.50" },
  ...{ avgPrice: "7638.25", triggered: false, reason: null, legs: [] },
});

let host: FakePlatform;
let held: object[];
let answerRoll: () => void;

beforeEach(async () => {
  held = [DECEMBER];
  const answered = new Promise<void>((resolve) => {
    answerRoll = resolve;
  });
  host = installPlatform("token");
  host.answer = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/position/me") {
      return envelope(200, { list: held, page: { pageNum: 1, pageSize: 100, total: held.length } });
    }
    if (pathname === "/m_ft/stock_detail_ft") {
      const code = searchParams.get("stockCode") ?? "";
      const quote = { bid: "7572.50", ask: "7572.75", lastTradeDate: "2099-12-18" };
      return envelope(
        200,
        wireDetail({ stock_code: code, market: "Future", source: 3, cashSettled: true, ...quote }),
      );
    }
    if (pathname === "/position/roll") {
      held = held.slice(1);
      await answered;
      return envelope(200, { closed: order("9"), opened: order("10") });
    }
    return envelope(404, { error: "url_unknown" });
  };
  await beginSession({ token: "token", user: testUser });
  const { id, stock_code: code, name, market } = DECEMBER;
  const of = { code, name, market, source: 3, id, type: "holding" } as const;
  await renderScreen(<ScreenPage />, to("tradeDetail", of));
});

afterEach(() => endSession());

/** A first screen reads its code and its texts, which takes a busy machine seconds. */
const PATIENT = { timeout: 10_000 };

async function roll() {
  await userEvent.click(await screen.findByRole("button", { name: "Roll to ESH00" }, PATIENT));
  const sheet = within(await screen.findByRole("dialog"));
  const confirm = await sheet.findByRole("button", { name: "Roll to ESH00" });
  await waitFor(() => expect(confirm).toBeEnabled());
  await userEvent.click(confirm);
}

it("leads to the new month's position, also where the old one's end is known before the answer", async () => {
  held = [DECEMBER, march()];
  await roll();
  await waitFor(() => expect(window.location.hash).toContain("id=6"), PATIENT);
  expect(window.location.hash).toContain("code=ESH00");
  expect(screen.queryByText("This position is closed.")).toBeNull();
  answerRoll();
});

it("does not take a position on the other side for the one that was rolled", async () => {
  held = [DECEMBER, march({ direction: 1 })];
  await roll();
  answerRoll();
  expect(await screen.findByText("This position is closed.", {}, PATIENT)).toBeVisible();
  expect(window.location.hash).toContain("id=5");
});

it("stays at a position that was closed in another way", async () => {
  await screen.findByRole("button", { name: "Roll to ESH00" }, PATIENT);
  held = [march()];
  expect(await screen.findByText("This position is closed.", {}, PATIENT)).toBeVisible();
  expect(screen.getByRole("link", { name: "See the result" })).toBeVisible();
});
