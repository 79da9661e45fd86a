import { useTranslation } from "react-i18next";
import { useOwnTrades } from "@/orders/useOwnTrades";
import type { InstrumentQuery } from "@/screenQueries";
import { SectionTitle } from "@/ui";
import { WatchStar } from "@/watchlist/WatchStar";
import { BidAskBar } from "./BidAsk";
import { Ladder } from "./BookDepth";
import { ChartSection } from "./ChartSection";
import { useBook } from "./live";
import { MarketFirst } from "./MarketFirst";
import { type PanelProps, QuoteFrame } from "./QuoteFrame";
import { QuoteHead } from "./QuoteHead";
import { RecentTrades } from "./RecentTrades";

function Book({ instrument }: PanelProps) {
  const { t } = useTranslation("kinds");
  const { data: book = instrument } = useBook(instrument);
  return (
    <div className="@container">
      <QuoteHead instrument={instrument} />
      {/* On a phone the ladder stands below the chart, and its best prices above it. */}
      <div className="@min-[500px]:hidden">
        <BidAskBar instrument={instrument} />
      </div>
      <div className="mt-1 gap-x-5 @min-[500px]:grid @min-[500px]:grid-cols-[minmax(0,1fr)_220px] @4xl:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <ChartSection instrument={instrument} trades={useOwnTrades(instrument)} />
        </div>
        <div>
          <SectionTitle>{t("depth.title")}</SectionTitle>
          <Ladder instrument={instrument} book={book} />
          <RecentTrades instrument={instrument} count={20} />
        </div>
      </div>
    </div>
  );
}

/** A coin's book as a ladder, and what is traded of it, beside its chart. */
export default function OrderBookPage(query: InstrumentQuery) {
  return (
    <MarketFirst {...query} market={query.market ?? "Crypto"}>
      {(listing) => (
        <QuoteFrame listing={listing} name={query.name} star={WatchStar}>
          {(props) => <Book {...props} />}
        </QuoteFrame>
      )}
    </MarketFirst>
  );
}
