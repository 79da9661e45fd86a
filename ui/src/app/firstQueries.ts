import type { FetchQueryOptions } from "@tanstack/react-query";
import { fundingOverview } from "@/api/fundingOverview";
import { indices, leaders, movers } from "@/market/queries";
import { currentSession } from "@/session";

/** The queries of the home page's first view. The page's first script sends the same ones (`first/first.js`). */
export function firstQueries(): FetchQueryOptions[] {
  const lists = [indices, movers];
  const isWide = window.matchMedia("(min-width: 1280px)").matches;
  const shown = currentSession() ? [...lists, fundingOverview] : isWide ? [leaders] : lists;
  return shown as FetchQueryOptions[];
}
