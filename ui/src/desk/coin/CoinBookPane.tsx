import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Listing } from "@/api/market";
import { PressedLadder } from "@/market/book/PressedLadder";
import { RecentTrades } from "@/market/book/RecentTrades";
import { MarketFirst } from "@/market/MarketFirst";
import { useQuote } from "@/push/quotes";
import type { InstrumentQuery } from "@/screenQueries";
import { ErrorState, Page, Skeleton, TopBar } from "@/ui";

/** The trades in view beneath a ladder. */
const TRADES = 30;

function Book({ listing }: { listing: Listing }) {
  const { t } = useTranslation("kinds");
  const { data, error, refetch } = useQuery(instrumentDetail(listing));
  const quote = useQuote(listing, true);
  return (
    <Page top={<TopBar title={t("depth.screen")} />}>
      {data ? (
        <>
          <PressedLadder instrument={quote ? { ...data, quote } : data} />
          <RecentTrades instrument={data} count={TRADES} />
        </>
      ) : null}
      {!data && error ? <ErrorState error={error} retry={refetch} /> : null}
      {!data && !error ? <Skeleton className="h-[560px] w-full rounded-card" /> : null}
    </Page>
  );
}

/** A workspace pane with a coin's book, whose levels fill in the ticket's price, and its latest trades. */
export default function CoinBookPane(query: InstrumentQuery) {
  return (
    <MarketFirst {...query} market={query.market ?? "Crypto"}>
      {(listing) => <Book listing={listing} />}
    </MarketFirst>
  );
}
