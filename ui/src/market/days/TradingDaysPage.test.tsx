import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";

/** The week of Thanksgiving and the Monday after it, as a server lists them from `today` on. */
const WEEK = [
  { date: "2026-11-24", open: "09:30", close: "16:00", breaks: [], halfDay: false },
  { date: "2026-11-25", open: "09:30", close: "16:00", breaks: [], halfDay: false },
  { date: "2026-11-27", open: "09:30", close: "13:00", breaks: [], halfDay: true },
  { date: "2026-11-30", open: "09:30", close: "16:00", breaks: [], halfDay: false },
];

let host: FakePlatform;
const asked: unknown[] = [];

beforeEach(() => {
  asked.length = 0;
  host = installPlatform();
});
afterEach(() => {
  vi.useRealTimers();
});

async function draw(now: string, openAroundTheClock = false) {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ["Date"] });
  const [today = ""] = now.split("T");
  host.answer = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/appVersion/getPublishAppVersion") {
      return envelope(200, { version: "1", mode: "paper", feed: "sim", openAroundTheClock });
    }
    if (pathname !== "/stocka_trading_day/getPageList") return new Response(null, { status: 404 });
    asked.push(await request.json());
    const list = WEEK.filter(({ date }) => date >= today);
    const holidays = [{ date: "2026-11-26", name: "Thanksgiving Day" }];
    return envelope(200, {
      list,
      holidays,
      page: { pageNum: 1, pageSize: 100, total: list.length },
    });
  };
  await renderScreen(<ScreenPage />, to("tradingDays", { market: "UsStock" }));
  await screen.findByText("Today");
}

/** The text beside a word or a day. */
const beside = (text: string) => screen.getByText(text).parentElement?.parentElement?.textContent;

it("says when the exchange is closed on a weekday, and when it closes early", async () => {
  await draw("2026-11-24T15:00:00Z");
  expect(asked).toEqual([{ market: "UsStock", pageNum: 1, pageSize: 100 }]);
  const month = screen.getByText("November 2026").closest("section") as HTMLElement;
  expect(
    within(month)
      .getAllByText(/Nov$/)
      .map(({ textContent }) => textContent),
  ).toEqual(["Thu 26 Nov", "Fri 27 Nov"]);
  expect(beside("Thu 26 Nov")).toBe("Thu 26 NovThanksgiving DayClosed");
  expect(beside("Fri 27 Nov")).toContain("Closes early at 13:00");
  expect(screen.getByText("Today").parentElement).toHaveTextContent("Today09:30–16:00 ET");
  expect(screen.getByText("Usual hours").parentElement).toHaveTextContent("09:30–16:00 ET");
});

it("says that the exchange is closed today", async () => {
  await draw("2026-11-26T15:00:00Z");
  expect(screen.getByText("Today").parentElement).toHaveTextContent("TodayClosed");
  expect(beside("Thu 26 Nov")).toContain("Closed");
});

it("goes by the day where the exchange is", async () => {
  // In New York it is still Wednesday evening.
  await draw("2026-11-25T23:00:00-05:00");
  expect(screen.getByText("Today").parentElement).toHaveTextContent("09:30–16:00 ET");
});

it("says where one can trade at other times too", async () => {
  await draw("2026-11-24T15:00:00Z", true);
  expect(await screen.findByText(/around the clock/)).toBeInTheDocument();
});
