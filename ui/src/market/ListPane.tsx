import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useContext } from "react";
import { families } from "@/api/keys";
import { Page, TopBar } from "@/ui";
import { WorkspaceContext } from "@/ui/Page";
import type { RowLook } from "./InstrumentList";
import { ListFilters } from "./ListFilters";
import { ListRows } from "./ListRows";
import { ListTable } from "./ListTable";
import type { Wanted } from "./lists";
import { SearchButton } from "./SearchButton";

interface ListPaneProps {
  wanted: Wanted;
  onShow: (wanted: Wanted) => void;
  /** What is said of the market, over the list. */
  head?: ReactNode;
  /** What has to be said of its figures, at the begin of the list. */
  note?: ReactNode;
  /** What draws a row, where it says more than rows of other lists do. */
  row?: RowLook | undefined;
}

/** The list of one kind of instrument as a screen of its own: rows, and in a workspace a table. */
export function ListPane({ wanted, onShow, head, note, row }: ListPaneProps) {
  const client = useQueryClient();
  const inWorkspace = useContext(WorkspaceContext);
  if (inWorkspace) {
    // What the list can be narrowed to stands in the pane beside it, for every list.
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
