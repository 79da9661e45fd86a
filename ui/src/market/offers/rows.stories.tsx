import type { Meta, StoryObj } from "@storybook/react-vite";
import { testQuote } from "@/test/instrument";
import { testAuctionStock, testBlockStock, testNewStock } from "@/test/offers";
import { AuctionRow } from "./AuctionRow";
import { BlockRow } from "./BlockRow";
import { NewStockRow } from "./NewStockRow";

/** The offers of stocks, a row of each list. */
const meta = {
  title: "Lists/Offers",
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const AuctionWithBuyersLeft: Story = {
  render: () => <AuctionRow instrument={testAuctionStock()} />,
};
export const AuctionInBalance: Story = {
  render: () => (
    <AuctionRow instrument={testAuctionStock({ imbalance: "0", imbalanceSide: null })} />
  ),
};
export const AuctionWithoutAPrice: Story = {
  render: () => (
    <AuctionRow
      instrument={testAuctionStock({
        price: null,
        changePercent: null,
        paired: null,
      })}
    />
  ),
};
export const BetweenAuctions: Story = {
  render: () => <AuctionRow instrument={testAuctionStock({ phase: "closed" })} />,
};
export const Block: Story = { render: () => <BlockRow instrument={testBlockStock()} /> };
export const BlockAtAnOldPrice: Story = {
  render: () => <BlockRow instrument={testBlockStock({ quote: testQuote({ stale: true }) })} />,
};
export const Listed: Story = {
  render: () => <NewStockRow instrument={testNewStock({ status: "listed" })} />,
};
/** The time left depends on the moment. */
export const Open: Story = {
  tags: ["alone"],
  render: () => <NewStockRow instrument={testNewStock()} />,
};
