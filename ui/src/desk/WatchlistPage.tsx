import { useQuery } from "@tanstack/react-query";
import { ListOrdered, Star } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { WatchGroup } from "@/api/watchGroups";
import type { WatchlistEntry } from "@/api/watchlist";
import { InstrumentRow } from "@/market/lists/InstrumentRow";
import { Suggestions } from "@/market/lists/Suggestions";
import { SearchButton } from "@/market/search/SearchButton";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { useSession } from "@/session";
import {
  Button,
  EmptyState,
  IconButton,
  Page,
  QueryList,
  ScrollingTabs,
  SkeletonRows,
  TopBar,
} from "@/ui";
import type { Sort } from "@/ui/sorting";
import { EmptyWatchlist } from "@/watchlist/EmptyWatchlist";
import { EmptyGroup } from "@/watchlist/groups/EmptyGroup";
import { watchGroups } from "@/watchlist/groups/groupQueries";
import { ALL, rowsOf, useChosenGroup } from "@/watchlist/groups/groups";
import { watchlist } from "@/watchlist/queries";
import { inSort, SortBar } from "@/watchlist/SortBar";
import { SuggestedStar } from "@/watchlist/SuggestedStar";

/** A shorter list leaves room for suggestions. */
const SHORT = 4;

/** The rows of a group, in the customer's order or sorted by a column. */
function Rows({ rows, group }: { rows: WatchlistEntry[]; group: WatchGroup | undefined }) {
  const { i18n } = useTranslation();
  const [sort, setSort] = useState<Sort | null>(null);
  const ordered = useMemo(() => inSort(rows, sort, i18n.language), [rows, sort, i18n.language]);
  if (group && rows.length === 0) return <EmptyGroup group={group} />;
  return (
    <>
      <SortBar sort={sort} onSort={setSort} />
      {ordered.map((item) => (
        <InstrumentRow key={item.entryId} instrument={item} />
      ))}
    </>
  );
}

/** The groups as tabs, if there are any. */
function Grouped({ items }: { items: WatchlistEntry[] }) {
  const { t } = useTranslation("watchlist");
  const { data: groups } = useQuery(watchGroups);
  const { id, group, choose } = useChosenGroup(groups, useSession()?.user.id);
  const tabs = useMemo(
    () => [
      { value: ALL, label: t("groups.all") },
      ...(groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ],
    [groups, t],
  );
  const rows = <Rows key={id} group={group} rows={rowsOf(group, items)} />;
  return tabs.length > 1 ? (
    <ScrollingTabs label={t("groups.title")} tabs={tabs} value={id} onChange={choose}>
      {rows}
    </ScrollingTabs>
  ) : (
    rows
  );
}

function Items() {
  const suggestions = <Suggestions star={SuggestedStar} />;
  const empty = (
    <>
      <EmptyWatchlist />
      {suggestions}
    </>
  );
  return (
    <QueryList query={useQuery(watchlist)} skeleton={<SkeletonRows rows={8} />} empty={empty}>
      {(items) => (
        <>
          <Grouped items={items} />
          {items.length < SHORT ? suggestions : null}
        </>
      )}
    </QueryList>
  );
}

/** The Watchlist tab: the instruments that the customer follows, in their groups. */
export default function WatchlistPage() {
  const { t } = useTranslation(["watchlist", "common"]);
  const { open, logIn } = useNavigation();
  const session = useSession();
  const { data, refetch } = useQuery({ ...watchlist, enabled: session !== null });
  const manage = data?.length ? (
    <IconButton label={t("watchlist:manage.title")} onClick={() => open(to("watchlistManage"))}>
      <ListOrdered size={24} strokeWidth={1.75} aria-hidden />
    </IconButton>
  ) : null;
  return (
    <Page
      top={
        <TopBar
          end={
            <>
              {manage}
              <SearchButton />
            </>
          }
        />
      }
      onRefresh={session ? refetch : undefined}
    >
      {session ? (
        <Items />
      ) : (
        <>
          <EmptyState
            icon={Star}
            text={t("watchlist:anonymous")}
            action={<Button onClick={() => logIn()}>{t("common:action.logIn")}</Button>}
          />
          <Suggestions star={SuggestedStar} />
        </>
      )}
    </Page>
  );
}
