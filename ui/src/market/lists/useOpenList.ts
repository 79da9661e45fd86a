import type { OfferList } from "@/choices/lists";
import { useLocation } from "@/history";
import type { ListQuery } from "@/screenQueries";
import { isTab, placeOf, type ScreenName, screenAt, screens } from "@/screens";

/** The screen beside the menu of the Markets tab in a workspace: a list, an offer list, or another. */
export type OpenList = "list" | OfferList | ScreenName;

/** The screen beside the menu, by the addresses of the window and of the tab. Quotes and the like are further right. */
export function openListOf(name: ScreenName | undefined, { offer }: Pick<ListQuery, "offer">) {
  const beside: OpenList = offer ?? "list";
  if (!name || isTab(name) || placeOf(name, "market") !== "main") return beside;
  return screens[name].assets ? "list" : name;
}

export const useOpenList = (asked: ListQuery): OpenList =>
  openListOf(screenAt(useLocation().pathname), asked);
