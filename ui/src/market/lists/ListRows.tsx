import { useInfiniteQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import type { Wanted } from "@/choices/lists";
import { EmptyState, QueryList, SkeletonRows } from "@/ui";
import { InstrumentList, type RowLook, USUAL } from "./InstrumentList";
import { instrumentList } from "./listQueries";
import { orderingOf } from "./orderings";
import { useRanked } from "./ranking";
import { useReadOn } from "./useReadOn";

const NONE: ListedInstrument[] = [];

/** The rows of a list, page by page, kept in order while prices move. */
export function ListRows({ wanted, row = USUAL }: { wanted: Wanted; row?: RowLook | undefined }) {
  const { t } = useTranslation("market");
  const query = useInfiniteQuery(instrumentList(wanted));
  const instruments = useMemo(() => query.data?.pages.flatMap(({ rows }) => rows), [query.data]);
  const shown = useRanked(instruments ?? NONE, orderingOf(wanted));
  const { readOn, more } = useReadOn(query);
  const { assets, type, part, order } = wanted;
  return (
    <QueryList
      query={query}
      skeleton={<SkeletonRows rows={10} />}
      empty={<EmptyState icon={ChartNoAxesColumn} text={t("list.empty")} />}
      more={more}
    >
      {() => (
        <InstrumentList
          key={`${assets} ${type} ${part} ${order?.by} ${order?.descending}`}
          instruments={shown}
          onEnd={readOn}
          row={row}
        />
      )}
    </QueryList>
  );
}
