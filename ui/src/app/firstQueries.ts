import type { FetchQueryOptions } from "@tanstack/react-query";
import { fundingOverview } from "@/api/fundingOverview";
import { leaders, movers } from "@/market/queries";
import { currentSession } from "@/session";

/** What the home page shows first. The page's first script asks for the same (`first/first.js`). */
export function firstQueries(): FetchQueryOptions[] {
  const shown = [leaders, movers, ...(currentSession() ? [fundingOverview] : [])];
  return shown as FetchQueryOptions[];
}
