import { useTranslation } from "react-i18next";
import type { FutureHolding } from "@/api/futureRows";
import type { Listing } from "@/api/market";
import { contractEnd } from "@/products/contractEnd";
import { formatShortDate } from "@/ui/time";

/** When a position in a future ends, in words, and what has been or will be refused before. */
export function useExpiryText(of: Listing, future: FutureHolding) {
  const { t, i18n } = useTranslation("positions");
  const { day, daysLeft, isClosedEarly, isClosingOnly, closeOnlyFrom, isSoon } = contractEnd(
    of,
    future,
  );
  const dayText = (date: string) => formatShortDate(date, i18n.language);
  return {
    expires: t(isClosedEarly ? "future.closesIn" : "future.endsIn", {
      count: daysLeft,
      day: dayText(day),
    }),
    /** Null where opening is refused on no earlier day. */
    closeOnly: isClosingOnly
      ? t("future.closeOnlyNow")
      : closeOnlyFrom
        ? t("future.closeOnly", { day: dayText(closeOnlyFrom) })
        : null,
    isSoon: isClosingOnly || isSoon,
  };
}
