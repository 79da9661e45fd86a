import type { FetchQueryOptions } from "@tanstack/react-query";
import { fundingOverview } from "@/api/fundingOverview";
import { indices, leaders, movers } from "@/market/queries";
import { currentSession } from "@/session";

/** What the home page shows first. The page's first script asks for the same (`first/first.js`). */
export function firstQueries(): FetchQueryOptions[] {
  const lists = [indices, movers];
  const isWide = window.matchMedia("(min-width: 1280px)").matches;
  const shown = currentSession() ? [...lists, fundingOverview] : isWide ? [leaders] : lists;
  return shown as FetchQueryOptions[];
}
