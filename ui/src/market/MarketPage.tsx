import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { families } from "@/api/keys";
import { useNavigation } from "@/navigation";
import type { ListQuery } from "@/screenQueries";
import { to } from "@/screens";
import { Page, ScrollingTabs, TopBar } from "@/ui";
import { IndexStrip } from "./IndexStrip";
import { ListFilters } from "./ListFilters";
import { ListRows } from "./ListRows";
import { instrumentList } from "./listQueries";
import { type AssetList, assetLists, type OfferList, offerLists } from "./lists";
import { MarketButtons } from "./MarketButtons";
import { MarketSession } from "./MarketSession";
import { SectorsButton } from "./sectors/SectorsButton";
import { ofAssets, useFilters } from "./useFilters";

const isOffer = (value: AssetList | OfferList): value is OfferList =>
  offerLists.some((known) => known === value);

/** The Markets tab: every instrument of a kind, or the day's movers, of a part of it or of all. */
export default function MarketPage(asked: ListQuery) {
  const { t } = useTranslation("market");
  const { t: offers } = useTranslation("offers");
  const { open } = useNavigation();
  const client = useQueryClient();
  const { wanted, show } = useFilters(asked);
  const first = useInfiniteQuery(instrumentList(wanted)).data?.pages[0]?.rows[0];
  // Indices and futures are of many exchanges, and coins never rest.
  const hasOneSession = ["usStock", "hkStock", "forex"].includes(wanted.assets);
  const filters = (
    <ScrollingTabs<AssetList | OfferList>
      label={t("class.label")}
      value={wanted.assets}
      onChange={(value) => (isOffer(value) ? open(to(value)) : show(ofAssets(wanted, value)))}
      tabs={[
        ...assetLists.map((value) => ({ value, label: t(`class.${value}`) })),
        ...offerLists.map((value) => ({ value, label: offers(`title.${value}`) })),
      ]}
    >
      <div className="pt-2.5">
        <ListFilters wanted={wanted} onShow={show} />
      </div>
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
      {wanted.assets === "index" ? null : <IndexStrip className="mt-1" />}
      {first && hasOneSession ? <MarketSession of={first} /> : null}
      <ListRows wanted={wanted} />
    </Page>
  );
}
