import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { families } from "@/api/keys";
import {
  type AssetList,
  assetLists,
  type OfferList,
  offerLists,
  type Wanted,
} from "@/choices/lists";
import { useNavigation } from "@/navigation";
import { NewsLink } from "@/news/NewsLink";
import type { ListQuery } from "@/screenQueries";
import { Page, ScrollingTabs, Skeleton, SkeletonRows, TopBar } from "@/ui";
import { MarketSession } from "../MarketSession";
import { SectorsButton } from "../sectors/SectorsButton";
import { ListFilters } from "./ListFilters";
import { ListRows } from "./ListRows";
import { instrumentList } from "./listQueries";
import { MarketButtons } from "./MarketButtons";
import { MarketStrip } from "./MarketStrip";
import { ofAssets, offerAddress, useFilters } from "./useFilters";

const offerParts = () => import("../offers/OfferParts");
const OfferFilters = lazy(() => offerParts().then((parts) => ({ default: parts.OfferFilters })));
const OfferRows = lazy(() => offerParts().then((parts) => ({ default: parts.OfferRows })));

const isOffer = (value: AssetList | OfferList): value is OfferList =>
  offerLists.some((known) => known === value);

/** A list with its filters, which scroll away with the rows. */
function Listed({ wanted, onShow }: { wanted: Wanted; onShow: (wanted: Wanted) => void }) {
  const first = useInfiniteQuery(instrumentList(wanted)).data?.pages[0]?.rows[0];
  // Indices and futures have many exchanges, and coins trade around the clock.
  const hasOneSession = ["usStock", "hkStock", "forex"].includes(wanted.assets);
  return (
    <>
      <ListFilters wanted={wanted} onShow={onShow} />
      <MarketStrip assets={wanted.assets} />
      <div className="flex min-h-6 items-center justify-between">
        {first && hasOneSession ? <MarketSession of={first} /> : <span />}
        <Suspense>
          <NewsLink />
        </Suspense>
      </div>
      <ListRows wanted={wanted} />
    </>
  );
}

/** The Markets tab: all instruments of a kind or the day's movers, as a whole or in part; or an offer list. */
export default function MarketPage(asked: ListQuery) {
  const { t } = useTranslation("market");
  const { t: offers } = useTranslation("offers");
  const { open } = useNavigation();
  const client = useQueryClient();
  const { wanted, show } = useFilters(asked);
  const { offer } = asked;
  const offered = offer && {
    offer,
    choice: asked,
    onShow: (next: Pick<ListQuery, "status" | "market">) =>
      open(offerAddress(offer, next), { replace: true }),
  };
  const filters = (
    <ScrollingTabs<AssetList | OfferList>
      label={t("class.label")}
      value={offer ?? wanted.assets}
      onChange={(value) =>
        isOffer(value)
          ? open(offerAddress(value), { replace: true })
          : show(ofAssets(wanted, value))
      }
      tabs={[
        ...assetLists.map((value) => ({ value, label: t(`class.${value}`) })),
        ...offerLists.map((value) => ({ value, label: offers(`title.${value}`) })),
      ]}
    >
      {offered ? (
        <div className="pt-2.5">
          <Suspense fallback={<Skeleton className="h-11 w-full" />}>
            <OfferFilters {...offered} />
          </Suspense>
        </div>
      ) : null}
    </ScrollingTabs>
  );
  return (
    <Page
      top={
        <TopBar
          end={
            <>
              <SectorsButton />
              <MarketButtons />
            </>
          }
        />
      }
      pinned={filters}
      onRefresh={() => client.refetchQueries({ queryKey: families.market, type: "active" })}
    >
      {offered ? (
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <OfferRows {...offered} />
        </Suspense>
      ) : (
        <Listed wanted={wanted} onShow={show} />
      )}
    </Page>
  );
}
