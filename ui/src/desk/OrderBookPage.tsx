import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { BidAskBar } from "@/market/book/BidAsk";
import { Ladder } from "@/market/book/Ladder";
import { RecentTrades } from "@/market/book/RecentTrades";
import { ChartSection } from "@/market/chart/ChartSection";
import { useBook } from "@/market/live";
import { MarketFirst } from "@/market/MarketFirst";
import { type PanelProps, QuoteFrame } from "@/market/quote/QuoteFrame";
import { QuoteHead } from "@/market/quote/QuoteHead";
import { StatsCard } from "@/market/quote/StatsCard";
import { RulesLink } from "@/market/rules/RulesLink";
import { useOwnTrades } from "@/orders/useOwnTrades";
import { useOwnPositions } from "@/positions/ownPositions";
import type { InstrumentQuery } from "@/screenQueries";
import { SectionTitle } from "@/ui";
import { WhenSeen } from "@/ui/WhenSeen";
import { WatchStar } from "@/watchlist/WatchStar";

/** Loaded lazily: it is below everything else. */
const NewestNews = lazy(() => import("@/news/NewestNews"));

/** Shown with the chart: the day's figures, the rules and the news. */
function Facts({ instrument }: Pick<PanelProps, "instrument">) {
  return (
    <>
      <StatsCard instrument={instrument} />
      <RulesLink instrument={instrument} />
      <WhenSeen>
        <Suspense fallback={null}>
          <NewestNews about={instrument} />
        </Suspense>
      </WhenSeen>
    </>
  );
}

function Book({ instrument }: PanelProps) {
  const { t } = useTranslation("kinds");
  const { data: book = instrument } = useBook(instrument);
  return (
    <div className="@container">
      <QuoteHead instrument={instrument} />
      {/* On a phone the ladder is below the chart, and its best prices above it. */}
      <div className="my-2.5 @min-[500px]:hidden">
        <BidAskBar instrument={instrument} />
      </div>
      {/* Beside the ladder the chart is as high as the window allows, with the facts beneath it. */}
      <div className="mt-1 gap-x-5 @min-[500px]:grid @min-[500px]:grid-cols-[minmax(0,1fr)_220px] @min-[500px]:grid-rows-[auto_1fr] @4xl:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0 @min-[500px]:[--chart:clamp(326px,calc(100dvh-440px),720px)]">
          <ChartSection
            instrument={instrument}
            trades={useOwnTrades(instrument)}
            positions={useOwnPositions(instrument)}
          />
        </div>
        <div className="@min-[500px]:col-start-2 @min-[500px]:row-span-2 @min-[500px]:row-start-1">
          <SectionTitle>{t("depth.title")}</SectionTitle>
          <Ladder instrument={instrument} book={book} />
          <RecentTrades instrument={instrument} count={20} />
        </div>
        <div className="min-w-0">
          <Facts instrument={instrument} />
        </div>
      </div>
    </div>
  );
}

/** A coin's book as a ladder, and its latest trades, beside its chart. */
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
