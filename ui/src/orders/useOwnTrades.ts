import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, useEffect, useMemo } from "react";
import type { Listing } from "@/api/market";
import { useSession } from "@/session";
import { fillsOf, workingOrders } from "./queries";

/** Loaded lazily: few who see a chart change an order in it. */
const Review = lazy(() => import("./AmendSheet").then((sheet) => ({ default: sheet.AmendSheet })));

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
        ? { fills: data?.pages.flatMap(({ rows }) => rows) ?? [], orders: orders ?? [], Review }
        : undefined,
    [isCustomer, data, orders],
  );
}
