import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigation } from "@/navigation";
import type { ForexQuery } from "@/screenQueries";
import { to } from "@/screens";
import { ListPane } from "./ListPane";
import { instrumentList } from "./listQueries";
import { pairClasses, type Wanted } from "./lists";
import { MarketSession } from "./MarketSession";

/** Pairs of currencies, and whether their week goes on. */
export default function ForexPage({ list, pairs }: ForexQuery) {
  const { open } = useNavigation();
  const wanted: Wanted = { assets: "forex", type: list ?? "all", part: pairs };
  const first = useInfiniteQuery(instrumentList(wanted)).data?.pages[0]?.rows[0];
  const show = ({ type, part }: Wanted) =>
    open(
      to("forex", {
        list: type === "all" ? undefined : type,
        pairs: pairClasses.find((known) => known === part),
      }),
      { replace: true },
    );
  return (
    <ListPane
      wanted={wanted}
      onShow={show}
      head={
        <div className="flex min-h-6 items-center pb-1.5">
          {first ? <MarketSession of={first} /> : null}
        </div>
      }
    />
  );
}
