import { useTranslation } from "react-i18next";
import { kindOfMarket } from "@/products";
import type { RefusalWord } from "./words";

/** What a refusal says to somebody who trades on a market: it may name the account that pays there. */
export function useRefusalText(market: string) {
  const { t } = useTranslation("orders");
  const { wallet, words: context } = kindOfMarket(market);
  return (word: RefusalWord) => t(`refusal.${word}`, { context, account: t(`account.${wallet}`) });
}
