import { useInfiniteQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import type { ListQuery } from "@/screenQueries";
import {
  Chips,
  EmptyState,
  ErrorState,
  NextPageError,
  Page,
  Segmented,
  SkeletonRows,
  TopBar,
  useNextPage,
} from "@/ui";
import { InstrumentList } from "./InstrumentList";
import { exchanges, instrumentList, listTypes } from "./queries";
import { useRanked } from "./ranking";
import { SearchButton } from "./SearchButton";
import { useFilters } from "./useFilters";

const NONE: ListedInstrument[] = [];

/** The Markets tab: every instrument, or the day's movers, of one exchange or of all. */
export default function MarketPage(asked: ListQuery) {
  const { t } = useTranslation(["market", "common"]);
  const { type, exchange, show } = useFilters(asked);
  const query = useInfiniteQuery(instrumentList(type, exchange));
  const instruments = useMemo(() => query.data?.pages.flatMap(({ rows }) => rows), [query.data]);
  const shown = useRanked(instruments ?? NONE, type);
  const { fetchNextPage } = query;
  const { refused, canReadOn } = useNextPage(query);
  const readOn = useCallback(() => {
    if (canReadOn) void fetchNextPage();
  }, [canReadOn, fetchNextPage]);

  const filters = (
    <>
      <Segmented
        label={t("market:list.label")}
        value={type}
        onChange={(next) => show({ type: next, exchange })}
        choices={(["all", ...listTypes] as const).map((value) => ({
          value,
          label: t(`market:list.${value}`),
        }))}
      />
      <Chips
        label={t("market:exchange.label")}
        className="mt-2"
        value={exchange}
        onChange={(next) => show({ type, exchange: next })}
        choices={[
          { value: "" as const, label: t("market:exchange.all") },
          ...exchanges.map((value) => ({ value, label: value })),
        ]}
      />
    </>
  );

  return (
    <Page top={<TopBar end={<SearchButton />} />} pinned={filters} onRefresh={query.refetch}>
      {query.isPending ? <SkeletonRows rows={10} /> : null}
      {query.isError && !instruments ? (
        <ErrorState error={query.error} retry={query.refetch} />
      ) : null}
      {instruments?.length === 0 ? (
        <EmptyState icon={ChartNoAxesColumn} text={t("market:list.empty")} />
      ) : null}
      {instruments?.length ? (
        <InstrumentList key={`${type} ${exchange}`} instruments={shown} onEnd={readOn} />
      ) : null}
      {refused ? <NextPageError query={query} /> : null}
    </Page>
  );
}
