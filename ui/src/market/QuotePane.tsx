import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { PageSkeleton } from "@/app/PageSkeleton";
import { kindOfMarket } from "@/products";
import type { ListQuery } from "@/screenQueries";
import { to } from "@/screens";
import { EmptyState, ErrorState } from "@/ui";
import { DockedScreen } from "@/ui/DockedScreen";
import { type Chosen, useChosen } from "./chosen";
import { instrumentList } from "./listQueries";
import { offerLists } from "./lists";
import { leaders } from "./queries";
import { wantedOf } from "./useFilters";
import { useOpenList } from "./useOpenList";

const OfferQuote = lazy(() => import("./offers/OfferQuote"));

const Quote = ({ chosen }: { chosen: Chosen }) => (
  <DockedScreen address={to(kindOfMarket(chosen.market).quote, chosen)} />
);

/** Until it is known what the pane quotes: the shape of a page, or why there is none. */
function NothingYet() {
  const { error, refetch } = useQuery({ ...leaders, enabled: false });
  return error ? <ErrorState error={error} retry={refetch} /> : <PageSkeleton />;
}

/** What was chosen of shares of the US or of whatever else, or the largest company. */
function Largest({ assets }: { assets?: "usStock" }) {
  const chosen = useChosen({ of: "leaders", rows: [], assets });
  return chosen ? <Quote chosen={chosen} /> : <NothingYet />;
}

/** What was chosen of the assets that the list is of, or what stands first in it. */
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

function BesideMarket(asked: ListQuery) {
  const open = useOpenList(asked);
  const offer = offerLists.find((known) => known === open);
  if (offer) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <OfferQuote key={offer} offer={offer} choice={asked} fallback={<Largest />} />
      </Suspense>
    );
  }
  return asked.assets === "usStock" ? (
    <Largest assets="usStock" />
  ) : (
    <OfList key={asked.assets} {...asked} />
  );
}

/** In a pane of a workspace: the quote of what was chosen, or of what stands for the list beside it. */
export default function QuotePane(asked: ListQuery | { assets?: undefined }) {
  return asked.assets ? <BesideMarket {...asked} /> : <Largest />;
}
