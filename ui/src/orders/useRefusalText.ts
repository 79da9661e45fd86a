import { useTranslation } from "react-i18next";
import { classOf, kindOfMarket, TICKETS, usualTicket } from "@/products";
import { measured, thingOf, variantOf } from "@/products/words";
import type { RefusalWord } from "@/trade/words";
import { add, formatDecimal, isPositive, multiply, wholeTimes } from "@/ui";

/** A typed quantity, the lot that it must be a multiple of, and the step of prices, if it is known. */
interface Sized {
  lotSize: string;
  quantity: string;
  tickSize?: string;
}

/**
 * The text of a refusal for trades on a market: it may name the paying account, the step of prices, and the valid
 * quantities next to the typed one.
 */
export function useRefusalText(market: string, sized?: Sized) {
  const { t } = useTranslation("orders");
  const kind = kindOfMarket(market);
  const context = variantOf(kind);
  const usual = usualTicket({ assetClass: classOf(market) });
  const shown = (quantity: string) =>
    measured(t, { assetClass: classOf(market) }, formatDecimal(quantity));
  return (word: RefusalWord) => {
    if (word === "lot_size" && sized && isPositive(sized.quantity)) {
      const { lotSize, quantity } = sized;
      const lower = multiply(wholeTimes(quantity, lotSize), lotSize);
      return t(isPositive(lower) ? "lots.between" : "lots.least", {
        context,
        lot: shown(lotSize),
        lower: formatDecimal(lower),
        upper: shown(add(lower, lotSize)),
      });
    }
    if (word === "tick_size" && sized?.tickSize) {
      return t("ticket.tickSteps", { tick: formatDecimal(sized.tickSize) });
    }
    return t(`refusal.${word}`, {
      context,
      thing: thingOf(t, kind),
      account: usual && t(`account.${TICKETS[usual].wallet}`),
    });
  };
}
