import { useQuery } from "@tanstack/react-query";
import type { Position } from "@/api/positions";
import { MarketFirst } from "@/market/MarketFirst";
import { PositionView } from "@/positions/PositionView";
import { LegProfit } from "@/positions/protection/LegProfit";
import { ProtectionCard } from "@/positions/protection/ProtectionCard";
import type { TradeDetailQuery } from "@/screenQueries";
import { Skeleton } from "@/ui";
import { FillHistory } from "./FillHistory";
import { GroupStatePill } from "./GroupCard";
import { LegRow } from "./LegRow";
import { legsOf, stateOf } from "./legs";
import { OrderView } from "./OrderView";
import { workingOrders } from "./queries";
import { ReceiptView } from "./receipt/ReceiptView";
import { useOrderSheets } from "./useOrderSheets";

/** The legs that protect a position, with what each covers and would take, and the button that sets them. */
function Protection({ position }: { position: Position }) {
  const { data, error } = useQuery(workingOrders);
  const { actions, sheets } = useOrderSheets();
  if (!data) return error ? null : <Skeleton className="mt-3 h-36 rounded-card" />;
  const legs = legsOf(data, position);
  return (
    <>
      <ProtectionCard
        position={position}
        legs={legs}
        state={<GroupStatePill state={stateOf(legs)} />}
      >
        {legs.map((leg) => (
          <LegRow key={leg.id} leg={leg} held={position.quantity} {...actions}>
            <LegProfit position={position} leg={leg} />
          </LegRow>
        ))}
      </ProtectionCard>
      {sheets}
    </>
  );
}

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
            <PositionView
              id={query.id}
              listing={listing}
              name={query.name}
              protection={(position) => <Protection position={position} />}
            >
              <FillHistory listing={listing} />
            </PositionView>
          )}
        </MarketFirst>
      );
  }
}
