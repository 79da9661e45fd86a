import type { Meta, StoryObj } from "@storybook/react-vite";
import { testDetail } from "@/test/instrument";
import { Depth } from "./BookDepth";
import { Ladder } from "./Ladder";

const levels = (prices: string[], sizes: string[]) =>
  prices.map((price, index) => ({ price, size: sizes[index] ?? "0" }));

const instrument = testDetail({
  ...{ symbol: "BTCUSDT", name: "Bitcoin", market: "Crypto", assetClass: "crypto" },
  bids: levels(
    ["73404.66", "73404.64", "73404.63", "73404.62", "73404.60"],
    ["0.041", "0.04", "0.106", "0.144", "0.053"],
  ),
  asks: levels(
    ["73409.07", "73409.09", "73409.10", "73409.11", "73409.12"],
    ["0.017", "0.097", "0.055", "0.027", "0.16"],
  ),
});

const meta = {
  title: "Figures/Book",
  component: Ladder,
  args: { instrument, book: instrument },
  decorators: [(Story) => <div className="w-[300px]">{Story()}</div>],
} satisfies Meta<typeof Ladder>;
export default meta;
type Story = StoryObj<typeof meta>;

export const AsLadder: Story = {};
export const SideBySide: Story = { render: (args) => <Depth {...args} /> };
export const OneSided: Story = { args: { book: { bids: instrument.bids, asks: [] } } };
export const Empty: Story = { args: { book: { bids: [], asks: [] } } };
