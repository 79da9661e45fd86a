import type { Meta, StoryObj } from "@storybook/react-vite";
import { useRef } from "react";
import { decodeBar } from "@/api/market";
import type { LegKind, Order } from "@/api/orders";
import type { Prices } from "@/api/orderTerms";
import type { OwnPosition } from "@/api/positions";
import reference from "../indicators/reference.json";
import { linesOf } from "../lines/ownLines";
import PriceChart, { type Views } from "./PriceChart";

const DAY_MS = 86_400_000;
/** Midnight of 17 November 2026 in New York. */
const TUESDAY = Date.UTC(2026, 10, 17, 5);
const LENGTH = reference.bars.length;

/** The random walk that the indicators are tested on. */
const bars = (length: number) =>
  reference.bars.map(([open = "", high = "", low = "", close = ""], index) =>
    decodeBar([
      TUESDAY + (index + 1 - LENGTH) * length,
      ...[open, high, low, close, String(1_000 + ((index * 7_919) % 5_000))],
    ] as Parameters<typeof decodeBar>[0]),
  );
const days = bars(DAY_MS);
const minutes = bars(15 * 60_000);
const sessionsOf = (first: number, last: number, session: "pre" | "after") => ({
  session,
  first: minutes[first]?.start ?? 0,
  last: minutes[last]?.start ?? 0,
});

const APPLE = { symbol: "AAPL", market: "UsStock", assetClass: "usStock" } as const;
const HELD: OwnPosition = {
  ...{ id: "1", side: "long", quantity: "10", averagePrice: "259.10", cost: "2591.00" },
  ...{ multiplier: "1", priceCurrency: "USD", currency: "USD", margin: null },
};
const order = (id: string, prices: Prices, leg?: LegKind) =>
  ({
    ...APPLE,
    ...{ id, prices, side: "sell", position: "long", quantity: "5", filled: "0" },
    ...{ triggered: false, priceCurrency: "USD", legs: leg ? [{ id, kind: leg }] : [] },
  }) as unknown as Order;

const meta = {
  title: "Figures/Chart",
  component: PriceChart,
  // The library's painting differs by a shade between machines.
  tags: ["alone"],
  args: {
    bars: days,
    at: LENGTH - 1,
    period: "1D",
    style: "candles",
    over: ["MA"],
    below: ["VOL"],
    timeZone: "America/New_York",
    decimals: 2,
    previousClose: "264.50",
    marks: [],
    lines: [],
    priced: {
      symbol: "AAPL",
      assetClass: "usStock",
      baseCurrency: null,
      tickSize: "0.01",
      last: "260.13",
    },
    Review: undefined,
    rest: null,
    sessions: [],
    label: "Apple price chart",
    highest: "285.14",
    views: { current: {} },
    onLeftEdge: () => undefined,
    onPoint: () => undefined,
    className: "h-[400px]",
  },
  render: function Render(args) {
    const views: Views = useRef({});
    return (
      <div className="@container w-[358px]">
        <PriceChart {...args} views={views} />
      </div>
    );
  },
} satisfies Meta<typeof PriceChart>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Candles: Story = {};
export const Line: Story = { args: { style: "line", over: ["EMA"] } };
export const Area: Story = { args: { style: "area", over: [], below: [] } };
export const BandsAndTwoPanes: Story = { args: { over: ["BOLL"], below: ["MACD", "KDJ"] } };
export const Strength: Story = { args: { over: [], below: ["RSI", "RSI3"] } };
/** Extended hours, the previous close, and the customer's fills, orders and position. */
export const OfTheDay: Story = {
  args: {
    bars: minutes,
    period: "15m",
    style: "area",
    over: [],
    sessions: [sessionsOf(94, 110, "pre"), sessionsOf(137, 149, "after")],
    marks: [{ start: minutes[120]?.start ?? 0, side: "buy", text: "B" }],
    lines: linesOf(
      [
        order("1", { type: "limit", limitPrice: "266.00" }),
        order("2", { type: "limit", limitPrice: "268.00" }, "takeProfit"),
        order("3", { type: "stop", stopPrice: "257.00" }, "stopLoss"),
        order("4", { type: "stop", stopPrice: "201.00" }),
      ],
      [HELD],
      APPLE,
    ),
  },
};
