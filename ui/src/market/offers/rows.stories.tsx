import type { Meta, StoryObj } from "@storybook/react-vite";
import { testQuote } from "@/test/instrument";
import { testAuctionStock, testBlockStock, testNewStock } from "@/test/offers";
import { AuctionRow } from "./AuctionRow";
import { BlockRow } from "./BlockRow";
import { NewStockRow } from "./NewStockRow";

/** What is offered of stocks, a row of each list. */
const meta = {
  title: "Lists/Offers",
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const AuctionWithBuyersLeft: Story = {
  render: () => <AuctionRow stock={testAuctionStock()} />,
};
export const AuctionInBalance: Story = {
  render: () => <AuctionRow stock={testAuctionStock({ imbalance: "0", imbalanceSide: null })} />,
};
export const AuctionWithoutAPrice: Story = {
  render: () => (
    <AuctionRow
      stock={testAuctionStock({
        price: null,
        changePercent: null,
        paired: null,
      })}
    />
  ),
};
export const BetweenAuctions: Story = {
  render: () => <AuctionRow stock={testAuctionStock({ phase: "closed" })} />,
};
export const Block: Story = { render: () => <BlockRow stock={testBlockStock()} /> };
export const BlockAtAnOldPrice: Story = {
  render: () => <BlockRow stock={testBlockStock({ quote: testQuote({ stale: true }) })} />,
};
export const Listed: Story = {
  render: () => <NewStockRow stock={testNewStock({ status: "listed" })} />,
};
/** How long it is until then depends on the moment. */
export const Open: Story = {
  tags: ["alone"],
  render: () => <NewStockRow stock={testNewStock()} />,
};
