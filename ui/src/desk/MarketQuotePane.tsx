import { useInfiniteQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { offerLists } from "@/choices/lists";
import { useChosen } from "@/market/chosen";
import { instrumentList } from "@/market/lists/listQueries";
import { wantedOf } from "@/market/lists/useFilters";
import { useOpenList } from "@/market/lists/useOpenList";
import type { ListQuery } from "@/screenQueries";
import { EmptyState, ErrorState } from "@/ui";
import { PageSkeleton } from "@/ui/PageSkeleton";
import QuotePane, { Quote } from "./QuotePane";

const OfferQuote = lazy(() => import("@/market/offers/OfferQuote"));

/** The quote of the instrument chosen among the list's assets, or of the list's first. */
function OfList(asked: ListQuery) {
  const { t } = useTranslation("market");
  const { assets } = asked;
  const { data, error, refetch } = useInfiniteQuery(instrumentList(wantedOf(asked)));
  const rows = data?.pages[0]?.rows;
  const chosen = useChosen({ of: assets, rows: rows?.length ? rows : undefined, assets });
  if (chosen) return <Quote chosen={chosen} />;
  if (error) return <ErrorState error={error} retry={refetch} />;
  return rows ? <EmptyState icon={ChartNoAxesColumn} text={t("list.empty")} /> : <PageSkeleton />;
}

/** The quote pane of the Markets tab in a workspace: the chosen instrument, or the first of the list beside it. */
export default function MarketQuotePane(asked: ListQuery) {
  const open = useOpenList(asked);
  const offer = offerLists.find((known) => known === open);
  if (offer) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <OfferQuote key={offer} offer={offer} choice={asked} fallback={<QuotePane />} />
      </Suspense>
    );
  }
  return asked.assets === "usStock" ? (
    <QuotePane assets="usStock" />
  ) : (
    <OfList key={asked.assets} {...asked} />
  );
}
