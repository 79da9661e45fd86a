import type { Meta, StoryObj } from "@storybook/react-vite";
import { decodeAuctionStocks, decodeBlockStocks, decodeNewStocks } from "@/api/offers";
import type { Wire } from "@/api/wire";
import { wireInstrument } from "@/test/wire";
import { wireAuction, wireOffer } from "@/test/wireOffers";
import { AuctionRow } from "./AuctionRow";
import { BlockRow } from "./BlockRow";
import { NewStockRow } from "./NewStockRow";

const page = { pageNum: 1, pageSize: 100, total: 1 };
const first = <Row,>({ rows }: { rows: Row[] }) => rows[0] as Row;

const auctionStock = (own: Partial<Wire["AuctionInfo"]> = {}) =>
  first(decodeAuctionStocks({ list: [{ ...wireInstrument(), ...wireAuction(own) }], page }));

const blockStock = (own: Partial<Wire["StockRow"]> = {}) =>
  first(
    decodeBlockStocks({
      list: [
        {
          ...wireInstrument(own),
          ...{ blockMinQuantity: "10000", blockMinValue: "2512000.00", blockBand: "3.00" },
          ...{ blockLow: "243.66", blockHigh: "258.74", blockRuleSince: "2026-01-01" },
        },
      ],
      page,
    }),
  );

const newcomer = {
  ...{ stock_code: "39005", name: "Mingzhou Diagnostics", market: "HK", currency: "HKD" },
  ...{ source: 5 as const, exchange: "HKEX", priceDigits: 3, lotSize: "100" },
} as const;
const newStock = (offerStatus: Wire["OfferStatus"]) =>
  first(
    decodeNewStocks({
      list: [{ ...wireInstrument(newcomer), ...wireOffer({ offerStatus }) }],
      page,
    }),
  );

/** What is offered of stocks, a row of each list. */
const meta = {
  title: "Lists/Offers",
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const AuctionWithBuyersLeft: Story = { render: () => <AuctionRow stock={auctionStock()} /> };
export const AuctionInBalance: Story = {
  render: () => <AuctionRow stock={auctionStock({ imbalance: "0", imbalanceSide: null })} />,
};
export const AuctionWithoutAPrice: Story = {
  render: () => (
    <AuctionRow
      stock={auctionStock({
        indicativePrice: null,
        indicativeChangeRatio: null,
        pairedVolume: null,
      })}
    />
  ),
};
export const BetweenAuctions: Story = {
  render: () => <AuctionRow stock={auctionStock({ auctionPhase: "closed" })} />,
};
export const Block: Story = { render: () => <BlockRow stock={blockStock()} /> };
export const BlockAtAnOldPrice: Story = {
  render: () => <BlockRow stock={blockStock({ stale: true })} />,
};
export const Listed: Story = { render: () => <NewStockRow stock={newStock("listed")} /> };
/** How long it is until then depends on the moment. */
export const Open: Story = {
  tags: ["alone"],
  render: () => <NewStockRow stock={newStock("open")} />,
};
