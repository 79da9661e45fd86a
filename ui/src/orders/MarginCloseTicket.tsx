import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import type { Position } from "@/api/positions";
import { UnansweredActions } from "@/app/UnansweredActions";
import { instrumentName } from "@/instrumentName";
import { formatPriceOf, titleOf } from "@/products";
import {
  Button,
  Card,
  compare,
  FactGrid,
  formatDecimal,
  formatMoney,
  isPositive,
  KeyValue,
  KeyValues,
  Own,
  Page,
  proportion,
  SignedText,
  TopBar,
} from "@/ui";
import type { useClosePosition } from "./calls";
import { QuantityField } from "./QuantityField";
import { ReviewSheet } from "./ReviewSheet";
import { SizeButtons } from "./SizeButtons";
import { TickerLine } from "./TickerLine";
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
    <Card className="mt-3">
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
  const [typed, setTyped] = useState("");
  const quantity = closing.body?.quantity ?? typed;
  const change = (next: string) => {
    if (closing.body === null) setTyped(next);
  };
  const quote = useTicketQuote(instrument);
  const { symbol, market, lotSize } = instrument;
  const called = titleOf(instrument);
  const side = position.side === "long" ? "sell" : "buy";
  const context = "closing";
  const exceeds = isPositive(quantity) && compare(quantity, position.available) > 0;
  const ready = isPositive(quantity) && !exceeds;
  const isOpen = isMarketOpen(instrument, quote);
  const sentence = useSentence(instrument, side, quote);
  const reason = exceeds
    ? t("common:unavailable.tooMuch")
    : !ready
      ? t("common:unavailable.quantity")
      : isOpen
        ? null
        : t("blocked.closed");
  const action = (of: string) => t(`ticket.${side}`, { instrument: of, context });
  const title = (
    <>
      {action(called.first)}{" "}
      <span className="text-small font-normal text-ink-2">{called.second}</span>
    </>
  );
  const proceeds = ready ? <Proceeds position={position} quantity={quantity} /> : null;
  return (
    <Page
      top={<TopBar title={title} />}
      bottom={
        <Button
          look={side === "sell" ? "fall" : "rise"}
          reason={reason}
          onClick={() => closing.review({ id: position.id, quantity })}
        >
          {t("ticket.review")}
        </Button>
      }
    >
      <UnansweredActions />
      <HeldFacts position={position} />
      <TickerLine instrument={instrument} quote={quote} />
      <div className="space-y-2">
        <QuantityField
          value={quantity}
          onChange={change}
          lotSize={lotSize}
          unit={instrument.baseCurrency ?? undefined}
          error={exceeds ? t("refusal.insufficient_position", { context: "margin" }) : undefined}
        />
        <SizeButtons
          order={{ symbol, market, side }}
          lotSize={lotSize}
          closes
          free={position.available}
          onChoose={change}
        />
      </div>
      {proceeds}
      <p className="pt-2.5 text-small text-ink-2">{sentence}</p>
      <ReviewSheet
        action={closing}
        cost={{ old: null, unread: false, refusal: null, ready, checkAge: () => true }}
        title={t("review.title", { action: action(instrumentName(instrument)) })}
        sentence={sentence}
        obstacle={isOpen ? undefined : sentence}
        side={side}
        words={context}
        instrument={instrument}
        label={t(`review.${side}`, {
          quantity: formatDecimal(quantity),
          instrument: called.first,
          context,
        })}
        onDone={onDone}
      >
        {proceeds}
      </ReviewSheet>
    </Page>
  );
}
