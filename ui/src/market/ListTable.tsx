import { useInfiniteQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useContext, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { quoteAddress } from "@/products";
import { ColumnTable, EmptyState, NextPageError, QueryList, SkeletonRows, useNextPage } from "@/ui";
import { ChosenContext } from "./chosen";
import { instrumentList } from "./listQueries";
import type { Wanted } from "./lists";
import { partName } from "./partName";
import { useColumns } from "./useColumns";

/** What a list is called: its order, and its part where that is not all. */
export function useListTitle({ assets, type, part }: Wanted): string {
  const { t } = useTranslation("market");
  const { t: kinds } = useTranslation("kinds");
  const order = t(`list.${type}`);
  const named = assets === "usStock" ? order : `${t(`class.${assets}`)} · ${order}`;
  return part ? `${named} · ${partName(kinds, part, assets)}` : named;
}

/** A whole list at once in a workspace, which any column orders. */
export function ListTable({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation("market");
  const { open } = useNavigation();
  const chosen = useContext(ChosenContext);
  const query = useInfiniteQuery(instrumentList(wanted));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const { fetchNextPage } = query;
  const { refused, canReadOn } = useNextPage(query);
  // A column can order only what has been read.
  useEffect(() => {
    if (canReadOn) void fetchNextPage();
  }, [canReadOn, fetchNextPage]);
  const { assets, type, part } = wanted;
  return (
    <>
      <ColumnTable
        key={`${assets} ${type} ${part}`}
        label={useListTitle(wanted)}
        columns={useColumns(assets)}
        rows={rows}
        rowKey={({ symbol, market }) => `${market} ${symbol}`}
        openKey={chosen ? `${chosen.market} ${chosen.code}` : undefined}
        onOpen={(row) => open(quoteAddress(row))}
        className="min-h-0 flex-1"
      >
        <QueryList
          query={query}
          skeleton={<SkeletonRows rows={10} />}
          empty={<EmptyState icon={ChartNoAxesColumn} text={t("list.empty")} />}
          more={null}
        >
          {() => null}
        </QueryList>
      </ColumnTable>
      {refused ? <NextPageError query={query} /> : null}
    </>
  );
}
