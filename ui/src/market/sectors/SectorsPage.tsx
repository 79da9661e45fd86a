import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { sectorMarkets, sectorsOf } from "@/api/sectors";
import { useNavigation } from "@/navigation";
import { classOf } from "@/products";
import type { SectorsQuery } from "@/screenQueries";
import { to } from "@/screens";
import { Chips, EmptyState, Page, QueryView, Segmented, Skeleton, TopBar } from "@/ui";
import { HeatMap, HeatScale } from "./HeatMap";
import { SectorTable } from "./SectorTable";

/** The turnover and change of each industry of a market today: as a map, or as a table. */
export default function SectorsPage({ market, view: asked }: SectorsQuery) {
  const { t } = useTranslation(["sectors", "market"]);
  const { open } = useNavigation();
  const [view, setView] = useState(asked);
  const query = useQuery(sectorsOf(market));
  const label = t("sectors:title");
  const filters = (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2">
      <Chips
        label={t("market:class.label")}
        value={market}
        onChange={(next) => open(to("sectors", { market: next, view }), { replace: true })}
        choices={sectorMarkets.map((value) => ({
          value,
          label: t(`market:class.${classOf(value)}`),
        }))}
      />
      <div className="w-40">
        <Segmented
          label={t("sectors:view.label")}
          value={view}
          onChange={setView}
          choices={(["map", "table"] as const).map((value) => ({
            value,
            label: t(`sectors:view.${value}`),
          }))}
        />
      </div>
    </div>
  );
  return (
    <Page top={<TopBar />} pinned={filters} onRefresh={query.refetch}>
      <QueryView query={query} skeleton={<Skeleton className="h-[520px] rounded-control" />}>
        {({ sectors, currency }) =>
          sectors.length === 0 ? (
            <EmptyState icon={ChartNoAxesColumn} text={t("sectors:empty")} />
          ) : view === "table" ? (
            <SectorTable sectors={sectors} currency={currency} label={label} />
          ) : (
            <>
              <HeatScale />
              <HeatMap sectors={sectors} label={label} />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}
