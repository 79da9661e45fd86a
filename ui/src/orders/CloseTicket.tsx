import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { limitOf } from "@/api/orderTerms";
import type { Position } from "@/api/positions";
import type { useClosePosition } from "@/money/orders";
import { formatAverageOf, type TicketName } from "@/products";
import { FORMS } from "@/trade/forms";
import { Card, equal, FactGrid, formatDecimal, NO_VALUE, Own, SignedText } from "@/ui";
import { AtPrices } from "./AtPrices";
import { CloseForm, useClosingInput } from "./CloseForm";
import { CostCard } from "./CostCard";
import { ExitTerms } from "./ExitTerms";
import { FiguresNotice } from "./FiguresNotice";
import { LotsHint } from "./LotsHint";
import { SettlementLine } from "./SettlementLine";
import { type Closed, useClosing } from "./useClosing";
import { useExitText } from "./useExitText";

interface CloseTicketProps {
  /** The usual ticket of the instrument. */
  name: TicketName;
  instrument: InstrumentDetail;
  held: Closed;
  /** Undefined until the holdings are loaded, and after all of it is sold. */
  position: Position | undefined;
  /** The profit of the position at the newest price; null while it is unknown. */
  profit: string | null;
  closing: ReturnType<typeof useClosePosition>;
  onDone: () => void;
}

interface HeldFactsProps extends Pick<CloseTicketProps, "held" | "position" | "profit"> {
  /** The quantity that can be sold; undefined while unknown. */
  available: string | undefined;
}

/** The holding as its own screen shows it: a sale is decided by what it cost. */
function HeldFacts({ held, position, profit, available }: HeldFactsProps) {
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
          ...(available === undefined || equal(available, held.quantity)
            ? []
            : [
                {
                  label: t("orders:available.shares"),
                  value: <Own>{formatDecimal(available)}</Own>,
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
  const { lotSize } = instrument;
  const close = useClosing(name, instrument, held, "sell", input, closing);
  const { figures, ticket, quote, now, available } = close;
  const { cost } = figures;
  const { inLots, panels } = FORMS[name];
  const estimated = limitOf(ticket.terms) === null;
  // A pair brings one of two amounts.
  const pair = position ? (
    <AtPrices position={position} exit={exit} quantity={quantity} instrument={instrument} />
  ) : null;
  const card =
    exit.type === "pair" ? (
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
      facts={<HeldFacts held={held} position={position} profit={profit} available={available} />}
      positionId={held.id}
      available={available}
      input={input}
      now={now}
      problems={close.problems}
      errorAt={close.errorAt}
      reason={close.reason}
      cost={figures}
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
          {figures.old?.trusted ? null : <FiguresNotice cost={figures} of={instrument} />}
        </>
      }
      sentence={useExitText(instrument, exit, ticket, quote, figures.isEarlier ? null : cost)}
      onDone={onDone}
    />
  );
}
