import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { kindOf, type TicketName } from "@/products";
import { thingOf } from "@/products/words";
import { Card, FactGrid, formatDecimal, Own } from "@/ui";
import { CloseForm, useCloseQuantity } from "./CloseForm";
import { CostCard } from "./CostCard";
import type { useClosePosition } from "./calls";
import { FiguresNotice } from "./FiguresNotice";
import { FORMS } from "./forms";
import { LotsHint } from "./LotsHint";
import { SettlementLine } from "./SettlementLine";
import type { Ticket } from "./ticket";
import { useOutlookText } from "./useOutlookText";
import { useReason } from "./useReason";
import { useRefusalText } from "./useRefusalText";
import { useCost, useTicketQuote } from "./useTicket";

/** The position to sell, and its quantity free to sell. */
export interface Held {
  positionId: string;
  quantity: string;
  available: string;
}

interface CloseTicketProps {
  /** The usual ticket of the instrument, by which its sale is previewed. */
  name: TicketName;
  instrument: InstrumentDetail;
  held: Held;
  closing: ReturnType<typeof useClosePosition>;
  onDone: () => void;
}

function HeldFacts({ held, instrument }: Pick<CloseTicketProps, "held" | "instrument">) {
  const { t } = useTranslation("orders");
  return (
    <Card className="mb-3">
      <FactGrid
        facts={[
          { label: thingOf(t, kindOf(instrument), "label"), value: instrument.name },
          { label: t("close.held"), value: <Own>{formatDecimal(held.quantity)}</Own> },
          { label: t("available.shares"), value: <Own>{formatDecimal(held.available)}</Own> },
        ]}
      />
    </Card>
  );
}

/** Sells a holding at the market: the quantity, its proceeds, and the confirmation. */
export function CloseTicket({ name, instrument, held, closing, onDone }: CloseTicketProps) {
  const { quantity, onChange } = useCloseQuantity(closing);
  const ticket = useMemo(() => sale(quantity), [quantity]);
  const quote = useTicketQuote(instrument);
  const state = useCost(name, instrument, ticket, {
    reviewed: closing.body !== null,
    done: closing.answer !== undefined,
  });
  const { cost, refusal } = state;
  const { lotSize, market } = instrument;
  const refusalText = useRefusalText(market, { lotSize, quantity });
  const { panels } = FORMS[name];
  return (
    <CloseForm
      instrument={instrument}
      quote={quote}
      closing={closing}
      side="sell"
      words={undefined}
      facts={<HeldFacts instrument={instrument} held={held} />}
      positionId={held.positionId}
      available={held.available}
      quantity={quantity}
      onChange={onChange}
      error={refusal ? refusalText(refusal) : undefined}
      reason={useReason(state)}
      cost={state}
      card={cost ? <CostCard instrument={instrument} cost={cost} side="sell" estimated /> : null}
      hint={
        panels.includes("lots") ? (
          <LotsHint of={instrument} lotSize={lotSize} quantity={quantity} side="sell" />
        ) : null
      }
      notes={
        <>
          {panels.includes("settlement") ? (
            <SettlementLine instrument={instrument} side="sell" />
          ) : null}
          {state.old?.trusted ? null : <FiguresNotice cost={state} market={market} />}
        </>
      }
      sentence={useOutlookText(instrument, ticket, quote)}
      onDone={onDone}
    />
  );
}

/** A sale at the market. */
const sale = (quantity: string): Ticket => ({
  side: "sell",
  terms: { type: "market" },
  size: { quantity },
});
