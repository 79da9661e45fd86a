import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Listing } from "@/api/market";
import { TRADE_TABS } from "@/choices/tradeTabs";
import { ChartSection } from "@/market/chart/ChartSection";
import { useChosen } from "@/market/chosen";
import { MarketFirst } from "@/market/MarketFirst";
import { QuoteHead } from "@/market/quote/QuoteHead";
import { useNavigation } from "@/navigation";
import { OrderHistory } from "@/orders/OrderHistory";
import { useOwnTrades } from "@/orders/useOwnTrades";
import { WorkingOrders } from "@/orders/WorkingOrders";
import { ClosedTrades } from "@/positions/ClosedTrades";
import { useOwnPositions } from "@/positions/ownPositions";
import { useFirstHeld } from "@/positions/queries";
import { classOf, codeOf } from "@/products";
import { useQuote } from "@/push/quotes";
import type { TradeQuery } from "@/screenQueries";
import { to } from "@/screens";
import { useSession } from "@/session";
import { ErrorState, Page, Segmented, Skeleton, StaleBanner, TopBar } from "@/ui";
import QuotePane from "./QuotePane";

const LISTS = ["orders", "history", "closed"] as const;

/** Working orders, ended orders or closed trades, under the chart; the address selects one. */
function Lists({ tab, ...choice }: TradeQuery) {
  const { t } = useTranslation("positions");
  const { open } = useNavigation();
  const list = LISTS.find((name) => TRADE_TABS[name] === tab) ?? "orders";
  const show = (query: Partial<TradeQuery>) => open(to("trade", query), { replace: true });
  return (
    <section className="mt-4">
      <Segmented
        label={t("tabs.label")}
        value={list}
        onChange={(next) => show({ tab: TRADE_TABS[next] })}
        choices={LISTS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        className="mb-3 max-w-[420px]"
      />
      {list === "orders" ? <WorkingOrders /> : null}
      {list === "history" ? (
        <OrderHistory
          choice={choice}
          onChoose={(next) => show({ tab: TRADE_TABS.history, ...next })}
        />
      ) : null}
      {list === "closed" ? <ClosedTrades /> : null}
    </section>
  );
}

interface ChartProps {
  listing: Listing;
  name: string;
  children: ReactNode;
}

function Chart({ listing, name, children }: ChartProps) {
  // Loads the chart's texts before it.
  useTranslation("chart");
  const { data, error, refetch } = useQuery(instrumentDetail(listing));
  const quote = useQuote(listing, true);
  const trades = useOwnTrades(listing);
  const positions = useOwnPositions(listing);
  const shown = data && quote ? { ...data, quote } : data;
  const title = (
    <>
      {codeOf({ ...listing, assetClass: classOf(listing.market) })}{" "}
      <span className="text-caption font-medium text-ink-2">{shown?.name ?? name}</span>
    </>
  );
  return (
    <Page
      top={
        <>
          <TopBar title={title} />
          {shown?.quote.stale ? <StaleBanner /> : null}
        </>
      }
    >
      {shown ? (
        <>
          <QuoteHead instrument={shown} />
          <ChartSection instrument={shown} trades={trades} positions={positions} />
        </>
      ) : null}
      {!shown && error ? <ErrorState error={error} retry={refetch} /> : null}
      {!shown && !error ? <Skeleton className="h-[340px] w-full" /> : null}
      {children}
    </Page>
  );
}

/** The main pane of the Trade tab in a workspace: the chart of the chosen or first held instrument over lists. */
export default function TradeMainPane(asked: TradeQuery) {
  const session = useSession();
  const chosen = useChosen(useFirstHeld());
  if (!session) return <QuotePane />;
  if (!chosen) return null;
  return (
    <MarketFirst key={chosen.code} {...chosen}>
      {(listing) => (
        <Chart listing={listing} name={chosen.name}>
          <Lists {...asked} />
        </Chart>
      )}
    </MarketFirst>
  );
}
