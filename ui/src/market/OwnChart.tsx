import { useOwnTrades } from "@/orders/useOwnTrades";
import { ChartSection } from "./ChartSection";
import type { PanelProps } from "./QuoteFrame";

/** The chart of an instrument with the customer's own trades. */
export function OwnChart({ instrument, quote }: PanelProps) {
  const trades = useOwnTrades(instrument);
  return <ChartSection instrument={instrument} quote={quote} trades={trades} />;
}
