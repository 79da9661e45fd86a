import type { TFunction } from "i18next";
import type { Instrument } from "@/api/market";
import type { OrderState } from "@/api/orders";
import { limitOf, stopOf } from "@/api/orderTerms";
import { formatAverageOf, formatPriceOf } from "@/products";
import { formatDecimal, isPositive } from "@/ui";

/** A sentence for the state of an order; without figures if amounts are hidden. `of` is its instrument. */
export function outcomeOf(
  t: TFunction<"orders">,
  order: OrderState,
  of: Pick<Instrument, "symbol" | "assetClass">,
  hidden: boolean,
): string {
  const [limit, stop] = [limitOf(order.prices), stopOf(order.prices)];
  const values = {
    quantity: formatDecimal(order.quantity),
    filled: formatDecimal(order.filled),
    price: formatAverageOf(of, order.averagePrice),
    limit: formatPriceOf(of, limit),
    stop: formatPriceOf(of, stop),
  };
  switch (order.status) {
    case "working":
      if (stop !== null && !order.triggered) return t("result.waitsFor", values);
      return t(limit !== null ? "result.restsAt" : "result.rests", values);
    case "partlyFilled":
      return hidden ? t("status.partlyFilled") : t("result.partlyFilled", values);
    case "filled":
      return hidden ? t("status.filled") : t("result.filled", values);
    default:
      if (order.reason === "ioc" && isPositive(order.filled)) {
        return hidden ? t("reason.iocRest") : t("result.iocRest", values);
      }
      return t(`reason.${order.reason ?? "other"}`);
  }
}
