import { Fragment, type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import { limitOf } from "@/api/orderTerms";
import type { Position } from "@/api/positions";
import { usePlaceOrder } from "@/money/orders";
import { useNavigation } from "@/navigation";
import { kindOf, type TicketName, titleOf } from "@/products";
import { instrumentName } from "@/products/instrumentName";
import { amountOf } from "@/products/words";
import { useSession } from "@/session";
import { FORMS, type FormPanel } from "@/trade/forms";
import { typeRow, waitsForStop } from "@/trade/orderTypes";
import { Button, classes, formatDecimal, formatMoney, isPositive, Segmented } from "@/ui";
import { AvailableToTrade } from "./AvailableToTrade";
import { CostCard } from "./CostCard";
import { DealingTiles } from "./DealingTiles";
import { FiguresNotice } from "./FiguresNotice";
import { LeverageField } from "./LeverageField";
import { OutlookLine } from "./OutlookLine";
import { ReviewSheet } from "./ReviewSheet";
import { SettlementLine } from "./SettlementLine";
import { TickerLine } from "./TickerLine";
import { TicketFields } from "./TicketFields";
import { TicketTerms } from "./TicketTerms";
import { NOTHING_TOLD, useOutlook } from "./useOutlook";
import { useReason } from "./useReason";
import { useRefusalText } from "./useRefusalText";
import { useTicket } from "./useTicket";

export interface OrderFormProps {
  /** The way to deal. */
  name: TicketName;
  instrument: InstrumentDetail;
  initialSide: Side;
  /** The customer's present positions. */
  positions: readonly Position[];
}

/** The parts of the form, which its screen arranges. */
interface Parts {
  /** The deed and the instrument: "Buy Apple AAPL". */
  title: ReactNode;
  fields: ReactNode;
  /** The cost and what else follows from the fields. */
  figures: ReactNode;
  /** Begins the review, or says why it cannot begin. */
  button: ReactNode;
}

interface FramedProps extends OrderFormProps {
  frame: (parts: Parts) => ReactNode;
  /** Called once the customer has read the outcome; without it the form stays, ready for another order. */
  onDone?: () => void;
  /** A panel that the screen has the content of already. */
  without?: FormPanel;
}

/**
 * The order form: side, price, quantity, cost, and outlook, with the review. The ticket determines its panels, and the
 * frame of the screen where they stand.
 */
export function OrderForm(props: FramedProps) {
  const { name, instrument, initialSide, positions, frame, onDone, without } = props;
  const { t } = useTranslation(["orders", "common", "ticket"]);
  const { logIn } = useNavigation();
  const session = useSession();
  const { words: context } = kindOf(instrument);
  const placing = usePlaceOrder(name, instrument, () => state.clear());
  const state = useTicket(name, instrument, initialSide, positions, {
    body: placing.body,
    done: placing.answer !== undefined,
  });
  const { ticket, change, cost, order } = state;
  const { busy } = placing;
  const { forget } = state;
  // An order that was sent is not offered again by a later visit.
  useEffect(() => {
    if (busy) forget();
  }, [busy, forget]);
  const estimate = state.isEarlier ? null : cost;
  const outlook = useOutlook(instrument, state.ticket, state.quote, estimate);
  const refusalText = useRefusalText(instrument.market);
  const buys = ticket.side === "buy";
  const look = buys ? "rise" : "fall";
  const action = (of: string) => t(`deed.${ticket.side}`, { what: of, context });
  const { fields: prices } = typeRow(ticket.terms.type);
  const estimated = limitOf(ticket.terms) === null;
  // A field says what its price waits for.
  const isSaidAbove = waitsForStop(ticket.terms.type);
  // A stop without a limit may fill at a worse price than its own.
  const holdsMore = isSaidAbove && estimated && cost !== null && isPositive(cost.held);
  const heldNote = holdsMore ? (
    <p className="px-1 pt-2 text-small text-ink-2">{t("ticket:held", { context })}</p>
  ) : null;
  const card = cost ? (
    <CostCard
      instrument={instrument}
      future={instrument.future}
      cost={cost}
      side={ticket.side}
      estimated={estimated}
    />
  ) : null;

  const called = titleOf(instrument);
  const reason = useReason(state);
  const button = session ? (
    <Button
      look={look}
      reason={reason}
      busy={!reason && state.working}
      disabled={!reason && !state.ready}
      onClick={() => order && placing.review(order)}
    >
      {t("ticket.review")}
    </Button>
  ) : (
    <Button onClick={() => logIn()}>{t("ticket.logIn")}</Button>
  );

  const { quantity, amount } = ticket.size;
  const label =
    amount === undefined
      ? t(`deed.${ticket.side}`, {
          what: amountOf(t, instrument, formatDecimal(quantity), called.first),
          context,
        })
      : t("review.buyFor", {
          amount: `${formatMoney(amount, instrument.currency)} ${instrument.currency}`,
          instrument: called.first,
        });
  const title = (
    <>
      {action(called.first)}{" "}
      <span className="inline-block text-small font-normal text-ink-2">{called.second}</span>
    </>
  );
  const panels: Record<FormPanel, ReactNode> = {
    side: (
      <Segmented
        label={t("ticket.side", { context })}
        value={ticket.side}
        onChange={(side) => change({ side })}
        choices={[
          { value: "buy", label: t("common:direction.buy"), accent: "text-rise-text" },
          { value: "sell", label: t("common:direction.sell"), accent: "text-fall-text" },
        ]}
      />
    ),
    prices: (
      <TickerLine
        instrument={instrument}
        quote={state.quote}
        onChoose={
          prices.includes("limitPrice") ? (limitPrice) => change({ limitPrice }) : undefined
        }
      />
    ),
    dealing: (
      <DealingTiles
        instrument={instrument}
        quote={state.quote}
        side={ticket.side}
        onChoose={(side) => change({ side })}
      />
    ),
    terms: <TicketFields name={name} instrument={instrument} state={state} />,
    leverage: state.leveraged ? (
      <LeverageField choice={state.leveraged} onChange={(leverage) => change({ leverage })} />
    ) : null,
    cost: (
      <>
        {card ? (
          <div className={classes("mt-3 transition-opacity", state.isEarlier && "opacity-55")}>
            {card}
            {heldNote}
          </div>
        ) : null}
        {state.old?.trusted ? null : <FiguresNotice cost={state} of={instrument} />}
      </>
    ),
    settlement: <SettlementLine instrument={instrument} side={ticket.side} />,
    available: session ? (
      <AvailableToTrade
        name={name}
        instrument={instrument}
        side={ticket.side}
        cost={cost}
        lacks={state.refusal === "insufficient_funds"}
      />
    ) : null,
  };

  const { refusal } = state;
  const refused =
    refusal && !state.refusedPlace ? { kind: refusal, text: refusalText(refusal) } : NOTHING_TOLD;
  const told = refusal ? refused : isSaidAbove ? NOTHING_TOLD : outlook;
  const shown = FORMS[name].panels.filter((panel) => panel !== without);
  const drawn = (some: readonly FormPanel[]) =>
    some.map((panel) => <Fragment key={panel}>{panels[panel]}</Fragment>);
  const from = shown.indexOf("cost");
  const fields = drawn(shown.slice(0, from));
  const figures = (
    <>
      {drawn(shown.slice(from))}
      <OutlookLine told={told} />
      <ReviewSheet
        action={placing}
        cost={state}
        title={t("review.title", { action: action(instrumentName(instrument)) })}
        sentence={outlook.text}
        side={ticket.side}
        words={context}
        instrument={instrument}
        label={label}
        onDone={onDone ?? placing.close}
      >
        <TicketTerms
          ticket={ticket}
          instrument={instrument}
          now={state.now}
          entry={state.entry}
          quantity={ticket.size.quantity ?? cost?.quantity ?? ""}
        />
        {state.current ? card : null}
        {heldNote}
      </ReviewSheet>
    </>
  );
  return frame({ title, fields, figures, button });
}
