import { useTranslation } from "react-i18next";
import type { Wallet } from "@/api/funds";
import { equal } from "@/decimal";
import { Card, formatMoney, formatSigned, KeyValue, KeyValues, Notice, Own, subtract } from "@/ui";
import { QuoteLines } from "./QuoteLines";
import { RateSource } from "./RateSource";
import type { HeldQuote } from "./useTransferQuote";

/** The full validity of a quote: the width of the line. */
const WHOLE_MS = 30_000;

interface QuoteCardProps {
  from: Wallet;
  to: Wallet;
  held: HeldQuote;
  /** Milliseconds of validity left; zero once it was refused. */
  left: number;
}

/** The time left: a line, and words in steps for screen readers. */
function Countdown({ left }: { left: number }) {
  const { t } = useTranslation("transfers");
  const seconds = Math.ceil(left / 1000);
  return (
    <div className="mt-3">
      <div className="h-1 overflow-hidden rounded-full bg-sunken" aria-hidden>
        <div
          className="h-full origin-left rounded-full bg-brass transition-transform duration-250 ease-linear motion-reduce:transition-none"
          style={{ transform: `scaleX(${Math.min(1, left / WHOLE_MS)})` }}
        />
      </div>
      <p className="num mt-2 text-small text-ink-2" aria-hidden>
        {t("holds", { seconds })}
      </p>
      <p className="sr-only" role="timer" aria-live="polite">
        {t("holds", { seconds: Math.ceil(seconds / 10) * 10 })}
      </p>
    </div>
  );
}

/** The difference of the arriving amount from the last quote's. */
function Changed({ held: { quote, before } }: { held: HeldQuote }) {
  const { t } = useTranslation("transfers");
  if (!before) return null;
  const change = subtract(quote.received.amount, before.received.amount);
  return (
    <p className="num mt-2 text-small text-ink-2" role="status">
      {equal(change, "0") ? (
        t("unchanged")
      ) : (
        <>
          {t("changed")} <Own>{formatSigned(change)}</Own> {quote.received.currency}
        </>
      )}
    </p>
  );
}

/** The amounts that leave and arrive, to the cent, with their price, its cost, and the time left. */
export function QuoteCard({ from, to, held, left }: QuoteCardProps) {
  const { t } = useTranslation(["funds", "transfers"]);
  const { sent, received, source } = held.quote;
  return (
    <Card className="py-2">
      <KeyValues>
        <KeyValue label={t("funds:transfer.leaves", { wallet: t(`funds:wallet.${from.type}`) })}>
          <Own>{formatMoney(sent.amount)}</Own> {sent.currency}
        </KeyValue>
        <QuoteLines quote={held.quote} />
        <KeyValue
          total
          label={t("funds:transfer.arrives", { wallet: t(`funds:wallet.${to.type}`) })}
        >
          <Own>{formatMoney(received.amount)}</Own> {received.currency}
        </KeyValue>
      </KeyValues>
      <RateSource source={source} />
      <Changed held={held} />
      {left > 0 ? (
        <Countdown left={left} />
      ) : (
        <Notice tone="caution" title={t("transfers:expired")} className="mt-3 mb-1">
          {t("transfers:expiredText")}
        </Notice>
      )}
    </Card>
  );
}
