import { useTranslation } from "react-i18next";
import type { Instrument } from "@/api/market";
import type { Side } from "@/api/orders";
import { counted, measured } from "@/products/words";
import { formatDecimal, isPositive, multiply, subtract, wholeTimes } from "@/ui";

interface LotsHintProps {
  of: Pick<Instrument, "assetClass" | "symbol">;
  lotSize: string;
  quantity: string;
  side: Side;
}

/** The quantity in lots. A holding may end in less than a lot, which is only sold as a whole. */
export function LotsHint({ of, lotSize, quantity, side }: LotsHintProps) {
  const { t } = useTranslation("orders");
  const lot = counted(t, of, lotSize);
  const lots = isPositive(quantity) ? wholeTimes(quantity, lotSize) : "0";
  const odd = isPositive(quantity) ? subtract(quantity, multiply(lots, lotSize)) : "0";
  const inLots = isPositive(lots)
    ? t("lots.count", { count: Number(lots), lots: formatDecimal(lots), quantity: lot })
    : t("lots.one", { quantity: lot });
  return (
    <span className="num">
      {isPositive(odd)
        ? t("lots.odd", { lots: inLots, odd: measured(t, of, formatDecimal(odd)) })
        : inLots}
      {side === "sell" && isPositive(odd) ? ` ${t("lots.oddRule")}` : null}
    </span>
  );
}
