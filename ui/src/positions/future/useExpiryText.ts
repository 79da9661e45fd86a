import { useTranslation } from "react-i18next";
import type { FutureHolding } from "@/api/futureRows";
import { daysUntil, formatShortDate, todayOf } from "@/ui/time";

/** The days before the end at which it is pointed out. */
const SOON_DAYS = 5;

/** When a position in a future ends, in words, and what has been or will be refused before. */
export function useExpiryText(market: string, { lastTradeDay, lastOpenDay }: FutureHolding) {
  const { t, i18n } = useTranslation("positions");
  const today = todayOf(market);
  const day = (date: string) => formatShortDate(date, i18n.language);
  const left = Math.max(0, daysUntil(lastTradeDay, today));
  const isClosingOnly = lastOpenDay !== null && daysUntil(lastOpenDay, today) <= 0;
  return {
    left,
    expires: t("future.endsIn", { count: left, day: day(lastTradeDay) }),
    /** Null where opening is refused on no earlier day. */
    closeOnly: isClosingOnly
      ? t("future.closeOnlyNow")
      : lastOpenDay && lastOpenDay !== lastTradeDay
        ? t("future.closeOnly", { day: day(lastOpenDay) })
        : null,
    isSoon: isClosingOnly || left <= SOON_DAYS,
  };
}
