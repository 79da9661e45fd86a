import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { InstrumentDetail, Listing, Quote } from "@/api/market";
import { encodeSide, type Side } from "@/api/orders";
import { keysAreTaken } from "@/app/useShortcuts";
import { useNavigation } from "@/navigation";
import { useOwnTrades } from "@/orders/useOwnTrades";
import { PositionCard } from "@/positions/PositionCard";
import { classOf, codeOf, formatPriceOf, kindOf, type QuotePanel, ticketAddress } from "@/products";
import { useQuote } from "@/push/quotes";
import type { InstrumentQuery } from "@/screenQueries";
import { useSession } from "@/session";
import { Button, ErrorState, Page, Skeleton, StaleBanner, TopBar } from "@/ui";
import { WatchStar } from "@/watchlist/WatchStar";
import { BidAsk } from "./BidAsk";
import { ChartSection } from "./ChartSection";
import { LotsCard } from "./LotsCard";
import { MarginCard } from "./MarginCard";
import { MarketFirst } from "./MarketFirst";
import { ProfileCard } from "./ProfileCard";
import { QuoteHead } from "./QuoteHead";
import { StatsCard } from "./StatsCard";
import { isUnknownInstrument, UnknownInstrument } from "./UnknownInstrument";

interface PanelProps {
  /** With the newest quote. */
  instrument: InstrumentDetail;
  /** Of the socket; undefined until the first tick. */
  quote: Quote | undefined;
}

function Chart({ instrument, quote }: PanelProps) {
  const trades = useOwnTrades(instrument);
  return <ChartSection instrument={instrument} quote={quote} trades={trades} />;
}

function OwnPosition({ instrument, quote }: PanelProps) {
  return useSession() ? <PositionCard listing={instrument} quote={quote} /> : null;
}

/** What draws each part of the screen; the kind of the product says which there are, and in which order. */
const PANELS: Record<QuotePanel, ComponentType<PanelProps>> = {
  head: QuoteHead,
  book: BidAsk,
  chart: Chart,
  stats: StatsCard,
  lots: LotsCard,
  margin: MarginCard,
  position: OwnPosition,
  company: ({ instrument }) => <ProfileCard listing={instrument} />,
};

/** Opens the order ticket; B and S on the keyboard do the same. */
function useTrade(instrument: InstrumentDetail | undefined): (side: Side) => void {
  const { open, logIn } = useNavigation();
  const session = useSession();
  const trade = (side: Side) => {
    if (!instrument?.tradable) return;
    const ticket = ticketAddress(instrument, encodeSide(side));
    if (session) open(ticket);
    else logIn(ticket);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (keysAreTaken(event)) return;
      if (event.key === "b" || event.key === "B") trade("buy");
      if (event.key === "s" || event.key === "S") trade("sell");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
  return trade;
}

interface TradeBarProps {
  instrument: InstrumentDetail;
  trade: (side: Side) => void;
}

/** The two ways to trade. What is held on margin is opened at the bid or at the ask, so that these stand on the buttons. */
function TradeBar({ instrument, trade }: TradeBarProps) {
  const { t } = useTranslation(["market", "common"]);
  const { onMargin, words: context } = kindOf(instrument);
  const { bid, ask } = instrument.quote;
  if (!instrument.tradable) {
    return (
      <Button look="ghost" reason={t("market:quote.notTradable")}>
        {t("common:tab.trade")}
      </Button>
    );
  }
  const price = (value: string | null) =>
    onMargin ? (
      <span className="num block text-caption font-medium">{formatPriceOf(instrument, value)}</span>
    ) : null;
  return (
    <>
      <Button look="fall" aria-keyshortcuts="s" onClick={() => trade("sell")}>
        {t("common:direction.sell", { context })}
        {price(bid)}
      </Button>
      <Button look="rise" aria-keyshortcuts="b" onClick={() => trade("buy")}>
        {t("common:direction.buy", { context })}
        {price(ask)}
      </Button>
    </>
  );
}

function QuoteSkeleton() {
  return (
    <>
      <Skeleton className="h-10 w-36" />
      <Skeleton className="mt-2 h-4 w-28" />
      <Skeleton className="mt-3 h-8 w-full" />
      <Skeleton className="mt-3 h-[296px] w-full" />
      <Skeleton className="mt-3 h-32 w-full rounded-card" />
    </>
  );
}

function QuoteScreen({ listing, name }: { listing: Listing; name: string }) {
  // What the chart says is there before it.
  useTranslation("chart");
  const { data, error, refetch } = useQuery(instrumentDetail(listing));
  const quote = useQuote(listing, true);
  const instrument = data && quote ? { ...data, quote } : data;
  const trade = useTrade(instrument);
  const unknown = isUnknownInstrument(error);

  const title = (
    <>
      {codeOf({ ...listing, assetClass: classOf(listing.market) })}{" "}
      <span className="text-caption font-medium text-ink-2">{instrument?.name ?? name}</span>
    </>
  );
  const star = instrument ? <WatchStar instrument={instrument} /> : null;

  return (
    <Page
      top={
        <>
          <TopBar title={title} end={star} />
          {instrument?.quote.stale ? <StaleBanner /> : null}
        </>
      }
      bottom={instrument ? <TradeBar instrument={instrument} trade={trade} /> : null}
      onRefresh={refetch}
    >
      {!instrument && unknown ? <UnknownInstrument /> : null}
      {!instrument && error && !unknown ? <ErrorState error={error} retry={refetch} /> : null}
      {!instrument && !error ? <QuoteSkeleton /> : null}
      {instrument
        ? kindOf(instrument).quotePanels.map((name) => {
            const Panel = PANELS[name];
            return <Panel key={name} instrument={instrument} quote={quote} />;
          })
        : null}
    </Page>
  );
}

/** An instrument in full: its price as it moves, its chart, its facts, and the way to trade it. */
export default function QuotePage(query: InstrumentQuery) {
  return (
    <MarketFirst {...query}>
      {(listing) => <QuoteScreen listing={listing} name={query.name} />}
    </MarketFirst>
  );
}
