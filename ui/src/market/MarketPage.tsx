import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { families } from "@/api/keys";
import type { ListQuery } from "@/screenQueries";
import { Page, ScrollingTabs, TopBar } from "@/ui";
import { IndexStrip } from "./IndexStrip";
import { ListFilters } from "./ListFilters";
import { ListRows } from "./ListRows";
import { instrumentList } from "./listQueries";
import { assetLists } from "./lists";
import { MarketButtons } from "./MarketButtons";
import { MarketSession } from "./MarketSession";
import { SectorsButton } from "./sectors/SectorsButton";
import { ofAssets, useFilters } from "./useFilters";

/** The Markets tab: every instrument of a kind, or the day's movers, of a part of it or of all. */
export default function MarketPage(asked: ListQuery) {
  const { t } = useTranslation("market");
  const client = useQueryClient();
  const { wanted, show } = useFilters(asked);
  const first = useInfiniteQuery(instrumentList(wanted)).data?.pages[0]?.rows[0];
  // Indices and futures are of many exchanges, and coins never rest.
  const hasOneSession = ["usStock", "hkStock", "forex"].includes(wanted.assets);
  const filters = (
    <ScrollingTabs
      label={t("class.label")}
      value={wanted.assets}
      onChange={(assets) => show(ofAssets(wanted, assets))}
      tabs={assetLists.map((value) => ({ value, label: t(`class.${value}`) }))}
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
