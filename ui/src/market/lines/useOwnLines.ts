import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Order } from "@/api/orders";
import type { OwnPosition } from "@/api/positions";
import { formatPriceOf } from "@/products";
import { linesOf } from "./ownLines";
import { useLineName } from "./useLineName";

const NONE: readonly never[] = [];

/** The prices of the customer's orders and positions in an instrument, as lines and as a sentence. */
export function useOwnLines(
  { symbol, market, assetClass, priceDigits }: InstrumentDetail,
  orders: readonly Order[] = NONE,
  positions: readonly OwnPosition[] = NONE,
) {
  const { t } = useTranslation("chart");
  const lines = useMemo(
    () => linesOf(orders, positions, { symbol, market }),
    [orders, positions, symbol, market],
  );
  const nameOf = useLineName(lines);
  const told = lines.map((line) =>
    t("ownLine", {
      name: nameOf(line),
      price: formatPriceOf({ symbol, assetClass, priceDigits }, line.price),
    }),
  );
  return {
    lines,
    toldLines: told.length > 0 ? t("ownLines", { lines: told.join(t("compare.and")) }) : null,
  };
}
