import type { StockMarket } from "@/api/offers";
import type { NewStocksQuery } from "@/screenQueries";

/** Which stocks of what is offered are shown: whose, "" for those of all markets, and of new ones how far they have come. */
export type OfferChoice = NewStocksQuery;

export interface OfferProps {
  choice: OfferChoice;
  onShow: (next: OfferChoice) => void;
}

/** The market of a list that is of one at a time. */
export const oneOf = ({ market }: OfferChoice): StockMarket => market || "UsStock";
