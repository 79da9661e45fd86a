import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServerFacts } from "@/api/serverFacts";
import { type CalendarMarket, type TradingDay, tradingDays } from "@/api/tradingDays";
import type { DaysQuery } from "@/screenQueries";
import {
  Card,
  KeyValue,
  KeyValues,
  ListRow,
  Notice,
  Page,
  QueryList,
  SectionTitle,
  TopBar,
} from "@/ui";
import { DAY_MS, exchangeName, formatInZone, formatOnExchange } from "@/ui/time";
import { weekdayText } from "./weekday";

/** A weekday without trading, or a day with an early close. */
interface Exception {
  date: string;
  closes: string | undefined;
}

/** The exceptions from `first` on, as far as the days are known. */
function exceptionsOf(days: readonly TradingDay[], first: string): Exception[] {
  const known = new Map(days.map((day) => [day.date, day]));
  const last = Date.parse(days.at(-1)?.date ?? first);
  const found: Exception[] = [];
  for (let at = Date.parse(first); at <= last; at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10);
    const day = known.get(date);
    const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
    if (day ? day.closesEarly : !isWeekend) found.push({ date, closes: day?.closes });
  }
  return found;
}

/** Today's date at the exchange as `2026-11-27`, which is the Swedish format. */
const todayAt = (market: string) =>
  formatOnExchange(Date.now(), "sv", market, { year: "numeric", month: "2-digit", day: "2-digit" });

/** Formats parts of a calendar day, independently of any time zone. */
function useDayText() {
  const { i18n } = useTranslation();
  return (date: string, parts: Intl.DateTimeFormatOptions) =>
    formatInZone(Date.parse(date), i18n.language, "UTC", parts);
}

/** "09:30–12:00, 13:00–16:00 HKT" is a day with a break at noon. A narrow pane wraps it at the break. */
function DayHours({ day: { opens, breaks, closes }, clock }: { day: TradingDay; clock: string }) {
  const begins = [opens, ...breaks.map(({ to }) => to)];
  const ends = [...breaks.map(({ from }) => `${from}, `), `${closes} ${clock}`];
  return begins.map((begin, place) => (
    <span key={begin} className="inline-block whitespace-pre">
      {begin}–{ends[place]}
    </span>
  ));
}

/** Today's hours and the regular ones, by the exchange's clock. */
function Hours({ days, market }: { days: TradingDay[]; market: CalendarMarket }) {
  const { t } = useTranslation(["days", "market"]);
  const hours = (day: TradingDay) => <DayHours day={day} clock={exchangeName(market)} />;
  const today = days.find(({ date }) => date === todayAt(market));
  const usual = days.find(({ closesEarly }) => !closesEarly);
  return (
    <Card className="py-2">
      <KeyValues>
        <KeyValue label={t("days:today")}>{today ? hours(today) : t("days:closed")}</KeyValue>
        {usual ? <KeyValue label={t("days:usual")}>{hours(usual)}</KeyValue> : null}
      </KeyValues>
    </Card>
  );
}

interface ExceptionsProps {
  days: TradingDay[];
  market: CalendarMarket;
  /** The names of holidays by their day. */
  holidays: Record<string, string>;
}

/** The days with exceptional hours, month by month. */
function Exceptions({ days, market, holidays }: ExceptionsProps) {
  const { t, i18n } = useTranslation(["days", "market"]);
  const text = useDayText();
  const exceptions = exceptionsOf(days, todayAt(market));
  const months = [...new Set(exceptions.map(({ date }) => date.slice(0, 7)))];
  const last = days.at(-1)?.date;
  return (
    <>
      {months.map((month) => (
        <section key={month}>
          <SectionTitle>{text(month, { month: "long", year: "numeric" })}</SectionTitle>
          <Card className="py-1">
            {exceptions
              .filter(({ date }) => date.startsWith(month))
              .map(({ date, closes }) => (
                <ListRow
                  key={date}
                  title={weekdayText(date, i18n.language, "short")}
                  subtitle={holidays[date]}
                  end={
                    <span className="text-note text-ink-2">
                      {closes ? t("days:closesAt", { time: closes }) : t("days:closed")}
                    </span>
                  }
                />
              ))}
          </Card>
        </section>
      ))}
      {last ? (
        <p className="mt-3 text-small text-ink-2">
          {t("days:until", {
            date: text(last, { day: "numeric", month: "long", year: "numeric" }),
          })}
        </p>
      ) : null}
    </>
  );
}

/** The trading hours of an exchange: today's, the regular ones, and coming exceptions. */
export default function TradingDaysPage({ market }: DaysQuery) {
  const { t } = useTranslation(["days", "market"]);
  const query = useInfiniteQuery(tradingDays(market));
  const isAlwaysOpen = useServerFacts().data?.openAroundTheClock ?? false;
  return (
    <Page top={<TopBar />} onRefresh={query.refetch}>
      {isAlwaysOpen ? <Notice className="mb-3">{t("days:alwaysOpen")}</Notice> : null}
      <QueryList query={query}>
        {(days) => (
          <>
            <Hours days={days} market={market} />
            <Exceptions
              days={days}
              market={market}
              holidays={query.data?.pages[0]?.holidays ?? {}}
            />
          </>
        )}
      </QueryList>
    </Page>
  );
}
