import { useTranslation } from "react-i18next";
import { kindOfMarket } from "@/products";
import { add, formatDecimal, isPositive, multiply, wholeTimes } from "@/ui";
import type { RefusalWord } from "./words";

/** A quantity that was filled in, and what it has to be a multiple of. */
interface Sized {
  lotSize: string;
  quantity: string;
}

/**
 * What a refusal says to somebody who trades on a market: it may name the account that pays there, and the quantities
 * beside the one that was filled in.
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
