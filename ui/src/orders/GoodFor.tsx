import { useTranslation } from "react-i18next";
import type { Order, TimeInForce } from "@/api/orders";
import { formatTradeMinute } from "@/ui";

/** How long an order is good for: when its day ends, on the exchange's clock, or until it is cancelled. */
export function useGoodForText(
  timeInForce: TimeInForce,
  endsAt: number | null,
  market: string,
): string {
  const { t, i18n } = useTranslation("orders");
  if (timeInForce === "gtc") return t("timeInForce.gtc");
  // A server may tell no end that a clock could show.
  if (endsAt === null || !Number.isFinite(endsAt)) return t("timeInForce.day");
  return t("timeInForce.until", { time: formatTradeMinute(endsAt, i18n.language, market) });
}

type Placed = Pick<Order, "timeInForce" | "expiresAt" | "market">;

export const GoodFor = ({ order }: { order: Placed }) =>
  useGoodForText(order.timeInForce, order.expiresAt, order.market);
