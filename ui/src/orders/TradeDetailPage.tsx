import { MarketFirst } from "@/market/MarketFirst";
import { PositionView } from "@/positions/PositionView";
import type { TradeDetailQuery } from "@/screenQueries";
import { FillHistory } from "./FillHistory";
import { OrderView } from "./OrderView";
import { ReceiptView } from "./receipt/ReceiptView";

/**
 * The details of a trade. The address selects the view: a holding with its fills, an order (`profile` is the account
 * statement's word for it), or a fill's receipt (`closing` is the word of the list of closed trades).
 */
export default function TradeDetailPage(query: TradeDetailQuery) {
  switch (query.type) {
    case "order":
    case "profile":
      return <OrderView id={query.id} />;
    case "receipt":
    case "closing":
      return <ReceiptView fillId={query.id} />;
    case "holding":
      return (
        <MarketFirst {...query}>
          {(listing) => (
            <PositionView id={query.id} listing={listing} name={query.name}>
              <FillHistory listing={listing} />
            </PositionView>
          )}
        </MarketFirst>
      );
  }
}
