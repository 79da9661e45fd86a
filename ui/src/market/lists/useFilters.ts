import type { OfferList, Wanted } from "@/choices/lists";
import { newerParts, PARTS, type Part, partsOf } from "@/choices/parts";
import { useNavigation } from "@/navigation";
import type { ClassListQuery, ListQuery } from "@/screenQueries";
import { to } from "@/screens";

const among = <const P extends Part>(parts: readonly P[], part: Part) =>
  parts.find((known) => known === part);

/** The query of a list's address, whose assets come from elsewhere. Two kinds of parts have their own names there. */
export const listQueryOf = ({ assets, type, part, order }: Wanted) => ({
  sort: order?.by,
  order: order && (order.descending ? ("desc" as const) : ("asc" as const)),
  list: type === "all" ? undefined : type,
  exchange: assets === "usStock" ? among(PARTS.usStock, part) : undefined,
  pairs: assets === "forex" ? among(PARTS.forex, part) : undefined,
  part: assets === "usStock" || assets === "forex" ? undefined : among(newerParts, part),
});

/** The address of a list in the Markets tab, for example of the losers of one exchange. */
export const listAddress = (wanted: Wanted) =>
  to("market", {
    assets: wanted.assets === "usStock" ? undefined : wanted.assets,
    ...listQueryOf(wanted),
  });

/** The address of an offer list, which is a tab beside the lists in the Markets tab. */
export const offerAddress = (
  offer: OfferList,
  { status, market }: Partial<Pick<ListQuery, "status" | "market">> = {},
) => to("market", { offer, status, market: market || undefined });

/** The ranking for other assets, and its part if they have it. */
export const ofAssets = (wanted: Wanted, assets: Wanted["assets"]): Wanted => ({
  type: wanted.type,
  assets,
  part: among(partsOf(assets), wanted.part) ?? "",
});

/** The list of an address. */
export function wantedOf(asked: ClassListQuery & Pick<ListQuery, "assets">): Wanted {
  const { assets, list, exchange, pairs, part, sort, order } = asked;
  const named: Part = assets === "usStock" ? exchange : assets === "forex" ? pairs : part;
  const wanted = ofAssets({ assets, type: list ?? "all", part: named }, assets);
  return sort ? { ...wanted, order: { by: sort, descending: order === "desc" } } : wanted;
}

/** The list shown is that of the address. */
export function useFilters(asked: ListQuery) {
  const { open } = useNavigation();
  const wanted = wantedOf(asked);
  const show = (next: Wanted) => open(listAddress(next), { replace: true });
  return { wanted, show };
}
