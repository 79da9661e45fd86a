import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import type { Wanted } from "@/choices/lists";
import { useNavigation } from "@/navigation";
import { quoteAddress } from "@/products";
import { ColumnTable, EmptyState, QueryList, SkeletonRows } from "@/ui";
import { firstsOf, useChosen } from "../chosen";
import { wholeList } from "./listQueries";
import { orderingOf } from "./orderings";
import { partName } from "./partName";
import { useRanked } from "./ranking";
import { useColumns } from "./useColumns";

const NONE: ListedInstrument[] = [];

/** The title of a list: its assets, its order, and its part if it is not the whole. */
export function useListTitle({ assets, type, part }: Wanted): string {
  const { t } = useTranslation("market");
  const { t: kinds } = useTranslation("kinds");
  const named = `${t(`class.${assets}`)} · ${t(`list.${type}`)}`;
  return part ? `${named} · ${partName(kinds, part, assets)}` : named;
}

/** A whole list in a workspace, sortable by any column. */
export function ListTable({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation("market");
  const { open } = useNavigation();
  const query = useQuery(wholeList(wanted));
  const { assets, type, part } = wanted;
  // While the list loads, the previous one is shown in its place.
  const first = query.isPlaceholderData ? undefined : query.data;
  const chosen = useChosen(firstsOf(assets, first));
  return (
    <ColumnTable
      key={`${assets} ${type} ${part}`}
      label={useListTitle(wanted)}
      columns={useColumns(assets)}
      rows={useRanked(query.data ?? NONE, orderingOf(wanted))}
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
  );
}
