import type { Meta, StoryObj } from "@storybook/react-vite";
import { testDetail } from "@/test/instrument";
import { Depth } from "./BookDepth";
import { Ladder } from "./Ladder";

const levels = (prices: string[], sizes: string[]) =>
  prices.map((price, index) => ({ price, size: sizes[index] ?? "0" }));

const instrument = testDetail({
  ...{ symbol: "BTCUSDT", name: "Bitcoin", market: "Crypto", assetClass: "crypto" },
  currency: "USDT",
  bids: levels(
    [
      ...["73404.66", "73404.64", "73404.63", "73404.62", "73404.60"],
      ...["73404.59", "73404.58", "73404.57", "73404.55", "73404.54"],
    ],
    ["0.041", "0.04", "0.106", "0.144", "0.053", "0.09", "0.12", "0.033", "0.071", "0.19"],
  ),
  asks: levels(
    [
      ...["73409.07", "73409.09", "73409.10", "73409.11", "73409.12"],
      ...["73409.13", "73409.15", "73409.16", "73409.17", "73409.20"],
    ],
    ["0.017", "0.097", "0.055", "0.027", "0.16", "0.21", "0.08", "0.014", "0.3", "0.045"],
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
/** In a wide window all ten levels of both sides are side by side. */
export const SideBySideWide: Story = {
  tags: ["alone"],
  decorators: [(Story) => <div className="w-[560px]">{Story()}</div>],
  render: (args) => <Depth {...args} />,
};
export const OneSided: Story = { args: { book: { bids: instrument.bids, asks: [] } } };
export const Empty: Story = { args: { book: { bids: [], asks: [] } } };
