import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Order } from "@/api/orders";
import { lastDayOf, type OrderTerms, type TimeInForce } from "@/api/orderTerms";
import { formatTradeMinute } from "@/ui";
import type { Traded } from "@/ui/time";
import { formatDate } from "@/ui/time";

/** The time in force of an order: the end of its day on the exchange's clock, or until it is cancelled. */
export function useGoodForText(
  timeInForce: TimeInForce,
  endsAt: number | null,
  of: Traded,
): string {
  const { t, i18n } = useTranslation("orders");
  if (timeInForce !== "day" && timeInForce !== "gtd") return t(`timeInForce.${timeInForce}`);
  // A server may send no end, or one that no clock can show.
  if (endsAt === null || !Number.isFinite(endsAt)) return t("timeInForce.day");
  return t("timeInForce.until", { time: formatTradeMinute(endsAt, i18n.language, of) });
}

/** The time in force of an order that is not placed yet, whose last day may be a date. */
export function useGoodForTerms(
  terms: OrderTerms,
  instrument: Pick<InstrumentDetail, "sessionClosesAt" | "market" | "symbol">,
): string {
  const { t, i18n } = useTranslation("ticket");
  const text = useGoodForText(terms.timeInForce ?? "day", instrument.sessionClosesAt, instrument);
  const day = lastDayOf(terms);
  return day === null ? text : t("date.goodUntil", { day: formatDate(day, i18n.language) });
}

type Placed = Pick<Order, "timeInForce" | "expiresAt" | "market" | "symbol">;

export const GoodFor = ({ order }: { order: Placed }) =>
  useGoodForText(order.timeInForce, order.expiresAt, order);
