import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { limitOf } from "@/api/orderTerms";
import type { Position } from "@/api/positions";
import type { useClosePosition } from "@/money/orders";
import { formatAverageOf, type TicketName } from "@/products";
import { exitProblems, exitTerms, isExitPriced } from "@/trade/exits";
import { FORMS } from "@/trade/forms";
import { hasProblem } from "@/trade/problems";
import type { Ticket } from "@/trade/ticket";
import { Card, FactGrid, formatDecimal, NO_VALUE, Own, SignedText } from "@/ui";
import { AtPrices } from "./AtPrices";
import { CloseForm, useClosingInput } from "./CloseForm";
import { CostCard } from "./CostCard";
import { ExitTerms } from "./ExitTerms";
import { FiguresNotice } from "./FiguresNotice";
import { LotsHint } from "./LotsHint";
import type { Place } from "./refusedPlace";
import { SettlementLine } from "./SettlementLine";
import { useExitText } from "./useExitText";
import { useReason } from "./useReason";
import { useRefusalText } from "./useRefusalText";
import { marketNow, useCost, useTicketQuote } from "./useTicket";

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
  /** Undefined until the holdings are loaded, and after all of it is sold. */
  position: Position | undefined;
  /** The profit of the position at the newest price; null while it is unknown. */
  profit: string | null;
  closing: ReturnType<typeof useClosePosition>;
  onDone: () => void;
}

type HeldFactsProps = Pick<CloseTicketProps, "held" | "position" | "profit">;

/** The holding as its own screen shows it: a sale is decided by what it cost. */
function HeldFacts({ held, position, profit }: HeldFactsProps) {
  const { t } = useTranslation(["orders", "positions"]);
  return (
    <Card className="mb-3">
      <FactGrid
        facts={[
          { label: t("orders:close.held"), value: <Own>{formatDecimal(held.quantity)}</Own> },
          {
            label: t("positions:cost"),
            value: position ? formatAverageOf(position, position.averagePrice) : NO_VALUE,
          },
          {
            label: t("positions:unrealised"),
            value:
              profit === null ? (
                NO_VALUE
              ) : (
                <Own>
                  <SignedText value={profit} />
                </Own>
              ),
          },
          ...(held.available === held.quantity
            ? []
            : [
                {
                  label: t("orders:available.shares"),
                  value: <Own>{formatDecimal(held.available)}</Own>,
                },
              ]),
        ]}
      />
    </Card>
  );
}

/** Sells a holding: the quantity, the type of order, its proceeds, and the confirmation. */
export function CloseTicket(props: CloseTicketProps) {
  const { name, instrument, held, position, profit, closing, onDone } = props;
  const input = useClosingInput(closing);
  const { quantity, exit } = input;
  const ticket = useMemo<Ticket>(
    () => ({ side: "sell", terms: exitTerms(exit), size: { quantity } }),
    [exit, quantity],
  );
  const quote = useTicketQuote(instrument);
  const state = useCost(name, instrument, ticket, {
    reviewed: closing.body !== null,
    done: closing.answer !== undefined,
  });
  const { cost, refusal, refusedPlace: place } = state;
  const { lotSize, market } = instrument;
  const now = marketNow(name, instrument, quote);
  const problems = exitProblems(exit, "sell", now);
  const refusalText = useRefusalText(market, { lotSize, quantity, tickSize: now.tickSize });
  const errorAt = (of: Place) =>
    refusal && (place ?? "quantity") === of ? refusalText(refusal) : undefined;
  const isPair = exit.type === "pair";
  const isMissing = !isExitPriced(exit);
  const reason = useReason({
    ...state,
    missing: state.missing ?? (isMissing ? "price" : null),
    isImpossible: hasProblem(problems),
  });
  const { inLots, panels } = FORMS[name];
  const estimated = limitOf(ticket.terms) === null;
  // A pair brings one of two amounts.
  const pair = position ? (
    <AtPrices position={position} exit={exit} quantity={quantity} instrument={instrument} />
  ) : null;
  const card = isPair ? (
    pair
  ) : cost ? (
    <CostCard instrument={instrument} cost={cost} side="sell" estimated={estimated} />
  ) : null;
  return (
    <CloseForm
      instrument={instrument}
      quote={quote}
      closing={closing}
      side="sell"
      words={undefined}
      facts={<HeldFacts held={held} position={position} profit={profit} />}
      positionId={held.positionId}
      available={held.available}
      input={input}
      now={now}
      problems={problems}
      errorAt={errorAt}
      reason={reason}
      cost={state}
      card={card}
      terms={<ExitTerms exit={exit} ticket={ticket} instrument={instrument} now={now} />}
      hint={
        inLots ? (
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
      sentence={useExitText(instrument, exit, ticket, quote)}
      onDone={onDone}
    />
  );
}
