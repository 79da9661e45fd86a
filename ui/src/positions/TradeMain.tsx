import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { instrument } from "@/api/instrument";
import type { Listing } from "@/api/market";
import { ChartSection } from "@/market/ChartSection";
import ChosenQuote from "@/market/ChosenQuote";
import { useChosen } from "@/market/chosen";
import { MarketFirst } from "@/market/MarketFirst";
import { QuoteHead } from "@/market/QuoteHead";
import type { HistoryChoice } from "@/orders/history";
import { OrderHistory } from "@/orders/OrderHistory";
import { WorkingOrders } from "@/orders/WorkingOrders";
import { useQuote } from "@/push/quotes";
import { useSession } from "@/session";
import { ErrorState, Page, Segmented, Skeleton, StaleBanner, TopBar } from "@/ui";
import { ClosedTrades } from "./ClosedTrades";
import { holdings } from "./queries";

const LISTS = ["orders", "history", "closed"] as const;

/** What waits to be filled, what has ended and what has been sold, under the chart. */
function Lists() {
  const { t } = useTranslation("positions");
  const [list, setList] = useState<(typeof LISTS)[number]>("orders");
  const [choice, setChoice] = useState<HistoryChoice>({ period: "month" });
  return (
    <section className="mt-4">
      <Segmented
        label={t("tabs.label")}
        value={list}
        onChange={setList}
        choices={LISTS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        className="mb-3 max-w-[420px]"
      />
      {list === "orders" ? <WorkingOrders /> : null}
      {list === "history" ? <OrderHistory choice={choice} onChoose={setChoice} /> : null}
      {list === "closed" ? <ClosedTrades /> : null}
    </section>
  );
}

function Chart({ listing, name }: { listing: Listing; name: string }) {
  const { data, error, refetch } = useQuery(instrument(listing));
  const quote = useQuote(listing, true);
  const shown = data && quote ? { ...data, quote } : data;
  const title = (
    <>
      {listing.symbol}{" "}
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
          <ChartSection
            listing={listing}
            quote={quote}
            previousClose={shown.previousClose}
            tickSize={shown.tickSize}
          />
        </>
      ) : null}
      {!shown && error ? <ErrorState error={error} retry={refetch} /> : null}
      {!shown && !error ? <Skeleton className="h-[340px] w-full" /> : null}
      <Lists />
    </Page>
  );
}

/** Of the Trade tab in a workspace: the chart of what was chosen or is held, and beneath it orders and sales. */
export default function TradeMain() {
  const session = useSession();
  const { data } = useQuery({ ...holdings, enabled: session !== null });
  const chosen = useChosen(data);
  if (!session) return <ChosenQuote />;
  if (!chosen) return null;
  return (
    <MarketFirst key={chosen.code} {...chosen}>
      {(listing) => <Chart listing={listing} name={chosen.name} />}
    </MarketFirst>
  );
}
