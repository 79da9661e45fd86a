import { useQuery } from "@tanstack/react-query";
import { Page, QueryView, SkeletonRows, TopBar } from "@/ui";
import { watchGroups } from "./groups/groupQueries";
import { ManageBoard } from "./manage/ManageBoard";
import { watchlist } from "./queries";

/** Manages the watchlist and its groups. */
export default function WatchlistManagePage() {
  const groups = useQuery(watchGroups);
  return (
    <Page top={<TopBar />}>
      <QueryView query={useQuery(watchlist)} skeleton={<SkeletonRows rows={8} />}>
        {(items) => (
          <QueryView query={groups} skeleton={<SkeletonRows rows={8} />}>
            {(known) => <ManageBoard items={items} groups={known} />}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}
