import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import type { useClosePosition } from "@/money/orders";
import type { TicketName } from "@/products";
import { useSession } from "@/session";
import { closingOf, exitProblems, exitTerms, isExitPriced } from "@/trade/exits";
import { hasProblem } from "@/trade/problems";
import { missingOf, type Ticket } from "@/trade/ticket";
import { useDebounced } from "@/ui";
import type { ClosingInput } from "./CloseForm";
import { closable, closePreview } from "./previews";
import { type Place, refusedPlace } from "./refusedPlace";
import { useFigures } from "./useFigures";
import { useReason } from "./useReason";
import { useRefusalText } from "./useRefusalText";
import { marketNow, useTicketQuote } from "./useTicket";

/** A position to close. */
export interface Closed {
  id: string;
  quantity: string;
  /** The quantity that no order has set aside, not even a leg; undefined while unknown. */
  free: string | undefined;
}

/**
 * The close that is being typed or reviewed: its order, what it brings by the server's preview of closing, and any obstacle.
 * Once it is answered there are no more requests: what was closed cannot be closed again, which is no error.
 */
export function useClosing(
  name: TicketName,
  instrument: InstrumentDetail,
  { id, quantity: held, free }: Closed,
  side: Side,
  { quantity, exit }: ClosingInput,
  { body, answer }: ReturnType<typeof useClosePosition>,
) {
  const session = useSession();
  const quote = useTicketQuote(instrument);
  const ticket = useMemo<Ticket>(
    () => ({ side, terms: exitTerms(exit), size: { quantity } }),
    [side, exit, quantity],
  );
  const missing = missingOf(ticket) ?? (isExitPriced(exit) ? null : "price");
  const wanted = useMemo(
    () => (missing ? null : closingOf(exit, { id, quantity })),
    [missing, exit, id, quantity],
  );
  const typed = useDebounced(wanted);
  const settled = body === null ? typed : wanted;
  const done = answer !== undefined;
  const figures = useFigures(closePreview(session && !done ? settled : null), {
    isComplete: wanted !== null,
    isSettled: settled === wanted,
    done,
  });
  const atMarket = exit.type === "market";
  const { data: all } = useQuery({
    ...closable(id, `${held} ${free}`),
    enabled: session !== null && atMarket && !done,
  });
  const { refusal } = figures;
  const now = marketNow(name, instrument, quote);
  const problems = exitProblems(exit, side, now);
  const { lotSize, market, tickSize } = instrument;
  const place =
    refusal &&
    refusedPlace(
      refusal,
      exit.type === "pair" ? { ...ticket, takeProfit: exit.takeProfit } : ticket,
      tickSize,
    );
  const text = useRefusalText(market, { lotSize, quantity, tickSize: now.tickSize });
  const reason = useReason({ ...figures, missing, isImpossible: hasProblem(problems) });
  return {
    figures,
    ticket,
    quote,
    now,
    problems,
    /** The greatest quantity: legs make way for a close at the market, and for no other. */
    available: atMarket ? all : free,
    reason,
    errorAt: (of: Place) => (refusal && (place ?? "quantity") === of ? text(refusal) : undefined),
  };
}
