import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { InstrumentDetail } from "@/api/market";
import type { Fill, Order } from "@/api/orders";
import type { OwnPosition } from "@/api/positions";
import { testInstrument } from "@/test/instrument";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { ChartSection } from "./ChartSection";
import type { OwnTrades } from "./ownTrades";
import type PriceChart from "./PriceChart";

type Drawn = Parameters<typeof PriceChart>[0];

/** Replaces the canvas: pressing it points at the second bar. */
const canvas = vi.hoisted(() => ({ drawn: null as unknown }));
vi.mock("./PriceChart", () => ({
  default: (props: Drawn) => {
    canvas.drawn = props;
    return (
      <>
        <button type="button" onClick={() => props.onPoint(props.bars[1]?.start ?? null)}>
          {props.label}
        </button>
        {props.rest}
      </>
    );
  },
}));

const DAY = 86_400_000;
/** Midnight of 16 November 2026 in New York. */
const MONDAY = Date.UTC(2026, 10, 16, 5);
const told = [
  [MONDAY, "9.00", "9.60", "8.90", "9.50", "1200"],
  [MONDAY + DAY, "9.50", "11.25", "9.40", "9.90", "41200000"],
  [MONDAY + 2 * DAY, "9.90", "10.10", "9.80", "10.00", "777"],
];

const instrument: InstrumentDetail = {
  ...testInstrument(),
  watched: false,
  bids: [],
  asks: [],
  tickSize: "0.01",
  fractionStep: null,
  amplitude: null,
  week52High: null,
  week52Low: null,
  marketCap: null,
  openAroundTheClock: false,
  calendar: "XNYS",
  timeZone: "America/New_York",
  sessionOpensAt: null,
  isOnBreak: false,
  sessionClosesAt: 0,
  settlementDays: 1,
  marketRange: null,
  settlesAt: null,
  margin: null,
};
const fill = { side: "buy", quantity: "3", price: "9.75", filledAt: MONDAY + DAY + 5 } as Fill;
const order = {
  id: "1",
  symbol: "AAPL",
  market: "UsStock",
  side: "sell",
  prices: { type: "limit", limitPrice: "12.00" },
  position: "long",
  assetClass: "usStock",
  quantity: "8",
  filled: "3",
  legs: [],
} as unknown as Order;

beforeEach(() => {
  installPlatform().answer = () => envelope(200, told);
});
afterEach(cleanup);

const NoReview = () => null;
const show = (trades?: OwnTrades, positions?: OwnPosition[]) =>
  renderScreen(
    <ChartSection instrument={instrument} trades={trades} positions={positions} />,
    "/pages/quote/stock?code=AAPL",
  );
const legend = () => document.querySelector("dl")?.parentElement?.textContent ?? "";

it("tells the newest bar, and the one that is pointed at", async () => {
  await show();
  const chart = await screen.findByRole("button", { name: /price chart/ });
  expect(legend()).toBe("18 Nov 2026+0.10 +1.01%O9.90H10.10L9.80C10.00Vol777");
  await userEvent.click(chart);
  expect(legend()).toBe("17 Nov 2026+0.40 +4.21%O9.50H11.25L9.40C9.90Vol41.2M");
});

it("tells bars outside of the exchange's hours from the others on charts of minutes", async () => {
  const HOUR = DAY / 24;
  const hours = [4, 9, 10, 16].map((hour) => [MONDAY + hour * HOUR, "9", "9", "9", "9", "1"]);
  const asked: unknown[] = [];
  installPlatform().answer = async (request) => {
    if (!request.url.includes("getPageList")) return envelope(200, hours);
    const body = (await request.json()) as { month: string };
    asked.push(body);
    const day = { date: "2026-11-16", open: "09:30", close: "16:00", halfDay: false };
    const page = { pageNum: 1, pageSize: 100, total: 1 };
    return envelope(200, { list: body.month === "2026-11" ? [day] : [], page });
  };
  await show();
  await userEvent.click(await screen.findByRole("radio", { name: "60m" }));
  await waitFor(() =>
    expect((canvas.drawn as Drawn).sessions).toEqual([
      { session: "pre", first: MONDAY + 4 * HOUR, last: MONDAY + 4 * HOUR },
      { session: "after", first: MONDAY + 16 * HOUR, last: MONDAY + 16 * HOUR },
    ]),
  );
  expect(legend()).toContain("16 Nov, 16:00 ET · After hours");
  expect(asked).toEqual([{ market: "UsStock", month: "2026-11", pageNum: 1, pageSize: 100 }]);
});

it("is drawn as the customer chose, now and on the next visit", async () => {
  await show();
  await userEvent.click(await screen.findByRole("button", { name: "Style & indicators" }));
  const sheet = await screen.findByRole("dialog", { name: "Style & indicators" });
  await userEvent.click(within(sheet).getByRole("radio", { name: "Area" }));
  await userEvent.click(within(sheet).getByRole("checkbox", { name: /^KDJ/ }));
  expect(canvas.drawn).toMatchObject({ style: "area", over: ["MA"], below: ["VOL", "KDJ"] });
  cleanup();
  await show();
  await screen.findByRole("button", { name: /price chart/ });
  expect(canvas.drawn).toMatchObject({ style: "area", over: ["MA"], below: ["VOL", "KDJ"] });
  await userEvent.click(screen.getByRole("radio", { name: "Intraday" }));
  await waitFor(() => expect(canvas.drawn).toMatchObject({ period: "intraday", over: [] }));
});

it("says in a sentence what it shows", async () => {
  await show();
  expect(await screen.findByRole("button", { name: /price chart/ })).toHaveAccessibleName(
    "Apple (AAPL) price chart, Day, 16 Nov 2026 to 18 Nov 2026: first 9.50, last 10.00, change +0.50 (+5.26%), high 11.25, low 8.90.",
  );
});

it("marks what the customer has traded and waits for, and tells it of the bar that is pointed at", async () => {
  await show({ fills: [fill], orders: [order], Review: NoReview });
  const chart = await screen.findByRole("button", { name: /price chart/ });
  const { marks, lines } = canvas.drawn as Drawn;
  expect(marks).toEqual([{ start: MONDAY + DAY, side: "buy", text: "B" }]);
  expect(lines).toMatchObject([{ kind: "limit", price: "12.00", quantity: "5" }]);
  expect(chart).toHaveAccessibleName(/low 8\.90\. Your price lines: Sell limit 5 at 12\.00\.$/);
  expect(screen.queryByText(/^Bought/)).toBeNull();
  await userEvent.click(chart);
  expect(await screen.findByText("Bought 3 at 9.75")).toBeVisible();
});

it("draws where positions began and where the house ends them, and says it to who does not see", async () => {
  const long = { id: "1", side: "long", quantity: "10", averagePrice: "9.2" };
  const position = (own: object) =>
    ({ ...long, margin: { liquidationPrice: "4.0000" }, ...own }) as unknown as OwnPosition;
  await show(undefined, [position({})]);
  const chart = await screen.findByRole("button", { name: /price chart/ });
  expect((canvas.drawn as Drawn).lines).toMatchObject([
    { kind: "entry", price: "9.2", moves: null },
    { kind: "liquidation", price: "4.0000", moves: null },
  ]);
  expect(chart).toHaveAccessibleName(/Your price lines: Long 10 at 9\.20, Liq\. price at 4\.00\.$/);
  cleanup();
  await show(undefined, [position({}), position({ id: "2", side: "short" })]);
  expect(await screen.findByRole("button", { name: /price chart/ })).toHaveAccessibleName(
    /Long Liq\. price at 4\.00, Short 10 at 9\.20, Short Liq\. price at 4\.00\.$/,
  );
});

it("marks nothing for a visitor", async () => {
  await show();
  await screen.findByRole("button", { name: /price chart/ });
  expect(canvas.drawn).toMatchObject({ marks: [], lines: [] });
});

it("fills the window, and is left by Escape, by its button and by the way back", async () => {
  await show();
  const enlarge = await screen.findByRole("button", { name: "Full-screen chart" });
  const leave = [
    () => userEvent.keyboard("{Escape}"),
    () => userEvent.click(screen.getByRole("button", { name: "Close" })),
    async () => window.history.back(),
  ];
  for (const way of leave) {
    await userEvent.click(enlarge);
    const layer = await screen.findByRole("dialog", { name: "AAPL Apple" });
    expect(within(layer).getByRole("radio", { name: "Day" })).toBeChecked();
    expect(within(layer).getByText("10.00", { selector: ".text-title" })).toBeVisible();
    await way();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(enlarge).toHaveFocus());
  }
});

it("is a table as well, the newest bar first", async () => {
  await show();
  await userEvent.click(await screen.findByRole("button", { name: "Data table" }));
  const table = await screen.findByRole("table");
  expect(
    within(table)
      .getAllByRole("row")
      .map((row) => row.textContent),
  ).toEqual([
    "TimeCloseChangeOpenHighLowVolumeMA5MA10MA20MA60",
    "18 Nov 202610.00+1.01%9.9010.109.80777––––",
    "17 Nov 20269.90+4.21%9.5011.259.4041.2M––––",
    "16 Nov 20269.50–9.009.608.901.2K––––",
  ]);
});

it("gives the phone's screen back where the page is left while the chart has it", async () => {
  const exitFullscreen = vi.fn(async () => undefined);
  Object.defineProperties(document, {
    fullscreenElement: { configurable: true, value: document.documentElement },
    exitFullscreen: { configurable: true, value: exitFullscreen },
  });
  await show();
  await userEvent.click(await screen.findByRole("button", { name: "Full-screen chart" }));
  await screen.findByRole("dialog");
  expect(exitFullscreen).not.toHaveBeenCalled();
  cleanup();
  expect(exitFullscreen).toHaveBeenCalledOnce();
  Reflect.deleteProperty(document, "fullscreenElement");
  Reflect.deleteProperty(document, "exitFullscreen");
});

it("lies on its side on an upright phone whose browser does not turn it, until its owner stands it up", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation((media) =>
    Object.assign(new EventTarget() as MediaQueryList, { media, matches: !/width/.test(media) }),
  );
  await show();
  await userEvent.click(await screen.findByRole("button", { name: "Full-screen chart" }));
  const layer = await screen.findByRole("dialog");
  await waitFor(() => expect(layer).toHaveClass("rotate-90"));
  await userEvent.click(within(layer).getByRole("button", { name: "Rotate to portrait" }));
  expect(layer).not.toHaveClass("rotate-90");
  await userEvent.click(within(layer).getByRole("button", { name: "Rotate to landscape" }));
  expect(layer).toHaveClass("rotate-90");
  await userEvent.click(within(layer).getByRole("button", { name: "Style & indicators" }));
  const sheet = await screen.findByRole("dialog", { name: "Style & indicators" });
  expect(layer).toContainElement(sheet);
  vi.restoreAllMocks();
});
