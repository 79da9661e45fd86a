import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { UnansweredActions } from "@/app/UnansweredActions";
import { instrumentName } from "@/instrumentName";
import { ticketOf } from "@/products";
import { Button, Card, classes, FactGrid, formatDecimal, Own, Page, TopBar } from "@/ui";
import { CostCard } from "./CostCard";
import type { useClosePosition } from "./calls";
import { FiguresNotice } from "./FiguresNotice";
import { LotsHint } from "./LotsHint";
import { QuantityField } from "./QuantityField";
import { ReviewSheet } from "./ReviewSheet";
import { SettlementLine } from "./SettlementLine";
import { SizeButtons } from "./SizeButtons";
import { TickerLine } from "./TickerLine";
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
  instrument: InstrumentDetail;
  held: Held;
  closing: ReturnType<typeof useClosePosition>;
  onDone: () => void;
}

function HeldFacts({ held, name }: { held: Held; name: string }) {
  const { t } = useTranslation("orders");
  return (
    <Card className="mb-3">
      <FactGrid
        facts={[
          { label: t("review.stock"), value: name },
          { label: t("close.held"), value: <Own>{formatDecimal(held.quantity)}</Own> },
          { label: t("available.shares"), value: <Own>{formatDecimal(held.available)}</Own> },
        ]}
      />
    </Card>
  );
}

/** Sells a holding at the market: the quantity, its proceeds, and the confirmation. */
export function CloseTicket({ instrument, held, closing, onDone }: CloseTicketProps) {
  const { t } = useTranslation(["orders", "common"]);
  const [typed, setTyped] = useState("");
  const reviewed = closing.body !== null;
  // A size requested before the review may arrive after it.
  const change = (next: string) => {
    if (!reviewed) setTyped(next);
  };
  const quantity = closing.body?.quantity ?? typed;
  const ticket = useMemo(() => sale(quantity), [quantity]);
  const quote = useTicketQuote(instrument);
  const state = useCost(instrument, ticket, {
    reviewed,
    done: closing.answer !== undefined,
  });
  const { cost, current, refusal } = state;
  const reason = useReason(state);
  const refusalText = useRefusalText(instrument.market, {
    lotSize: instrument.lotSize,
    quantity,
  });
  const { panels } = ticketOf(instrument);
  // The reviewed quantity is sent, never "all of it": exactly the shown quantity is sold.
  const review = () => closing.review({ id: held.positionId, quantity });
  const { symbol, name, market } = instrument;
  const sentence = useOutlookText(instrument, ticket, quote);
  const title = (
    <>
      {t("ticket.sell", { instrument: name })}{" "}
      <span className="text-small font-normal text-ink-2">{symbol}</span>
    </>
  );
  const card = cost ? <CostCard instrument={instrument} cost={cost} side="sell" estimated /> : null;
  return (
    <Page
      top={<TopBar title={title} />}
      bottom={
        <Button
          look="fall"
          reason={reason}
          busy={!reason && state.working}
          disabled={!reason && !state.ready}
          onClick={review}
        >
          {t("ticket.review")}
        </Button>
      }
    >
      <UnansweredActions />
      <HeldFacts name={name} held={held} />
      <TickerLine instrument={instrument} quote={quote} />
      <div className="space-y-2">
        <QuantityField
          value={quantity}
          onChange={change}
          lotSize={instrument.lotSize}
          error={refusal ? refusalText(refusal) : undefined}
        />
        <SizeButtons
          order={{ symbol, market, side: "sell" }}
          lotSize={instrument.lotSize}
          closes
          free={held.available}
          onChoose={change}
        />
      </div>
      {panels.includes("lots") ? (
        <LotsHint lotSize={instrument.lotSize} quantity={quantity} side="sell" />
      ) : null}
      <div className={classes("mt-3 transition-opacity", !current && "opacity-55")}>{card}</div>
      {panels.includes("settlement") ? (
        <SettlementLine instrument={instrument} side="sell" />
      ) : null}
      {state.old?.trusted ? null : <FiguresNotice cost={state} market={instrument.market} />}
      <p className="pt-2.5 text-small text-ink-2">{sentence}</p>
      <ReviewSheet
        action={closing}
        cost={state}
        title={t("review.title", {
          action: t("ticket.sell", { instrument: instrumentName(instrument) }),
        })}
        sentence={sentence}
        side="sell"
        words={undefined}
        instrument={instrument}
        label={t("review.sell", {
          quantity: formatDecimal(quantity),
          instrument: name,
        })}
        onDone={onDone}
      >
        {current ? card : null}
      </ReviewSheet>
    </Page>
  );
}

/** A sale at the market. */
const sale = (quantity: string): Ticket => ({
  side: "sell",
  type: "market",
  limitPrice: "",
  quantity,
  timeInForce: "day",
  leverage: "",
});
