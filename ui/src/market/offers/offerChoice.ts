import type { StockMarket } from "@/api/offers";
import type { NewStocksQuery } from "@/screenQueries";

/** The filter of an offer list: its market, "" for all, and the status of new stocks. */
export type OfferChoice = NewStocksQuery;

export interface OfferProps {
  choice: OfferChoice;
  onShow: (next: OfferChoice) => void;
}

/** The market of a list that shows one at a time. */
export const oneOf = ({ market }: OfferChoice): StockMarket => market || "UsStock";
