import { type ComponentType, lazy, Suspense } from "react";
import type { InstrumentDetail } from "@/api/market";
import { BidAsk } from "@/market/book/BidAsk";
import { ChartSection } from "@/market/chart/ChartSection";
import { MarketFirst } from "@/market/MarketFirst";
import { isOnItsWay } from "@/market/offers/isOnItsWay";
import { ActionsCard } from "@/market/quote/ActionsCard";
import { HaltNotice } from "@/market/quote/HaltNotice";
import { LotsCard } from "@/market/quote/LotsCard";
import { MarginCard } from "@/market/quote/MarginCard";
import { MonthChips } from "@/market/quote/MonthChips";
import { ProfileCard } from "@/market/quote/ProfileCard";
import { type PanelProps as FrameProps, QuoteFrame } from "@/market/quote/QuoteFrame";
import { QuoteHead } from "@/market/quote/QuoteHead";
import { StatsCard } from "@/market/quote/StatsCard";
import { RulesLink } from "@/market/rules/RulesLink";
import { useOwnTrades } from "@/orders/useOwnTrades";
import { useOwnPositions } from "@/positions/ownPositions";
import { kindOf, type QuotePanel } from "@/products";
import type { QuoteQuery } from "@/screenQueries";
import { useSession } from "@/session";
import { CardSkeletons, Skeleton } from "@/ui";
import { WhenSeen } from "@/ui/WhenSeen";
import { WatchStar } from "@/watchlist/WatchStar";

/** Loaded lazily: only futures, indices and coins have these, at their end. */
const ContractCard = lazy(() =>
  import("@/market/quote/ContractCard").then((card) => ({ default: card.ContractCard })),
);
const RegionCard = lazy(() =>
  import("@/market/quote/RegionCard").then((card) => ({ default: card.RegionCard })),
);
const DepthSection = lazy(() => import("@/market/book/DepthSection"));
const RecentTrades = lazy(() =>
  import("@/market/book/RecentTrades").then(({ RecentTrades: Trades }) => ({ default: Trades })),
);
/** Loaded lazily: visitors have no position. */
const PositionCard = lazy(() =>
  import("@/positions/PositionCard").then((card) => ({ default: card.PositionCard })),
);
/** Loaded lazily: few stocks are new. */
const OfferCard = lazy(() => import("@/market/offers/OfferCard"));
/** Loaded lazily: it is below everything else. */
const NewestNews = lazy(() => import("@/news/NewestNews"));

interface PanelProps extends FrameProps {
  /** The instruments to compare with, from the address. */
  compare: string | undefined;
}

function Chart({ instrument, compare }: PanelProps) {
  const trades = useOwnTrades(instrument);
  const positions = useOwnPositions(instrument);
  return <ChartSection {...{ instrument, trades, positions, compare }} />;
}

function OwnPosition({ instrument, quote }: PanelProps) {
  return useSession() ? (
    <Suspense>
      <PositionCard listing={instrument} quote={quote} />
    </Suspense>
  ) : null;
}

function Offer({ instrument }: PanelProps) {
  return instrument.offer ? (
    <Suspense fallback={<CardSkeletons cards={2} />}>
      <OfferCard instrument={instrument} />
    </Suspense>
  ) : null;
}

/** The components of the screen's parts; the product kind determines their selection and order. */
const PANELS: Record<QuotePanel, ComponentType<PanelProps>> = {
  head: ({ instrument }) => (
    <>
      <QuoteHead instrument={instrument} />
      <HaltNotice instrument={instrument} />
    </>
  ),
  book: BidAsk,
  chart: Chart,
  stats: StatsCard,
  lots: LotsCard,
  margin: MarginCard,
  months: MonthChips,
  contract: ({ instrument }) => (
    <Suspense fallback={<Skeleton className="mt-3 h-44 w-full rounded-card" />}>
      <ContractCard instrument={instrument} />
    </Suspense>
  ),
  depth: ({ instrument }) => (
    <Suspense fallback={<Skeleton className="mt-5 h-44 w-full rounded-card" />}>
      <DepthSection instrument={instrument} />
    </Suspense>
  ),
  trades: ({ instrument }) => (
    <Suspense fallback={<Skeleton className="mt-5 h-72 w-full rounded-card" />}>
      <RecentTrades instrument={instrument} />
    </Suspense>
  ),
  region: ({ instrument }) => (
    <Suspense>
      <RegionCard instrument={instrument} />
    </Suspense>
  ),
  position: OwnPosition,
  actions: ActionsCard,
  offer: Offer,
  company: ({ instrument }) => <ProfileCard listing={instrument} />,
};

/** Before a new stock is listed it has no price, only its offer. */
const panelsOf = (instrument: InstrumentDetail): readonly QuotePanel[] =>
  isOnItsWay(instrument) ? ["offer", "company"] : kindOf(instrument).quotePanels;

/** An instrument in full: its live price, its chart, its facts, and the trade buttons. */
export default function QuotePage(query: QuoteQuery) {
  return (
    <MarketFirst {...query}>
      {(listing) => (
        <QuoteFrame listing={listing} name={query.name} star={WatchStar}>
          {(props) => (
            <>
              {panelsOf(props.instrument).map((name) => {
                const Panel = PANELS[name];
                return <Panel key={name} {...props} compare={query.compare} />;
              })}
              {isOnItsWay(props.instrument) ? null : <RulesLink instrument={props.instrument} />}
              <WhenSeen>
                <Suspense fallback={null}>
                  <NewestNews about={props.instrument} />
                </Suspense>
              </WhenSeen>
            </>
          )}
        </QuoteFrame>
      )}
    </MarketFirst>
  );
}
