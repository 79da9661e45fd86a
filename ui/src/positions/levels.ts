import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Listing } from "@/api/market";
import type { Position, PositionLevel } from "@/api/positions";
import { useSession } from "@/session";
import { holdings } from "./queries";

/** The closing prices of an instrument's positions. */
export const levelsOf = (
  positions: readonly Position[],
  { symbol, market }: Listing,
): PositionLevel[] =>
  positions.flatMap(({ side, margin, takeProfit, stopLoss, ...of }) => {
    if (of.symbol !== symbol || of.market !== market) return [];
    const liquidation = margin?.liquidationPrice ?? null;
    return Object.entries({ takeProfit, stopLoss, liquidation }).flatMap(([kind, price]) =>
      price === null ? [] : [{ kind: kind as PositionLevel["kind"], side, price }],
    );
  });

/** The closing prices of the customer's positions in an instrument. The array is the same while only marks change. */
export function useLevels({ symbol, market }: Listing): readonly PositionLevel[] | undefined {
  const select = useCallback(
    (positions: readonly Position[]) => levelsOf(positions, { symbol, market }),
    [symbol, market],
  );
  return useQuery({ ...holdings, enabled: useSession() !== null, select }).data;
}
