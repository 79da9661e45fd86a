import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import type { Position } from "@/api/positions";
import { formatPriceOf } from "@/products";
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
import { CloseForm, useCloseQuantity } from "./CloseForm";
import type { useClosePosition } from "./calls";
import { isMarketOpen, type TicketQuote, useTicketQuote } from "./useTicket";

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
            value: <Own>{formatDecimal(position.quantity)}</Own>,
          },
          { label: t("positions:entry"), value: formatPriceOf(position, position.averagePrice) },
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
      </KeyValues>
    </Card>
  );
}

/** The outlook: a position is closed at the market, and only while it is open. */
function useSentence(instrument: InstrumentDetail, side: Side, quote: TicketQuote): string {
  const { t } = useTranslation("orders");
  if (!isMarketOpen(instrument, quote)) return t("close.closed");
  if (quote.stale) return t("outlook.stale");
  return t(side === "sell" ? "outlook.marketSell" : "outlook.marketBuy", {
    bid: formatPriceOf(instrument, quote.bid),
    ask: formatPriceOf(instrument, quote.ask),
  });
}

/** Closes a position on margin at the market, fully or in part: the quantity, its result, and the confirmation. */
export function MarginCloseTicket(props: MarginCloseTicketProps) {
  const { t } = useTranslation(["orders", "common"]);
  const { instrument, position, closing, onDone } = props;
  const { quantity, onChange } = useCloseQuantity(closing);
  const quote = useTicketQuote(instrument);
  const side = position.side === "long" ? "sell" : "buy";
  const exceeds = isPositive(quantity) && compare(quantity, position.available) > 0;
  const ready = isPositive(quantity) && !exceeds;
  const isOpen = isMarketOpen(instrument, quote);
  const sentence = useSentence(instrument, side, quote);
  const reason = exceeds
    ? t("common:unavailable.tooMany")
    : !ready
      ? t("common:unavailable.quantity")
      : isOpen
        ? null
        : t("blocked.closed");
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
      quantity={quantity}
      onChange={onChange}
      error={exceeds ? t("refusal.insufficient_position", { context: "margin" }) : undefined}
      reason={reason}
      cost={{ ...KNOWN, ready }}
      card={ready ? <Proceeds position={position} quantity={quantity} /> : null}
      sentence={sentence}
      obstacle={isOpen ? undefined : sentence}
      onDone={onDone}
    />
  );
}

/** The figures follow from those of the position, which are pushed: they are never requested. */
const KNOWN = {
  ...{ old: null, unread: false, refusal: null, current: true, working: false },
  checkAge: () => true,
};
