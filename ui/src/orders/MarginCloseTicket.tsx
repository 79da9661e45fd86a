import { useTranslation } from "react-i18next";
import type { OrderCost } from "@/api/costs";
import type { InstrumentDetail } from "@/api/market";
import type { Position } from "@/api/positions";
import type { useClosePosition } from "@/money/orders";
import { formatAverageOf, formatPriceOf, usualTicket } from "@/products";
import { counted } from "@/products/words";
import type { Exit } from "@/trade/exits";
import type { Ticket } from "@/trade/ticket";
import {
  add,
  Card,
  FactGrid,
  formatDecimal,
  formatMoney,
  isPositive,
  KeyValue,
  KeyValues,
  Own,
  proportion,
  SignedText,
  subtract,
} from "@/ui";
import { AtPrices } from "./AtPrices";
import { CloseForm, useClosingInput } from "./CloseForm";
import { ExitTerms } from "./ExitTerms";
import { FeeName } from "./FeeName";
import { FiguresNotice } from "./FiguresNotice";
import { useClosing } from "./useClosing";
import { useExitText } from "./useExitText";
import { isMarketOpen, type TicketQuote } from "./useTicket";

interface MarginCloseTicketProps {
  instrument: InstrumentDetail;
  position: Position;
  /** The quantity that no order has set aside; undefined while unknown. */
  free: string | undefined;
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

interface ProceedsProps {
  position: Position;
  cost: OrderCost;
}

/** The margin that becomes free, and the profit, less fees: of a future with what daily settlements have paid already. */
function Proceeds({ position, cost }: ProceedsProps) {
  const { t } = useTranslation("orders");
  const { total, released, quantity, currency, fees, feeTotal } = cost;
  if (released === null) return null;
  const { future } = position;
  const settled = future ? proportion(future.settledProfit, quantity, position.quantity) : null;
  const profit = add(subtract(total, released), settled ?? "0");
  return (
    <Card>
      <h2 className="mb-1 text-body font-semibold">{t("cost.titleSell")}</h2>
      <KeyValues>
        <KeyValue label={t("close.freed")}>
          <Own>{formatMoney(released, currency)}</Own> {currency}
        </KeyValue>
        {fees.map((fee) => (
          <KeyValue key={fee.name} label={<FeeName fee={fee} />}>
            <Own>{formatMoney(fee.amount, currency)}</Own> {currency}
          </KeyValue>
        ))}
        <KeyValue label={t(isPositive(feeTotal) ? "close.profitAfter" : "close.profit")} total>
          <Own>
            <SignedText value={profit} />
          </Own>{" "}
          {currency}
        </KeyValue>
        {settled === null ? null : (
          <KeyValue label={t("close.settled")}>
            <Own>
              <SignedText value={settled} />
            </Own>{" "}
            {currency}
          </KeyValue>
        )}
      </KeyValues>
    </Card>
  );
}

/**
 * The outlook: at the market a position is closed only while it is open; other orders wait. `price` is that of the
 * preview, whose profit stands above; null before it.
 */
function useSentence(
  instrument: InstrumentDetail,
  ticket: Ticket,
  exit: Exit,
  quote: TicketQuote,
  price: string | null,
): string {
  const { t } = useTranslation("orders");
  const waits = useExitText(instrument, exit, ticket, quote);
  const { side } = ticket;
  if (exit.type !== "market") return waits;
  if (!isMarketOpen(instrument, quote)) return t("close.closed");
  if (quote.stale) return t("outlook.stale");
  return t(side === "sell" ? "outlook.marketSell" : "outlook.marketBuy", {
    bid: formatPriceOf(instrument, price ?? quote.bid),
    ask: formatPriceOf(instrument, price ?? quote.ask),
  });
}

/** Closes a position on margin, fully or in part: the quantity, the order, its result, and the confirmation. */
export function MarginCloseTicket(props: MarginCloseTicketProps) {
  const { instrument, position, free, closing, onDone } = props;
  const input = useClosingInput(closing);
  const { quantity, exit } = input;
  const side = position.side === "long" ? "sell" : "buy";
  const held = { id: position.id, quantity: position.quantity, free };
  const close = useClosing(
    usualTicket(instrument) ?? "forex",
    instrument,
    held,
    side,
    input,
    closing,
  );
  const { figures, ticket, quote, now } = close;
  const waits = exit.type !== "market";
  const isOpen = waits || isMarketOpen(instrument, quote);
  const foreseen = figures.isEarlier ? null : (figures.cost?.price ?? null);
  const sentence = useSentence(instrument, ticket, exit, quote, foreseen);
  const proceeds = figures.cost && <Proceeds position={position} cost={figures.cost} />;
  return (
    <CloseForm
      instrument={instrument}
      quote={quote}
      closing={closing}
      side={side}
      words="closing"
      facts={<HeldFacts position={position} />}
      positionId={position.id}
      available={close.available}
      input={input}
      now={now}
      problems={close.problems}
      errorAt={close.errorAt}
      reason={close.reason}
      cost={figures}
      card={
        waits && figures.cost ? (
          <AtPrices position={position} exit={exit} quantity={quantity} instrument={instrument} />
        ) : (
          proceeds
        )
      }
      terms={<ExitTerms exit={exit} ticket={ticket} instrument={instrument} now={now} />}
      notes={figures.old?.trusted ? null : <FiguresNotice cost={figures} of={instrument} />}
      sentence={sentence}
      obstacle={isOpen ? undefined : sentence}
      onDone={onDone}
    />
  );
}
