import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";

const DIVIDEND = {
  ...{ id: "1", action: "dividend", perShare: "0.26", currency: "USD" },
  ...{ newShares: null, oldShares: null, announcedTimestamp: "1", exTimestamp: "2" },
  ...{ exDate: "2026-12-01", recordDate: "2026-12-01", payDate: "2026-12-22" },
  announcedBy: "simulated",
};
const SPLIT = {
  ...DIVIDEND,
  id: "2",
  action: "split",
  perShare: null,
  newShares: 10,
  oldShares: 1,
};
const NONE = { stockCode: null, name: null, corporateAction: null, calendar: null, closes: null };
const apple = { ...NONE, market: "UsStock", stockCode: "AAPL", name: "Apple" };
const ROWS = [
  {
    ...{ ...NONE, date: "2026-11-26", event: "holiday", market: "UsStock", calendar: "XNYS" },
    name: "Thanksgiving Day",
  },
  { ...NONE, date: "2026-11-27", event: "half_day", market: "UsStock", closes: "13:00" },
  { ...apple, date: "2026-12-01", event: "dividend", corporateAction: DIVIDEND },
  { ...apple, date: "2026-12-03", event: "split", corporateAction: SPLIT },
];

let host: FakePlatform;
const asked: URLSearchParams[] = [];

beforeEach(() => {
  asked.length = 0;
  host = installPlatform();
  vi.useFakeTimers({ now: Date.parse("2026-11-23T15:00:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function draw(rows: object[] | null) {
  host.answer = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/market/events" || !rows) return new Response(null, { status: 404 });
    asked.push(searchParams);
    return envelope(200, {
      list: rows,
      page: { pageNum: 1, pageSize: 50, total: rows.length },
    });
  };
  await renderScreen(<ScreenPage />, to("events"));
}

/** The section of a day. */
const under = (day: string) => within(screen.getByText(day).closest("section") as HTMLElement);

it("tells day by day what happens, and opens the quote of whom it happens to", async () => {
  await draw(ROWS);
  expect(await screen.findByText("Thu 26 November")).toBeVisible();
  expect([asked[0]?.get("from"), asked[0]?.get("to")]).toEqual(["2026-11-23", "2027-01-22"]);
  expect(under("Thu 26 November").getByText("US stock exchanges")).toBeVisible();
  expect(under("Thu 26 November").getByText("Closed")).toBeVisible();
  expect(under("Fri 27 November").getByText("Closes at 13:00")).toBeVisible();
  expect(under("Thu 26 November").getByText("Thanksgiving Day")).toBeVisible();
  expect(under("Tue 1 December").getByText("AAPL · Ex-date")).toBeVisible();
  expect(under("Tue 1 December").getByText("0.26 USD per share")).toBeVisible();
  const split = under("Thu 3 December");
  expect(split.getByText("10 for 1")).toBeVisible();
  expect(split.getByRole("link").getAttribute("href")).toContain("AAPL");
});

it("narrows them down to closures; a visitor watches nothing", async () => {
  await draw(ROWS);
  await screen.findByText("Thu 26 November");
  expect(screen.queryByRole("radio", { name: "My watchlist" })).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Closures" }));
  expect(screen.getAllByText("US stock exchanges")).toHaveLength(2);
  expect(screen.queryByText("Tue 1 December")).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Expiries" }));
  expect(screen.getByText("Nothing announced for the coming weeks.")).toBeVisible();
});

it("says that nothing is announced, and that the list did not come", async () => {
  await draw([]);
  expect(await screen.findByText("Nothing announced for the coming weeks.")).toBeVisible();
});

it("offers to ask again for what did not come", async () => {
  await draw(null);
  expect(await screen.findByRole("button", { name: /again/i })).toBeVisible();
});
