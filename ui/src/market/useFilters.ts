import { useNavigation } from "@/navigation";
import type { ListQuery } from "@/screenQueries";
import { to } from "@/screens";
import type { ListType } from "./queries";

export type List = ListType | "all";

interface Filters {
  type: List;
  exchange: ListQuery["exchange"];
}

/** The address of a list, so that a link can open the losers of one exchange. */
export const listAddress = ({ type, exchange }: Filters) =>
  to("market", { list: type === "all" ? undefined : type, exchange: exchange || undefined });

/** What the address says is shown. */
export function useFilters({ list, exchange }: ListQuery) {
  const { open } = useNavigation();
  const type: List = list ?? "all";
  const show = (next: Filters) => open(listAddress(next), { replace: true });
  return { type, exchange, show };
}
