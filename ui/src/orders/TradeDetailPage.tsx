import { RequireSession } from "@/app/RequireSession";
import { useQueryOf } from "@/navigation";
import { PositionView } from "@/positions/PositionView";
import { FillsOfStock } from "./FillsOfStock";
import { OrderView } from "./OrderView";
import { ReceiptView } from "./receipt/ReceiptView";

function TradeDetail() {
  const { id = "", type, code = "", name = "", market } = useQueryOf("tradeDetail");
  if (type === "order" || type === "profile") return <OrderView id={id} />;
  if (type === "receipt" || type === "closing") return <ReceiptView fillId={id} />;
  return (
    <PositionView id={id} code={code} name={name}>
      <FillsOfStock code={code} market={market ?? "UsStock"} />
    </PositionView>
  );
}

/**
 * What a trade came to. The address says what is shown: a holding with its fills, an order
 * (`profile` is how the account's statement asks for one), or a fill's receipt (`closing` is how the
 * list of closed trades asks for it).
 */
export default function TradeDetailPage() {
  return (
    <RequireSession>
      <TradeDetail />
    </RequireSession>
  );
}
