import type { Meta, StoryObj } from "@storybook/react-vite";
import type { Sector } from "@/api/sectors";
import { HeatMap, HeatScale } from "./HeatMap";

/** An industry with its stocks: turnover in thousands, and change. */
const sector = (
  key: string,
  changePercent: string,
  ...stocks: [string, number, string][]
): Sector => ({
  ...{ key, name: key, changePercent, risen: 2, fallen: 1, unchanged: 0 },
  turnover: `${stocks.reduce((sum, [, traded]) => sum + traded, 0)}000.00`,
  stocks: stocks.map(([symbol, traded, change]) => ({
    ...{ symbol, market: "UsStock", name: `${symbol} Inc.` },
    ...{ changePercent: change, turnover: `${traded}000.00` },
  })),
});
const sectors = [
  sector(
    "Technology",
    "1.12",
    ["NVDA", 900, "2.60"],
    ["AAPL", 620, "-0.48"],
    ["MSFT", 500, "0.00"],
    ["AVGO", 140, "4.10"],
  ),
  sector("Finance", "-0.71", ["JPM", 310, "-1.20"], ["BRK.B", 240, "0.35"], ["V", 90, "-3.50"]),
  sector("Energy", "0.80", ["XOM", 210, "1.40"], ["CVX", 130, "-0.10"]),
  sector("Utilities", "0.05", ["NEE", 30, "0.05"]),
];

const meta = {
  title: "Figures/Sectors",
  component: HeatMap,
  args: { sectors, label: "Sectors" },
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof HeatMap>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Areas: Story = {};
export const Scale: Story = { render: () => <HeatScale /> };
