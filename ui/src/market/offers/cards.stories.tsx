import type { Meta, StoryObj } from "@storybook/react-vite";
import { decodeAuction, decodeOffer } from "@/api/offerTerms";
import type { Wire } from "@/api/wire";
import { testDetail } from "@/test/instrument";
import { wireAuction, wireOffer } from "@/test/wireOffers";
import { AuctionCard } from "./AuctionCard";
import OfferCard from "./OfferCard";

const auction = (own: Partial<Wire["AuctionInfo"]> = {}) =>
  testDetail({ auction: decodeAuction(wireAuction(own)) });
/** No further day of the exchange is known, so that nothing counts down. */
const over: Partial<Wire["AuctionInfo"]> = { auctionPhase: "closed", collectsTimestamp: null };
const offer = (offerStatus: Wire["OfferStatus"]) =>
  testDetail({
    ...{ symbol: "39005", name: "Mingzhou Diagnostics", market: "HK", assetClass: "hkStock" },
    ...{ currency: "HKD", priceDigits: 3, lotSize: "100" },
    offer: decodeOffer(wireOffer({ offerStatus })),
  });

/** What is offered of a stock, on its own screen. */
const meta = {
  title: "Figures/Offers",
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const NoAuction: Story = { render: () => <AuctionCard instrument={testDetail()} /> };
export const BetweenAuctions: Story = { render: () => <AuctionCard instrument={auction(over)} /> };
export const Listed: Story = { render: () => <OfferCard instrument={offer("listed")} /> };
/** How long it is until then depends on the moment. */
export const InAnAuction: Story = {
  tags: ["alone"],
  render: () => <AuctionCard instrument={auction()} />,
};
export const Open: Story = {
  tags: ["alone"],
  render: () => <OfferCard instrument={offer("open")} />,
};
