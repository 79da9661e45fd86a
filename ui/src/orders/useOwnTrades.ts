import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { Listing } from "@/api/market";
import type { Position } from "@/api/positions";
import { levelsOf, type OwnTrades } from "@/market/ownTrades";
import { holdings } from "@/positions/queries";
import { useSession } from "@/session";
import { fillsOf, workingOrders } from "./queries";

/** Where the customer's positions of an instrument end. The same ones stay what they are while their marks move. */
function useLevels({ symbol, market }: Listing, isCustomer: boolean) {
  const select = useCallback(
    (positions: readonly Position[]) => levelsOf(positions, { symbol, market }),
    [symbol, market],
  );
  return useQuery({ ...holdings, enabled: isCustomer, select }).data;
}

/**
 * What the customer has traded of an instrument, all of it, what of it waits, and where what is held of it ends;
 * undefined for a visitor.
 */
export function useOwnTrades(listing: Listing): OwnTrades | undefined {
  const isCustomer = useSession() !== null;
  const fills = useInfiniteQuery({ ...fillsOf(listing), enabled: isCustomer });
  const { data: orders } = useQuery({ ...workingOrders, enabled: isCustomer });
  const levels = useLevels(listing, isCustomer);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = fills;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return useMemo(
    () =>
      isCustomer
        ? {
            fills: data?.pages.flatMap(({ rows }) => rows) ?? [],
            orders: orders ?? [],
            levels: levels ?? [],
          }
        : undefined,
    [isCustomer, data, orders, levels],
  );
}
