import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import type { useClosePosition } from "@/money/orders";
import { UnansweredActions } from "@/money/UnansweredActions";
import { titleOf, unitOf } from "@/products";
import { instrumentName } from "@/products/instrumentName";
import { amountOf } from "@/products/words";
import { AT_MARKET, closingOf, type Exit, exitOf, exitTerms } from "@/trade/exits";
import { waitsForStop } from "@/trade/orderTypes";
import type { Problems } from "@/trade/problems";
import type { LegMarket } from "@/trade/ticketLegs";
import { Button, classes, formatDecimal, Page, TopBar } from "@/ui";
import { ExitFields } from "./ExitFields";
import { QuantityField } from "./QuantityField";
import { ReviewSheet } from "./ReviewSheet";
import type { Place } from "./refusedPlace";
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
  /** The greatest quantity; undefined while unknown. */
  available: string | undefined;
  /** The quantity, and the way in which it is closed. */
  input: ClosingInput;
  now: LegMarket;
  problems: Problems;
  /** The trouble with a field. */
  errorAt: (place: Place) => string | undefined;
  /** The reason why it cannot be closed now, in place of the button's label. */
  reason: string | null;
  /** The figures of the close, which the review recalculates. */
  cost: Pick<
    Cost,
    "old" | "unread" | "refusal" | "ready" | "checkAge" | "current" | "isEarlier" | "working"
  >;
  /** Those figures, drawn; null while there are none. */
  card: ReactNode;
  /** Beneath the quantity. */
  hint?: ReactNode;
  /** Below the figures. */
  notes?: ReactNode;
  /** The outlook. */
  sentence: string;
  /** The terms of an order that waits, for the review. */
  terms?: ReactNode;
  /** The reason why the review cannot be confirmed. */
  obstacle?: string;
  onDone: () => void;
}

/** The form that closes a position: the quantity, the type of order, what it brings, and the review. */
export function CloseForm(props: CloseFormProps) {
  const { t } = useTranslation(["orders", "common"]);
  const { instrument, closing, side, words: context, cost, card, sentence } = props;
  const { quantity, exit } = props.input;
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
          onClick={() => closing.review(closingOf(exit, { id: props.positionId, quantity }))}
        >
          {t("ticket.review")}
        </Button>
      }
    >
      <UnansweredActions />
      {props.facts}
      <TickerLine instrument={instrument} quote={props.quote} />
      <ExitFields
        instrument={instrument}
        side={side}
        exit={exit}
        onChange={props.input.setExit}
        now={props.now}
        problems={props.problems}
        errorAt={props.errorAt}
      />
      <div className="space-y-2">
        <QuantityField
          of={instrument}
          value={quantity}
          onChange={props.input.setQuantity}
          lotSize={lotSize}
          unit={unitOf(instrument)}
          error={props.errorAt("quantity")}
          hint={props.hint}
        />
        <SizeButtons
          order={{ symbol, market, side }}
          lotSize={lotSize}
          fractionStep={instrument.fractionStep}
          wallet={null}
          free={props.available}
          onChoose={props.input.setQuantity}
        />
      </div>
      {card ? (
        <div className={classes("mt-3 transition-opacity", cost.isEarlier && "opacity-55")}>
          {card}
        </div>
      ) : null}
      {props.notes}
      <p className="pt-2.5 text-small text-ink-2">
        {waitsForStop(exitTerms(exit).type) ? null : sentence}
      </p>
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
        {props.terms}
        {cost.current ? card : null}
      </ReviewSheet>
    </Page>
  );
}

/** The input being typed; during the review, the reviewed one. */
export function useClosingInput({ body }: ReturnType<typeof useClosePosition>) {
  const [typed, setTyped] = useState("");
  const [draft, setDraft] = useState(AT_MARKET);
  const exit = useMemo(() => (body === null ? draft : exitOf(body)), [body, draft]);
  return {
    quantity: body?.quantity ?? typed,
    // A size requested before the review may arrive after it.
    setQuantity(next: string) {
      if (body === null) setTyped(next);
    },
    exit,
    setExit(part: Partial<Exit>) {
      if (body === null) setDraft((before) => ({ ...before, ...part }));
    },
  };
}

export type ClosingInput = ReturnType<typeof useClosingInput>;
