import { useNavigation } from "@/navigation";
import type { ListQuery } from "@/screenQueries";
import { to } from "@/screens";
import { type exchanges, PARTS, type pairClasses, type Wanted } from "./lists";

/** The address of a list in the Markets tab, so that a link can open the losers of one exchange. */
export const listAddress = ({ assets, type, part }: Wanted) =>
  to("market", {
    assets: assets === "usStock" ? undefined : assets,
    list: type === "all" ? undefined : type,
    exchange: assets === "usStock" && part ? (part as (typeof exchanges)[number]) : undefined,
    pairs: assets === "forex" && part ? (part as (typeof pairClasses)[number]) : undefined,
  });

/** The list that an address asks for. */
export const wantedOf = ({ assets, list, exchange, pairs }: ListQuery): Wanted => ({
  assets,
  type: list ?? "all",
  part: { usStock: exchange, hkStock: "" as const, forex: pairs }[assets],
});

/** The same order of other assets, all of them. */
export const ofAssets = (wanted: Wanted, assets: Wanted["assets"]): Wanted => ({
  ...wanted,
  assets,
  part: PARTS[assets].includes(wanted.part as never) ? wanted.part : "",
});

/** What the address says is shown. */
export function useFilters(asked: ListQuery) {
  const { open } = useNavigation();
  const wanted = wantedOf(asked);
  const show = (next: Wanted) => open(listAddress(next), { replace: true });
  return { wanted, show };
}
