import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { OrderCost } from "@/api/costs";
import { families } from "@/api/keys";
import { encodeOrder, type NewOrder } from "@/api/orders";
import { FORMS } from "@/trade/forms";

/** A cost ages with the market. */
const EVERY_MS = 2_000;
const WITHIN_MS = 5_000;

type Opening = Pick<NewOrder, "symbol" | "market" | "side"> & { quantity: string };

/** The cost of opening a position in the next month, at the market. */
export const rollCost = ({ quantity, ...of }: Opening) =>
  queryOptions({
    queryKey: [...families.orders, "rollCost", of, quantity],
    queryFn: () =>
      FORMS.future.preview(
        encodeOrder({ ...of, size: { quantity }, terms: { type: "market" } }),
        AbortSignal.timeout(WITHIN_MS),
      ),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The cost of the order that a roll opens; undefined while it is not known. */
export const useRollCost = (opening: Opening): OrderCost | undefined =>
  useQuery(rollCost(opening)).data;
