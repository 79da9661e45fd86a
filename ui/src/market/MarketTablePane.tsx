import type { ListQuery } from "@/screenQueries";
import { Page, TopBar } from "@/ui";
import { IndexStrip } from "./IndexStrip";
import { ListTable, useListTitle } from "./ListTable";
import { useFilters } from "./useFilters";

/** Of the Markets tab in a workspace: the whole list at once, which any column orders. */
export default function MarketTablePane(asked: ListQuery) {
  const { wanted } = useFilters(asked);
  return (
    <Page top={<TopBar title={useListTitle(wanted)} />} className="flex flex-col overflow-hidden">
      {wanted.assets === "index" ? null : <IndexStrip className="mt-1" />}
      <ListTable wanted={wanted} />
    </Page>
  );
}
