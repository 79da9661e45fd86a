import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Position } from "@/api/positions";
import type { useClosePosition } from "@/money/orders";
import { formatAverageOf, formatPriceOf, usualTicket } from "@/products";
import { counted } from "@/products/words";
import { type Exit, exitProblems, exitTerms, isExitPriced } from "@/trade/exits";
import { hasProblem } from "@/trade/problems";
import { missingOf, type Ticket } from "@/trade/ticket";
import {
  Card,
  compare,
  FactGrid,
  formatDecimal,
  formatMoney,
  isPositive,
  KeyValue,
  KeyValues,
  Own,
  proportion,
  SignedText,
} from "@/ui";
import { AtPrices } from "./AtPrices";
import { CloseForm, useClosingInput } from "./CloseForm";
import { ExitTerms } from "./ExitTerms";
import { useExitText } from "./useExitText";
import { useReason } from "./useReason";
import { isMarketOpen, marketNow, type TicketQuote, useTicketQuote } from "./useTicket";

interface MarginCloseTicketProps {
  instrument: InstrumentDetail;
  position: Position;
  closing: ReturnType<typeof useClosePosition>;
  onDone: () => void;
}

function HeldFacts({ position }: { position: Position }) {
  const { t } = useTranslation(["orders", "positions"]);
  return (
    <Card className="mb-3">
      <FactGrid
        facts={[
          {
            label: t(`positions:side.${position.side}`),
            value: (
              <Own>
                {position.future
                  ? counted(t, position, position.quantity)
                  : formatDecimal(position.quantity)}
              </Own>
            ),
          },
          { label: t("positions:entry"), value: formatAverageOf(position, position.averagePrice) },
          {
            label: t("positions:unrealised"),
            value: (
              <Own>
                <SignedText value={position.profit} />
              </Own>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** The part's share of a position's newest figures: its profit, and the margin that becomes free. */
function Proceeds({ position, quantity }: { position: Position; quantity: string }) {
  const { t } = useTranslation("orders");
  const of = (amount: string) => proportion(amount, quantity, position.quantity);
  const { profit, cost, currency } = position;
  return (
    <Card>
      <h2 className="mb-1 text-body font-semibold">{t("cost.titleSell")}</h2>
      <KeyValues>
        <KeyValue label={t("close.freed")}>
          <Own>{formatMoney(of(cost), currency)}</Own> {currency}
        </KeyValue>
        {profit === null ? null : (
          <KeyValue label={t("close.profit")} total>
            <Own>
              <SignedText value={of(profit)} />
            </Own>{" "}
            {currency}
          </KeyValue>
        )}
        {position.future ? (
          <KeyValue label={t("close.settled")}>
            <Own>
              <SignedText value={of(position.future.settledProfit)} />
            </Own>{" "}
            {currency}
          </KeyValue>
        ) : null}
      </KeyValues>
    </Card>
  );
}

/** The outlook: at the market a position is closed only while it is open; other orders wait. */
function useSentence(
  instrument: InstrumentDetail,
  ticket: Ticket,
  exit: Exit,
  quote: TicketQuote,
): string {
  const { t } = useTranslation("orders");
  const waits = useExitText(instrument, exit, ticket, quote);
  const { side } = ticket;
  if (exit.type !== "market") return waits;
  if (!isMarketOpen(instrument, quote)) return t("close.closed");
  if (quote.stale) return t("outlook.stale");
  return t(side === "sell" ? "outlook.marketSell" : "outlook.marketBuy", {
    bid: formatPriceOf(instrument, quote.bid),
    ask: formatPriceOf(instrument, quote.ask),
  });
}

/** Closes a position on margin, fully or in part: the quantity, the order, its result, and the confirmation. */
export function MarginCloseTicket(props: MarginCloseTicketProps) {
  const { t } = useTranslation(["orders", "common", "ticket"]);
  const { instrument, position, closing, onDone } = props;
  const input = useClosingInput(closing);
  const { quantity, exit } = input;
  const quote = useTicketQuote(instrument);
  const side = position.side === "long" ? "sell" : "buy";
  const ticket = useMemo<Ticket>(
    () => ({ side, terms: exitTerms(exit), size: { quantity } }),
    [side, exit, quantity],
  );
  const now = marketNow(usualTicket(instrument) ?? "forex", instrument, quote);
  const problems = exitProblems(exit, side, now);
  const exceeds = isPositive(quantity) && compare(quantity, position.available) > 0;
  const ready = isPositive(quantity) && !exceeds && isExitPriced(exit) && !hasProblem(problems);
  const waits = exit.type !== "market";
  const isOpen = waits || isMarketOpen(instrument, quote);
  const sentence = useSentence(instrument, ticket, exit, quote);
  const reason = useReason({
    missing: missingOf(ticket) ?? (isExitPriced(exit) ? null : "price"),
    refusal: exceeds ? "insufficient_position" : isOpen ? null : "session_closed",
    old: null,
    isImpossible: hasProblem(problems),
  });
  return (
    <CloseForm
      instrument={instrument}
      quote={quote}
      closing={closing}
      side={side}
      words="closing"
      facts={<HeldFacts position={position} />}
      positionId={position.id}
      available={position.available}
      input={input}
      now={now}
      problems={problems}
      errorAt={(place) =>
        exceeds && place === "quantity"
          ? t("refusal.insufficient_position", { context: "margin" })
          : undefined
      }
      reason={reason}
      cost={{ ...KNOWN, ready }}
      card={
        !ready ? null : waits ? (
          <AtPrices position={position} exit={exit} quantity={quantity} instrument={instrument} />
        ) : (
          <Proceeds position={position} quantity={quantity} />
        )
      }
      terms={<ExitTerms exit={exit} ticket={ticket} instrument={instrument} now={now} />}
      sentence={sentence}
      obstacle={isOpen ? undefined : sentence}
      onDone={onDone}
    />
  );
}

/** The figures follow from those of the position, which are pushed: they are never requested. */
const KNOWN = {
  ...{ old: null, unread: false, refusal: null, current: true, isEarlier: false, working: false },
  checkAge: () => true,
};
