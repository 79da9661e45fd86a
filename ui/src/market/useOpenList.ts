import { useLocation } from "react-router";
import type { ListQuery } from "@/screenQueries";
import { isTab, placeOf, type ScreenName, screenAt, screens } from "@/screens";
import type { OfferList } from "./lists";

/** What a workspace shows beside the menu of the Markets tab: a list, what is offered, or another screen. */
export type OpenList = "list" | OfferList | ScreenName;

/** Which of them the window's address and the tab's own one say. Quotes and the like stand further right. */
export function openListOf(name: ScreenName | undefined, { offer }: Pick<ListQuery, "offer">) {
  const beside: OpenList = offer ?? "list";
  if (!name || isTab(name) || placeOf(name, "market") !== "main") return beside;
  return screens[name].assets ? "list" : name;
}

export const useOpenList = (asked: ListQuery): OpenList =>
  openListOf(screenAt(useLocation().pathname), asked);
