import type { Meta, StoryObj } from "@storybook/react-vite";
import { useRef } from "react";
import { decodeBar } from "@/api/market";
import reference from "./indicators/reference.json";
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
/** Extended hours, the previous close, and the customer's fills and orders. */
export const OfTheDay: Story = {
  args: {
    bars: minutes,
    period: "15m",
    style: "area",
    over: [],
    sessions: [sessionsOf(94, 110, "pre"), sessionsOf(137, 149, "after")],
    marks: [{ start: minutes[120]?.start ?? 0, side: "buy", text: "B" }],
    lines: [
      { kind: "order", price: "266.00", figure: "266.00", text: "Sell 5" },
      { kind: "takeProfit", price: "268.00", figure: "268.00", text: "Take-profit" },
      { kind: "stopLoss", price: "257.00", figure: "257.00", text: "Stop-loss" },
      { kind: "liquidation", price: "251.00", figure: "251.00", text: "Liq. price" },
    ],
  },
};
