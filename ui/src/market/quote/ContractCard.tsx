import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FutureTerms, InstrumentDetail } from "@/api/market";
import { lookOf } from "@/products/lookOf";
import {
  Card,
  decimalsOf,
  FactGrid,
  type Figure,
  formatCompact,
  formatDecimal,
  formatPrice,
  isDecimal,
  multiply,
  NO_VALUE,
  SectionTitle,
} from "@/ui";
import { daysUntil, formatShortDate, todayIn } from "@/ui/time";

/** The last trading day of a contract, with the days left at its exchange. */
function LastDay({ day, timeZone }: { day: string; timeZone: string }) {
  const { t, i18n } = useTranslation("kinds");
  const left = daysUntil(day, todayIn(timeZone));
  return (
    <>
      {formatShortDate(day, i18n.language)}
      <span className="block text-caption font-normal text-ink-2">
        {left < 0 ? t("future.ended") : t("future.daysLeft", { count: left })}
      </span>
    </>
  );
}

/** The open interest, and its change from a day before. It rises and falls, but is no price. */
function OpenInterest({ openInterest, openInterestChange: change }: FutureTerms) {
  const { t, i18n } = useTranslation("kinds");
  return (
    <>
      {formatCompact(openInterest, i18n.language)}
      {change ? (
        <span className="block text-caption font-normal text-ink-2">
          {t("future.aDay", { change: formatDecimal(change, { sign: true }) })}
        </span>
      ) : null}
    </>
  );
}

/** A price times its multiplier, with its currency and with cents if it has any; a dash if either is unknown. */
function worth(price: Figure, multiplier: Figure, currency: string): string {
  const value = price && multiplier && isDecimal(price) ? multiply(price, multiplier) : null;
  return value === null
    ? NO_VALUE
    : `${formatDecimal(value, { min: decimalsOf(value) > 0 ? 2 : 0 })} ${currency}`;
}

/** The margin of one contract at the present price, in whole units: it moves with the price. */
function marginOf({ quote, future, currency }: InstrumentDetail, percent: string): string {
  const { last } = quote;
  const multiplier = future?.multiplier;
  if (!multiplier || !last || !isDecimal(last)) return NO_VALUE;
  const share = multiply(multiply(last, multiplier), multiply(percent, "0.01"));
  return `${formatDecimal(share, { max: 0 })} ${currency}`;
}

interface Fact {
  label: string;
  value: ReactNode;
}

interface TermsProps {
  instrument: InstrumentDetail;
  terms: FutureTerms;
}

function Terms({ instrument, terms }: TermsProps) {
  const { t, i18n } = useTranslation("kinds");
  const { currency, quote, tickSize, timeZone, margin } = instrument;
  const { multiplier, firstNoticeDay, lastOpenDay, isCashSettled, previousSettle } = terms;
  const day = (date: string) => formatShortDate(date, i18n.language);
  const days: Fact[] = [
    {
      label: t("future.lastTradeDay"),
      value: <LastDay day={terms.lastTradeDay} timeZone={timeZone} />,
    },
    ...(firstNoticeDay ? [{ label: t("future.firstNoticeDay"), value: day(firstNoticeDay) }] : []),
    ...(lastOpenDay && lastOpenDay !== terms.lastTradeDay
      ? [{ label: t("future.closeOnly"), value: day(lastOpenDay) }]
      : []),
    {
      label: t("future.settlement"),
      value: t(isCashSettled ? "future.cash" : "future.delivery"),
    },
  ];
  const steps: Fact[] = [
    { label: t("future.point"), value: worth("1", multiplier, currency) },
    { label: t("future.tickSize"), value: formatDecimal(tickSize) },
    { label: t("future.tickValue"), value: worth(tickSize, multiplier, currency) },
  ];
  const shares = margin?.ofValue;
  const margins: Fact[] = shares
    ? [
        { label: t("future.initial"), value: marginOf(instrument, shares.initial) },
        { label: t("future.maintenance"), value: marginOf(instrument, shares.maintenance) },
      ]
    : [];
  const facts: Fact[] = [
    ...days,
    ...steps,
    { label: t("future.contractValue"), value: worth(quote.last, multiplier, currency) },
    ...margins,
    {
      label: t("future.previousSettle"),
      value: formatPrice(previousSettle, lookOf(instrument, previousSettle).decimals),
    },
    { label: t("future.openInterest"), value: <OpenInterest {...terms} /> },
    { label: t("index.exchange"), value: instrument.exchange },
  ];
  return (
    <>
      <SectionTitle>{t("future.title")}</SectionTitle>
      <Card>
        <FactGrid facts={facts} />
      </Card>
    </>
  );
}

/** The terms of a future: its last trading day, its point value, and its open interest. */
export const ContractCard = ({ instrument }: { instrument: InstrumentDetail }) =>
  instrument.future ? <Terms instrument={instrument} terms={instrument.future} /> : null;
