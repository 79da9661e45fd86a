import { useQuery } from "@tanstack/react-query";
import { ListOrdered, Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import { InstrumentRow } from "@/market/InstrumentRow";
import { SearchButton } from "@/market/SearchButton";
import { Suggestions } from "@/market/Suggestions";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { useSession } from "@/session";
import { Button, EmptyState, ErrorState, IconButton, Page, SkeletonRows, TopBar } from "@/ui";
import { EmptyWatchlist } from "./EmptyWatchlist";
import { watchlist } from "./queries";
import { SuggestedStar } from "./SuggestedStar";

/** A list of fewer has room for suggestions. */
const SHORT = 4;

function Items() {
  const { data, error, refetch } = useQuery(watchlist);
  if (!data && error) return <ErrorState error={error} retry={refetch} />;
  if (!data) return <SkeletonRows rows={8} />;
  if (data.length === 0) {
    return (
      <>
        <EmptyWatchlist />
        <Suggestions star={SuggestedStar} />
      </>
    );
  }
  return (
    <>
      {data.map((item) => (
        <InstrumentRow key={item.entryId} instrument={item} />
      ))}
      {data.length < SHORT ? <Suggestions star={SuggestedStar} /> : null}
    </>
  );
}

/** The Watchlist tab: the instruments that the customer follows, in their own order. */
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
