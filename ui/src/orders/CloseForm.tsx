import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import { UnansweredActions } from "@/app/UnansweredActions";
import { instrumentName } from "@/instrumentName";
import { titleOf } from "@/products";
import { amountOf } from "@/products/words";
import { Button, classes, formatDecimal, Page, TopBar } from "@/ui";
import type { useClosePosition } from "./calls";
import { QuantityField } from "./QuantityField";
import { ReviewSheet } from "./ReviewSheet";
import { SizeButtons } from "./SizeButtons";
import { TickerLine } from "./TickerLine";
import type { Cost, TicketQuote } from "./useTicket";

interface CloseFormProps {
  instrument: InstrumentDetail;
  quote: TicketQuote;
  closing: ReturnType<typeof useClosePosition>;
  /** The side of the order that closes the position. */
  side: Side;
  words: "closing" | undefined;
  /** The position. */
  facts: ReactNode;
  positionId: string;
  /** The quantity that is free to close. */
  available: string;
  quantity: string;
  onChange: (quantity: string) => void;
  /** The trouble with the quantity. */
  error?: string;
  /** The reason why it cannot be closed now, in place of the button's label. */
  reason: string | null;
  /** The figures of the close, which the review recalculates. */
  cost: Pick<Cost, "old" | "unread" | "refusal" | "ready" | "checkAge" | "current" | "working">;
  /** Those figures, drawn; null while there are none. */
  card: ReactNode;
  /** Between the quantity and its figures. */
  hint?: ReactNode;
  /** Below the figures. */
  notes?: ReactNode;
  /** The outlook. */
  sentence: string;
  /** The reason why the review cannot be confirmed. */
  obstacle?: string;
  onDone: () => void;
}

/** The form that closes a position at the market: the quantity, what it brings, and the review. */
export function CloseForm(props: CloseFormProps) {
  const { t } = useTranslation(["orders", "common"]);
  const { instrument, closing, side, words: context, quantity, cost, card, sentence } = props;
  const { symbol, market, lotSize } = instrument;
  const called = titleOf(instrument);
  const action = (of: string) => `${t(`common:direction.${side}`, { context })} ${of}`;
  const title = (
    <>
      {action(called.first)}{" "}
      <span className="inline-block text-small font-normal text-ink-2">{called.second}</span>
    </>
  );
  return (
    <Page
      top={<TopBar title={title} />}
      bottom={
        <Button
          look={side === "sell" ? "fall" : "rise"}
          reason={props.reason}
          busy={!props.reason && cost.working}
          disabled={!props.reason && !cost.ready}
          // The reviewed quantity is sent, never "all of it": exactly the shown quantity is closed.
          onClick={() => closing.review({ id: props.positionId, quantity })}
        >
          {t("ticket.review")}
        </Button>
      }
    >
      <UnansweredActions />
      {props.facts}
      <TickerLine instrument={instrument} quote={props.quote} />
      <div className="space-y-2">
        <QuantityField
          of={instrument}
          value={quantity}
          onChange={props.onChange}
          lotSize={lotSize}
          unit={instrument.baseCurrency ?? undefined}
          error={props.error}
        />
        <SizeButtons
          order={{ symbol, market, side }}
          lotSize={lotSize}
          wallet={null}
          free={props.available}
          onChoose={props.onChange}
        />
      </div>
      {props.hint}
      {card ? (
        <div className={classes("mt-3 transition-opacity", !cost.current && "opacity-55")}>
          {card}
        </div>
      ) : null}
      {props.notes}
      <p className="pt-2.5 text-small text-ink-2">{sentence}</p>
      <ReviewSheet
        action={closing}
        cost={cost}
        title={t("review.title", { action: action(instrumentName(instrument)) })}
        sentence={sentence}
        obstacle={props.obstacle}
        side={side}
        words={context}
        instrument={instrument}
        label={t(`deed.${side}`, {
          what: amountOf(t, instrument, formatDecimal(quantity), called.first),
          context,
        })}
        onDone={props.onDone}
      >
        {cost.current ? card : null}
      </ReviewSheet>
    </Page>
  );
}

/** The quantity being typed; during the review, the reviewed one. */
export function useCloseQuantity({ body }: ReturnType<typeof useClosePosition>) {
  const [typed, setTyped] = useState("");
  return {
    quantity: body?.quantity ?? typed,
    // A size requested before the review may arrive after it.
    onChange: (next: string) => {
      if (body === null) setTyped(next);
    },
  };
}
