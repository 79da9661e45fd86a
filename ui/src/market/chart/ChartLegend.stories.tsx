import type { Meta, StoryObj } from "@storybook/react-vite";
import { decodeBar } from "@/api/market";
import { ChartLegend, PointedRest } from "./ChartLegend";
import { ChartPeriods } from "./ChartPeriods";

/** Midnight of 17 November 2026 in New York. */
const TUESDAY = Date.UTC(2026, 10, 17, 5);

const meta = {
  title: "Figures/Chart legend",
  component: ChartLegend,
  args: {
    reading: {
      bar: decodeBar([TUESDAY, "264.50", "266.51", "259.22", "260.13", "41200000"]),
      change: "-4.37",
      percent: "-1.65",
      index: 182,
    },
    scale: { period: "1D", timeZone: "America/New_York", previousClose: "264.50" },
    decimals: 2,
    highest: "285.14",
    session: null,
    children: null,
  },
  decorators: [(Story) => <div className="@container w-[358px]">{Story()}</div>],
} satisfies Meta<typeof ChartLegend>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Candle: Story = {};
/** What is shown over the bars while one is pointed at. */
export const Pointed: Story = {
  render: ({ reading, scale, decimals, highest, ...args }) => (
    <>
      <ChartLegend {...{ reading, scale, decimals, highest, ...args }} />
      <PointedRest
        {...{ reading, scale, decimals, highest }}
        marks={[
          { start: TUESDAY, side: "buy", quantity: "10", price: "260.42" },
          { start: TUESDAY, side: "sell", quantity: "4", price: "265.1" },
        ]}
      />
    </>
  ),
};
export const Narrow: Story = {
  decorators: [(Story) => <div className="@container w-[300px]">{Story()}</div>],
};
export const LongPrices: Story = {
  args: {
    reading: {
      bar: decodeBar([TUESDAY, "712000.00", "718345.50", "709100.00", "712345.00", "8"]),
      change: "345.00",
      percent: "0.05",
      index: 182,
    },
    highest: "718345.50",
  },
};
export const LongPricesPointed: Story = {
  ...LongPrices,
  render: Pointed.render,
};
export const LongPricesNarrow: Story = { ...LongPrices, ...Narrow };
/** The bar lengths in the narrowest pane: the chosen one is in view, and the row fades where it continues. */
export const Periods: Story = {
  render: () => (
    <div className="w-[288px]">
      <ChartPeriods value="1D" onChange={() => undefined} />
    </div>
  ),
};
