import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigation } from "@/navigation";
import type { HongKongQuery } from "@/screenQueries";
import { to } from "@/screens";
import { ListPane } from "./ListPane";
import { instrumentList } from "./listQueries";
import type { Wanted } from "./lists";
import { MarketSession } from "./MarketSession";

/** The shares of the Hong Kong exchange, and whether it is open. */
export default function HongKongPage({ list }: HongKongQuery) {
  const { open } = useNavigation();
  const wanted: Wanted = { assets: "hkStock", type: list ?? "all", part: "" };
  const first = useInfiniteQuery(instrumentList(wanted)).data?.pages[0]?.rows[0];
  const show = ({ type }: Wanted) =>
    open(to("hongKong", { list: type === "all" ? undefined : type }), { replace: true });
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
