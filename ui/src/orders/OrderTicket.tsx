import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import type { Position } from "@/api/positions";
import { UnansweredActions } from "@/app/UnansweredActions";
import { instrumentName } from "@/instrumentName";
import { useNavigation } from "@/navigation";
import { kindOf, type TicketPanel, ticketOf, titleOf } from "@/products";
import { useSession } from "@/session";
import { Button, classes, formatDecimal, formatMoney, Page, Segmented, TopBar } from "@/ui";
import { AvailableToTrade } from "./AvailableToTrade";
import { CostCard } from "./CostCard";
import { usePlaceOrder } from "./calls";
import { DealingTiles } from "./DealingTiles";
import { FiguresNotice } from "./FiguresNotice";
import { LeverageField } from "./LeverageField";
import { LotsHint } from "./LotsHint";
import { ReviewSheet } from "./ReviewSheet";
import { SettlementLine } from "./SettlementLine";
import { TickerLine } from "./TickerLine";
import { TicketFields } from "./TicketFields";
import { TicketTerms } from "./TicketTerms";
import { useOutlookText } from "./useOutlookText";
import { useReason } from "./useReason";
import { useRefusalText } from "./useRefusalText";
import { useTicket } from "./useTicket";

interface OrderTicketProps {
  instrument: InstrumentDetail;
  initialSide: Side;
  /** The customer's present positions. */
  positions: readonly Position[];
}

/** The order form: side, price, quantity, cost, and outlook. The product kind determines its parts. */
export function OrderTicket({ instrument, initialSide, positions }: OrderTicketProps) {
  const { t } = useTranslation(["orders", "common"]);
  const { back, logIn } = useNavigation();
  const session = useSession();
  const { words: context } = kindOf(instrument);
  const placing = usePlaceOrder(instrument, () => state.clear());
  const state = useTicket(instrument, initialSide, positions, {
    body: placing.body,
    done: placing.answer !== undefined,
  });
  const { ticket, change, cost, order } = state;
  const sentence = useOutlookText(instrument, state.ticket, state.quote);
  const refusalText = useRefusalText(instrument.market);
  const buys = ticket.side === "buy";
  const look = buys ? "rise" : "fall";
  const action = (name: string) =>
    t(buys ? "ticket.buy" : "ticket.sell", { instrument: name, context });
  const estimated = ticket.type === "market";
  // The refusal is shown under its field.
  const isSaidAbove =
    state.refusedField === "quantity" || (state.refusedField === "price" && !estimated);
  const card = cost ? (
    <CostCard instrument={instrument} cost={cost} side={ticket.side} estimated={estimated} />
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

  const title = (
    <>
      {action(called.first)}{" "}
      <span className="text-small font-normal text-ink-2">{called.second}</span>
    </>
  );
  const panels: Record<TicketPanel, ReactNode> = {
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
        onChoose={ticket.type === "limit" ? (limitPrice) => change({ limitPrice }) : undefined}
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
    terms: <TicketFields instrument={instrument} state={state} />,
    leverage: state.leveraged ? (
      <LeverageField choice={state.leveraged} onChange={(leverage) => change({ leverage })} />
    ) : null,
    lots: <LotsHint lotSize={instrument.lotSize} quantity={ticket.quantity} side={ticket.side} />,
    cost: card ? (
      <div className={classes("mt-3 transition-opacity", !state.current && "opacity-55")}>
        {card}
      </div>
    ) : null,
    settlement: <SettlementLine instrument={instrument} side={ticket.side} />,
    available: (
      <>
        {state.old?.trusted ? null : <FiguresNotice cost={state} market={instrument.market} />}
        {session ? (
          <AvailableToTrade
            instrument={instrument}
            side={ticket.side}
            cost={cost}
            lacks={state.refusal === "insufficient_funds"}
          />
        ) : null}
      </>
    ),
  };

  return (
    <Page top={<TopBar title={title} />} bottom={button}>
      <UnansweredActions />
      {ticketOf(instrument).panels.map((name) => (
        <Fragment key={name}>{panels[name]}</Fragment>
      ))}
      <p className="pt-2.5 text-small text-ink-2" aria-live="polite">
        {state.refusal ? (isSaidAbove ? null : refusalText(state.refusal)) : sentence}
      </p>
      <ReviewSheet
        action={placing}
        cost={state}
        title={t("review.title", { action: action(instrumentName(instrument)) })}
        sentence={sentence}
        obstacle={
          state.exceeds
            ? t("review.exceeds", {
                amount: formatMoney(state.draft.amount),
                currency: instrument.currency,
              })
            : undefined
        }
        side={ticket.side}
        words={context}
        instrument={instrument}
        label={t(buys ? "review.buy" : "review.sell", {
          quantity: formatDecimal(ticket.quantity),
          instrument: called.first,
          context,
        })}
        onDone={() => back()}
      >
        <TicketTerms ticket={ticket} instrument={instrument} />
        {state.current ? card : null}
      </ReviewSheet>
    </Page>
  );
}
