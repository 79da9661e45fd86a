import type { Meta, StoryObj } from "@storybook/react-vite";
import type { Auction, OfferStatus } from "@/api/offerTerms";
import { testDetail } from "@/test/instrument";
import { newcomer, testAuction, testOffer } from "@/test/offers";
import { AuctionCard } from "./AuctionCard";
import OfferCard from "./OfferCard";

const auction = (own: Partial<Auction> = {}) => testDetail({ auction: testAuction(own) });
/** No further day of the exchange is known, so that there is no countdown. */
const over: Partial<Auction> = { phase: "closed", collectsAt: null };
const offer = (status: OfferStatus) => testDetail({ ...newcomer, offer: testOffer({ status }) });

/** The offers of a stock, on its own screen. */
const meta = {
  title: "Figures/Offers",
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const NoAuction: Story = { render: () => <AuctionCard instrument={testDetail()} /> };
export const BetweenAuctions: Story = { render: () => <AuctionCard instrument={auction(over)} /> };
export const Listed: Story = { render: () => <OfferCard instrument={offer("listed")} /> };
/** The time left depends on the moment. */
export const InAnAuction: Story = {
  tags: ["alone"],
  render: () => <AuctionCard instrument={auction()} />,
};
export const Open: Story = {
  tags: ["alone"],
  render: () => <OfferCard instrument={offer("open")} />,
};
