import { useTranslation } from "react-i18next";
import type { FutureTerms, InstrumentDetail } from "@/api/market";
import {
  Card,
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
import { dateIn, daysUntil, formatShortDate } from "@/ui/time";
import { lookOf } from "../lookOf";

/** The last trading day of a contract, with the days left at its exchange. */
function LastDay({ day, timeZone }: { day: string; timeZone: string }) {
  const { t, i18n } = useTranslation("kinds");
  const left = daysUntil(day, dateIn(Date.now(), timeZone));
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

/** A price times its multiplier, with its currency; a dash if either is unknown. */
const worth = (price: Figure, multiplier: Figure, currency: string) =>
  price && multiplier && isDecimal(price)
    ? `${formatDecimal(multiply(price, multiplier))} ${currency}`
    : NO_VALUE;

interface TermsProps {
  instrument: InstrumentDetail;
  terms: FutureTerms;
}

function Terms({ instrument, terms }: TermsProps) {
  const { t, i18n } = useTranslation("kinds");
  const { currency, quote, tickSize, timeZone } = instrument;
  const { multiplier, firstNoticeDay, lastOpenDay, isCashSettled, previousSettle } = terms;
  const facts = [
    {
      label: t("future.lastTradeDay"),
      value: <LastDay day={terms.lastTradeDay} timeZone={timeZone} />,
    },
    {
      label: t("future.firstNoticeDay"),
      value: firstNoticeDay ? formatShortDate(firstNoticeDay, i18n.language) : NO_VALUE,
    },
    {
      label: t("future.settlement"),
      value: t(isCashSettled ? "future.cash" : "future.delivery"),
    },
    // The value of a point says what the multiplier does, with its currency.
    lastOpenDay
      ? { label: t("future.closeOnly"), value: formatShortDate(lastOpenDay, i18n.language) }
      : { label: t("future.multiplier"), value: formatDecimal(multiplier) },
    { label: t("future.point"), value: worth("1", multiplier, currency) },
    { label: t("future.tickValue"), value: worth(tickSize, multiplier, currency) },
    {
      label: t("future.previousSettle"),
      value: formatPrice(previousSettle, lookOf(instrument, previousSettle).decimals),
    },
    { label: t("future.openInterest"), value: <OpenInterest {...terms} /> },
    { label: t("future.contractValue"), value: worth(quote.last, multiplier, currency) },
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
