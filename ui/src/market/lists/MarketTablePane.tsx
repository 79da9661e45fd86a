import { lazy, Suspense } from "react";
import { useNavigation } from "@/navigation";
import type { ListQuery } from "@/screenQueries";
import { Page, SkeletonRows, TopBar } from "@/ui";
import { ListTable, useListTitle } from "./ListTable";
import { MarketStrip } from "./MarketStrip";
import { offerAddress, useFilters } from "./useFilters";

const OfferPage = lazy(() =>
  import("../offers/OfferParts").then((parts) => ({ default: parts.OfferPage })),
);

function Table(asked: ListQuery) {
  const { wanted } = useFilters(asked);
  return (
    <Page
      top={<TopBar title={useListTitle(wanted)} />}
      className="flex flex-col overflow-hidden pb-0!"
    >
      <MarketStrip assets={wanted.assets} />
      <ListTable wanted={wanted} />
    </Page>
  );
}

/** The table pane of the Markets tab in a workspace: a whole list, sortable by any column; or an offer list. */
export default function MarketTablePane(asked: ListQuery) {
  const { open } = useNavigation();
  const { offer } = asked;
  if (!offer) return <Table {...asked} />;
  return (
    <Suspense fallback={<SkeletonRows rows={10} />}>
      <OfferPage
        offer={offer}
        choice={asked}
        onShow={(next) => open(offerAddress(offer, next), { replace: true })}
      />
    </Suspense>
  );
}
