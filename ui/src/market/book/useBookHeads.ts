import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { unitOf } from "@/products";

/** The headings of prices and sizes. Where quantities have a code, each says in which it counts: «Size (BTC)». */
export function useBookHeads(instrument: InstrumentDetail) {
  const { t } = useTranslation("kinds");
  const unit = unitOf(instrument);
  return unit
    ? {
        price: t("trades.priceIn", { unit: instrument.currency }),
        size: t("trades.sizeIn", { unit }),
      }
    : { price: t("trades.price"), size: t("trades.size") };
}
