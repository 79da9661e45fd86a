import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { InstrumentDetail, Listing } from "@/api/market";
import { encodeSide, type Side } from "@/api/orders";
import { keysAreTaken } from "@/app/useShortcuts";
import { instrumentQuery } from "@/instrumentQuery";
import { useNavigation } from "@/navigation";
import { useOwnTrades } from "@/orders/useOwnTrades";
import { PositionCard } from "@/positions/PositionCard";
import { useQuote } from "@/push/quotes";
import type { InstrumentQuery } from "@/screenQueries";
import { to } from "@/screens";
import { useSession } from "@/session";
import { Button, ErrorState, Page, Skeleton, StaleBanner, TopBar } from "@/ui";
import { WatchStar } from "@/watchlist/WatchStar";
import { BidAsk } from "./BidAsk";
import { ChartSection } from "./ChartSection";
import { MarketFirst } from "./MarketFirst";
import { ProfileCard } from "./ProfileCard";
import { QuoteHead } from "./QuoteHead";
import { StatsCard } from "./StatsCard";
import { isUnknownInstrument, UnknownInstrument } from "./UnknownInstrument";

/** Opens the order ticket; B and S on the keyboard do the same. */
function useTrade(instrument: InstrumentDetail | undefined): (side: Side) => void {
  const { open, logIn } = useNavigation();
  const session = useSession();
  const trade = (side: Side) => {
    if (!instrument?.tradable) return;
    const query = { ...instrumentQuery(instrument), direction: encodeSide(side) };
    const ticket = to("payStock", query);
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

function TradeBar({ tradable, trade }: { tradable: boolean; trade: (side: Side) => void }) {
  const { t } = useTranslation(["market", "common"]);
  if (!tradable) {
    return (
      <Button look="ghost" reason={t("market:quote.notTradable")}>
        {t("common:tab.trade")}
      </Button>
    );
  }
  return (
    <>
      <Button look="fall" aria-keyshortcuts="s" onClick={() => trade("sell")}>
        {t("common:direction.sell")}
      </Button>
      <Button look="rise" aria-keyshortcuts="b" onClick={() => trade("buy")}>
        {t("common:direction.buy")}
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
  const session = useSession();
  const instrument = data && quote ? { ...data, quote } : data;
  const trade = useTrade(instrument);
  const trades = useOwnTrades(listing);
  const unknown = isUnknownInstrument(error);

  const title = (
    <>
      {listing.symbol}{" "}
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
      bottom={instrument ? <TradeBar tradable={instrument.tradable} trade={trade} /> : null}
      onRefresh={refetch}
    >
      {!instrument && unknown ? <UnknownInstrument /> : null}
      {!instrument && error && !unknown ? <ErrorState error={error} retry={refetch} /> : null}
      {!instrument && !error ? <QuoteSkeleton /> : null}
      {instrument ? (
        <>
          <QuoteHead instrument={instrument} />
          <BidAsk instrument={instrument} />
          <ChartSection instrument={instrument} quote={quote} trades={trades} />
          <StatsCard instrument={instrument} />
          {session ? <PositionCard listing={listing} quote={quote} /> : null}
          <ProfileCard listing={listing} />
        </>
      ) : null}
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
