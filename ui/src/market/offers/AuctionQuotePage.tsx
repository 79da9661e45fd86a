import type { InstrumentQuery } from "@/screenQueries";
import { WatchStar } from "@/watchlist/WatchStar";
import { BidAsk } from "../book/BidAsk";
import { ChartSection } from "../chart/ChartSection";
import { MarketFirst } from "../MarketFirst";
import { QuoteFrame } from "../quote/QuoteFrame";
import { QuoteHead } from "../quote/QuoteHead";
import { StatsCard } from "../quote/StatsCard";
import { AuctionCard } from "./AuctionCard";

/** The quote of a stock, headed by its opening auction. */
export default function AuctionQuotePage(query: InstrumentQuery) {
  return (
    <MarketFirst {...query}>
      {(listing) => (
        <QuoteFrame listing={listing} name={query.name} star={WatchStar}>
          {(props) => (
            <>
              <QuoteHead instrument={props.instrument} />
              <AuctionCard instrument={props.instrument} />
              <BidAsk {...props} />
              <ChartSection {...props} />
              <StatsCard {...props} />
            </>
          )}
        </QuoteFrame>
      )}
    </MarketFirst>
  );
}
