import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Listing } from "@/api/market";
import type { Position, PositionMargin } from "@/api/positions";
import { useSession } from "@/session";
import type { Closing } from "./protection/profitAt";
import { holdings } from "./queries";

/** The part of a position that its chart shows; its marks, which change all the time, are left out. */
export interface OwnPosition extends Closing {
  id: string;
  /** Null for owned holdings. */
  margin: Pick<PositionMargin, "liquidationPrice"> | null;
}

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
