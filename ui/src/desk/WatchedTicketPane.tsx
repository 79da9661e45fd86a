import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { InstrumentDetail, Listing } from "@/api/market";
import { Depth } from "@/market/book/BookDepth";
import { useChosen } from "@/market/chosen";
import { useBook } from "@/market/live";
import { SampleReceiptPane } from "@/orders/sampleReceipt";
import { ChosenTicket } from "@/orders/TicketPane";
import { titleOf } from "@/products";
import { useSession } from "@/session";
import { useFirstWatched } from "@/watchlist/useFirstWatched";

function Book({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("kinds");
  const { data: book = instrument } = useBook(instrument);
  if (book.bids.length + book.asks.length === 0) return null;
  return (
    <section className="shrink-0 border-b border-line px-4 py-3">
      <h2 className="flex items-baseline justify-between gap-3 pb-2 text-note font-semibold">
        {t("depth.title")}
        <span className="truncate text-caption font-medium text-ink-2">
          {titleOf(instrument).first}
        </span>
      </h2>
      <Depth instrument={instrument} book={book} />
    </section>
  );
}

function BookOf({ listing }: { listing: Listing }) {
  const { data } = useQuery(instrumentDetail(listing));
  return data ? <Book instrument={data} /> : null;
}

/** A workspace pane with the book of the chosen instrument, or else of the watchlist's first, above its ticket. */
export default function WatchedTicketPane() {
  const session = useSession();
  const list = useFirstWatched();
  const chosen = useChosen(list);
  if (!session) return <SampleReceiptPane />;
  return (
    <div className="flex h-full flex-col">
      {chosen?.market ? <BookOf listing={{ symbol: chosen.code, market: chosen.market }} /> : null}
      <div className="flex min-h-0 flex-1 flex-col">
        <ChosenTicket list={list} />
      </div>
    </div>
  );
}
