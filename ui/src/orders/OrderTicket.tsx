import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import { UnansweredActions } from "@/app/UnansweredActions";
import { useNavigation } from "@/navigation";
import { useSession } from "@/session";
import { Button, classes, formatDecimal, formatMoney, Page, Segmented, TopBar } from "@/ui";
import { AvailableToTrade } from "./AvailableToTrade";
import { CostCard } from "./CostCard";
import { usePlaceOrder } from "./calls";
import { FiguresNotice } from "./FiguresNotice";
import { ReviewSheet } from "./ReviewSheet";
import { TickerLine } from "./TickerLine";
import { TicketFields } from "./TicketFields";
import { TicketTerms } from "./TicketTerms";
import { useOutlookText } from "./useOutlookText";
import { useReason } from "./useReason";
import { useTicket } from "./useTicket";

interface OrderTicketProps {
  instrument: InstrumentDetail;
  initialSide: Side;
}

/** The order form: side, price, quantity, what it costs, and what will happen. */
export function OrderTicket({ instrument, initialSide }: OrderTicketProps) {
  const { t } = useTranslation(["orders", "common"]);
  const { back, logIn } = useNavigation();
  const session = useSession();
  const placing = usePlaceOrder(() => state.clear());
  const state = useTicket(instrument, initialSide, {
    body: placing.body,
    done: placing.answer !== undefined,
  });
  const { ticket, change, cost, order } = state;
  const sentence = useOutlookText(instrument, state.ticket, state.quote);
  const buys = ticket.side === "buy";
  const look = buys ? "rise" : "fall";
  const title = t(buys ? "ticket.buy" : "ticket.sell", { code: instrument.symbol });
  const estimated = ticket.type === "market";
  const card = cost ? <CostCard cost={cost} side={ticket.side} estimated={estimated} /> : null;

  const reason = useReason(state);
  const action = session ? (
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

  return (
    <Page top={<TopBar title={title} />} bottom={action}>
      <UnansweredActions />
      <Segmented
        label={t("ticket.side")}
        value={ticket.side}
        onChange={(side) => change({ side })}
        choices={[
          { value: "buy", label: t("common:direction.buy"), accent: "text-rise-text" },
          { value: "sell", label: t("common:direction.sell"), accent: "text-fall-text" },
        ]}
      />
      <TickerLine
        quote={state.quote}
        onChoose={ticket.type === "limit" ? (limitPrice) => change({ limitPrice }) : undefined}
      />
      <TicketFields instrument={instrument} state={state} />
      {card ? (
        <div className={classes("mt-3 transition-opacity", !state.current && "opacity-55")}>
          {card}
        </div>
      ) : null}
      {state.old?.trusted ? null : <FiguresNotice cost={state} market={instrument.market} />}
      {session ? <AvailableToTrade listing={instrument} side={ticket.side} cost={cost} /> : null}
      <p className="pt-2.5 text-small text-ink-2" aria-live="polite">
        {state.refusal ? t(`refusal.${state.refusal}`) : sentence}
      </p>
      <ReviewSheet
        action={placing}
        cost={state}
        title={t("review.title", { action: title })}
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
        listing={instrument}
        label={t(buys ? "review.buy" : "review.sell", {
          quantity: formatDecimal(ticket.quantity),
          code: instrument.symbol,
        })}
        onDone={() => back()}
      >
        <TicketTerms ticket={ticket} instrument={instrument} />
        {state.current ? card : null}
      </ReviewSheet>
    </Page>
  );
}
