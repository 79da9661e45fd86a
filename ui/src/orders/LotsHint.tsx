import { useTranslation } from "react-i18next";
import type { Side } from "@/api/orders";
import { formatDecimal, isPositive, multiply, subtract, wholeTimes } from "@/ui";

interface LotsHintProps {
  lotSize: string;
  quantity: string;
  side: Side;
}

/** The quantity in lots. A holding may end in less than a lot, which is only sold as a whole. */
export function LotsHint({ lotSize, quantity, side }: LotsHintProps) {
  const { t } = useTranslation("orders");
  const lot = formatDecimal(lotSize);
  const lots = isPositive(quantity) ? wholeTimes(quantity, lotSize) : "0";
  const odd = isPositive(quantity) ? subtract(quantity, multiply(lots, lotSize)) : "0";
  const counted = isPositive(lots)
    ? t("lots.count", { count: Number(lots), lots: formatDecimal(lots), lot })
    : t("lots.one", { lot });
  return (
    <p className="num px-1 pt-1.5 text-small text-ink-2">
      {isPositive(odd) ? t("lots.odd", { lots: counted, odd: formatDecimal(odd) }) : counted}
      {side === "sell" && isPositive(odd) ? ` ${t("lots.oddRule")}` : null}
    </p>
  );
}
