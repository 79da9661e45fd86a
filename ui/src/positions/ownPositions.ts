import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Listing } from "@/api/market";
import type { OwnPosition, Position } from "@/api/positions";
import { useSession } from "@/session";
import { holdings } from "./queries";

/** The customer's positions in an instrument. */
export const ownPositionsOf = (
  positions: readonly Position[],
  { symbol, market }: Listing,
): OwnPosition[] =>
  positions
    .filter((position) => position.symbol === symbol && position.market === market)
    .map(({ id, side, quantity, averagePrice, cost, multiplier, priceCurrency, ...of }) => ({
      ...{ id, side, quantity, averagePrice, cost, multiplier, priceCurrency },
      currency: of.currency,
      margin: of.margin && { liquidationPrice: of.margin.liquidationPrice },
    }));

/** The customer's positions in an instrument. The array is the same while only marks change. */
export function useOwnPositions({ symbol, market }: Listing): readonly OwnPosition[] | undefined {
  const select = useCallback(
    (positions: readonly Position[]) => ownPositionsOf(positions, { symbol, market }),
    [symbol, market],
  );
  return useQuery({ ...holdings, enabled: useSession() !== null, select }).data;
}
