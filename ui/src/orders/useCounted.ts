import { useTranslation } from "react-i18next";
import type { Instrument } from "@/api/market";
import { kindOf } from "@/products";
import { formatDecimal } from "@/ui";

/** Quantities of an instrument with the noun of its kind. */
export function useCounted(of: Pick<Instrument, "assetClass">) {
  const { t } = useTranslation("orders");
  const { noun } = kindOf(of);
  return {
    /** With the noun in every language: "5 shares". */
    counted: (quantity: string) =>
      t(`count.${noun}`, { count: Number(quantity), quantity: formatDecimal(quantity) }),
    /** As part of a sentence that names the instrument: Chinese has a measure word there, English has none. */
    measured: (quantity: string) => t(`measure.${noun}`, { quantity }),
  };
}
