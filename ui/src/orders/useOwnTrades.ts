import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Listing } from "@/api/market";
import { useSession } from "@/session";
import { fillsOf, workingOrders } from "./queries";

/** All the customer's fills and working orders of an instrument; undefined for a visitor. */
export function useOwnTrades(listing: Listing) {
  const isCustomer = useSession() !== null;
  const fills = useInfiniteQuery({ ...fillsOf(listing), enabled: isCustomer });
  const { data: orders } = useQuery({ ...workingOrders, enabled: isCustomer });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = fills;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return useMemo(
    () =>
      isCustomer
        ? { fills: data?.pages.flatMap(({ rows }) => rows) ?? [], orders: orders ?? [] }
        : undefined,
    [isCustomer, data, orders],
  );
}
