import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { instrument } from "@/api/instrument";
import type { StockInfo } from "@/api/types";
import { keysAreTaken } from "@/app/useShortcuts";
import { useNavigation } from "@/navigation";
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
import { isUnknownStock, UnknownStock } from "./UnknownStock";

const BUY = 0;
const SELL = 1;

/** Opens the order ticket; B and S on the keyboard do the same. */
function useTrade(stock: StockInfo | undefined): (direction: 0 | 1) => void {
  const { open, logIn } = useNavigation();
  const session = useSession();
  const trade = (direction: 0 | 1) => {
    if (!stock?.tradable) return;
    const { stock_code: code, name, source, market } = stock;
    const ticket = to("payStock", { code, name, source, market, direction });
    if (session) open(ticket);
    else logIn(ticket);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (keysAreTaken(event)) return;
      if (event.key === "b" || event.key === "B") trade(BUY);
      if (event.key === "s" || event.key === "S") trade(SELL);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
  return trade;
}

function TradeBar({ stock, trade }: { stock: StockInfo; trade: (direction: 0 | 1) => void }) {
  const { t } = useTranslation(["market", "common"]);
  if (!stock.tradable) {
    return (
      <Button look="ghost" reason={t("market:quote.notTradable")}>
        {t("common:tab.trade")}
      </Button>
    );
  }
  return (
    <>
      <Button look="fall" aria-keyshortcuts="s" onClick={() => trade(SELL)}>
        {t("common:direction.sell")}
      </Button>
      <Button look="rise" aria-keyshortcuts="b" onClick={() => trade(BUY)}>
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

function Quote({ code, name, market }: InstrumentQuery & { market: string }) {
  const { data, error, refetch } = useQuery(instrument(code, market));
  const quote = useQuote(market, code, true);
  const session = useSession();
  const stock = data && quote ? { ...data.stockInfo, ...quote } : data?.stockInfo;
  const trade = useTrade(stock);
  const unknown = isUnknownStock(error);

  const title = (
    <>
      {code} <span className="text-caption font-medium text-ink-2">{stock?.name ?? name}</span>
    </>
  );
  const star = data && stock ? <WatchStar stock={stock} watched={data.selfSelectStatus} /> : null;

  return (
    <Page
      top={
        <>
          <TopBar title={title} end={star} />
          {stock?.stale ? <StaleBanner /> : null}
        </>
      }
      bottom={stock ? <TradeBar stock={stock} trade={trade} /> : null}
      onRefresh={refetch}
    >
      {!stock && unknown ? <UnknownStock /> : null}
      {!stock && error && !unknown ? <ErrorState error={error} retry={refetch} /> : null}
      {!stock && !error ? <QuoteSkeleton /> : null}
      {stock ? (
        <>
          <QuoteHead stock={stock} />
          <BidAsk stock={stock} />
          <ChartSection
            code={code}
            market={market}
            quote={quote}
            prevClose={stock.prevClose}
            tickSize={stock.tickSize}
          />
          <StatsCard stock={stock} />
          {session ? <PositionCard code={code} market={market} quote={quote} /> : null}
          <ProfileCard stockCode={code} />
        </>
      ) : null}
    </Page>
  );
}

/** A stock in full: its price as it moves, its chart, its facts, and the way to trade it. */
export default function QuotePage(query: InstrumentQuery) {
  return <MarketFirst {...query}>{(market) => <Quote {...query} market={market} />}</MarketFirst>;
}
