import { useTranslation } from "react-i18next";
import type { Direction } from "@/api/types";
import { UnansweredActions } from "@/app/UnansweredActions";
import { useNavigation } from "@/navigation";
import { useSession } from "@/session";
import { Button, classes, formatDecimal, Page, Segmented, TopBar } from "@/ui";
import { CostCard } from "./CostCard";
import { usePlaceOrder } from "./calls";
import { FiguresNotice } from "./FiguresNotice";
import { Means } from "./Means";
import { ReviewSheet } from "./ReviewSheet";
import { TickerLine } from "./TickerLine";
import { TicketFields } from "./TicketFields";
import { TicketTerms } from "./TicketTerms";
import { useOutlookText } from "./useOutlookText";
import { type Stock, useTicket } from "./useTicket";
import { BUY, LIMIT, SELL } from "./words";

interface OrderTicketProps {
  stock: Stock;
  initialDirection: Direction;
}

/** The order form: side, price, quantity, what it costs, and what will happen. */
export function OrderTicket({ stock, initialDirection }: OrderTicketProps) {
  const { t } = useTranslation(["orders", "common"]);
  const { back, logIn } = useNavigation();
  const session = useSession();
  const placing = usePlaceOrder();
  const state = useTicket(stock, initialDirection, placing.answer !== undefined);
  const { ticket, change, cost, order } = state;
  const sentence = useOutlookText(stock, state.ticket, state.quote);
  const buys = ticket.direction === BUY;
  const look = buys ? "rise" : "fall";
  const title = t(buys ? "ticket.buy" : "ticket.sell", { code: stock.stock_code });
  const estimated = ticket.orderType !== LIMIT;
  const card = cost ? (
    <CostCard preview={cost} direction={ticket.direction} estimated={estimated} />
  ) : null;

  const action = session ? (
    <Button
      look={look}
      reason={state.missing && t(`common:unavailable.${state.missing}`)}
      busy={!state.missing && state.working}
      disabled={!state.missing && !state.ready}
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
        value={buys ? "buy" : "sell"}
        onChange={(side) => change({ direction: side === "buy" ? BUY : SELL })}
        choices={[
          { value: "buy", label: t("common:direction.buy"), accent: "text-rise-text" },
          { value: "sell", label: t("common:direction.sell"), accent: "text-fall-text" },
        ]}
      />
      <TickerLine quote={state.quote} />
      <TicketFields stock={stock} state={state} />
      {card ? (
        <div className={classes("mt-3 transition-opacity", !state.current && "opacity-55")}>
          {card}
        </div>
      ) : null}
      {state.old?.trusted ? null : <FiguresNotice cost={state} />}
      {session ? <Means stock={stock} direction={ticket.direction} cost={cost} /> : null}
      <p className="px-1 pt-2.5 text-small text-ink-2" aria-live="polite">
        {state.refusal ? t(`refusal.${state.refusal}`) : sentence}
      </p>
      <ReviewSheet
        action={placing}
        cost={state}
        title={t("review.title", { action: title })}
        sentence={sentence}
        look={look}
        label={t(buys ? "review.buy" : "review.sell", {
          quantity: formatDecimal(placing.body?.quantity ?? ticket.quantity),
          code: stock.stock_code,
        })}
        onDone={() => back()}
      >
        <TicketTerms ticket={ticket} name={stock.name} />
        {card}
      </ReviewSheet>
    </Page>
  );
}
