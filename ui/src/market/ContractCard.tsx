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
import { dateIn, formatShortDate } from "@/ui/time";
import { daysUntil } from "./futureMonths";
import { lookOf } from "./lookOf";

/** Until when a contract trades, and how many days that are where its exchange is. */
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

/** How many contracts are open, and how many more than a day before. They rise and fall, but are no price. */
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

/** An amount of a currency that is so many times a price; a dash where either is not known. */
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
  const { multiplier, firstNoticeDay, isCashSettled, previousSettle } = terms;
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
    { label: t("future.multiplier"), value: formatDecimal(multiplier) },
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

/** What a contract is on: until when it trades, what a point of it is worth, and how many are open. */
export const ContractCard = ({ instrument }: { instrument: InstrumentDetail }) =>
  instrument.future ? <Terms instrument={instrument} terms={instrument.future} /> : null;
