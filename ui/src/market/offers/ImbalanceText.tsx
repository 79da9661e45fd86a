import { useTranslation } from "react-i18next";
import type { Auction } from "@/api/offerTerms";
import { directionText, formatCompact, NO_VALUE } from "@/ui";

/** The side and size of the imbalance; "balanced" without one. */
export function ImbalanceText({ auction }: { auction: Auction }) {
  const { t, i18n } = useTranslation("offers");
  const { imbalance, imbalanceSide: side } = auction;
  if (imbalance === null) return NO_VALUE;
  if (side === null) return t("auction.balanced");
  return (
    <span className={directionText[side === "buy" ? "rise" : "fall"]}>
      {t(`auction.left.${side}`, { quantity: formatCompact(imbalance, i18n.language) })}
    </span>
  );
}
