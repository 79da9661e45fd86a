import { useTranslation } from "react-i18next";
import { kindOfMarket } from "@/products";
import { add, formatDecimal, isPositive, multiply, wholeTimes } from "@/ui";
import type { RefusalWord } from "./words";

/** A typed quantity, and the lot that it must be a multiple of. */
interface Sized {
  lotSize: string;
  quantity: string;
}

/**
 * The text of a refusal for trades on a market: it may name the paying account, and the valid quantities next to the
 * typed one.
 */
export function useRefusalText(market: string, sized?: Sized) {
  const { t } = useTranslation("orders");
  const { ticket, words: context } = kindOfMarket(market);
  return (word: RefusalWord) => {
    if (word === "lot_size" && sized && isPositive(sized.quantity)) {
      const { lotSize, quantity } = sized;
      const lower = multiply(wholeTimes(quantity, lotSize), lotSize);
      return t(isPositive(lower) ? "lots.between" : "lots.least", {
        context,
        lot: formatDecimal(lotSize),
        lower: formatDecimal(lower),
        upper: formatDecimal(add(lower, lotSize)),
      });
    }
    return t(`refusal.${word}`, { context, account: ticket && t(`account.${ticket.wallet}`) });
  };
}
