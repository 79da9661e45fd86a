import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useContext } from "react";
import { families } from "@/api/keys";
import type { Wanted } from "@/choices/lists";
import { Page, TopBar } from "@/ui";
import { WorkspaceContext } from "@/ui/Page";
import { SearchButton } from "../search/SearchButton";
import type { RowLook } from "./InstrumentList";
import { ListFilters } from "./ListFilters";
import { ListRows } from "./ListRows";
import { ListTable } from "./ListTable";

interface ListPaneProps {
  wanted: Wanted;
  onShow: (wanted: Wanted) => void;
  /** Content about the market, above the list. */
  head?: ReactNode;
  /** A note on its figures, at the beginning of the list. */
  note?: ReactNode;
  /** The look of a row, if it has more than those of other lists. */
  row?: RowLook | undefined;
}

/** The list of one kind of instrument as its own screen: rows, or in a workspace a table. */
export function ListPane({ wanted, onShow, head, note, row }: ListPaneProps) {
  const client = useQueryClient();
  const inWorkspace = useContext(WorkspaceContext);
  if (inWorkspace) {
    // The filters of every list are in the pane beside it.
    return (
      <Page
        top={<TopBar end={<SearchButton />} />}
        pinned={head}
        className="flex flex-col overflow-hidden pb-0!"
      >
        {note}
        <ListTable wanted={wanted} />
      </Page>
    );
  }
  return (
    <Page
      top={<TopBar end={<SearchButton />} />}
      pinned={
        <>
          {head}
          <ListFilters wanted={wanted} onShow={onShow} />
        </>
      }
      onRefresh={() => client.refetchQueries({ queryKey: families.market, type: "active" })}
    >
      {note}
      <ListRows wanted={wanted} row={row} />
    </Page>
  );
}
