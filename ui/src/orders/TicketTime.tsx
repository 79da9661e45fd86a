import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { outsideHours } from "@/api/instrument";
import type { InstrumentDetail } from "@/api/market";
import { hasCalendar, tradingMonths } from "@/api/tradingDays";
import { takesExtended, typeRow } from "@/trade/orderTypes";
import { FormError } from "@/ui";
import { Field } from "@/ui/Field";
import { SwitchRow } from "@/ui/SwitchRow";
import { formatDate, todayIn } from "@/ui/time";
import { MoreChips } from "./MoreChips";
import type { Place } from "./refusedPlace";
import type { TicketState } from "./useTicket";

interface TicketTimeProps {
  instrument: InstrumentDetail;
  state: TicketState;
  errorAt: (place: Place) => string | undefined;
}

/** The day after a year, as the last that an order may wait until: 2027-11-27. */
const inAYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

/** True for a day on which the exchange is known to be closed; never where the server keeps no hours. */
function useIsClosed({ market, openAroundTheClock }: InstrumentDetail, day: string): boolean {
  const known = hasCalendar(market) && !openAroundTheClock ? market : null;
  const { data } = useQuery({
    ...tradingMonths(known ?? "UsStock", [day.slice(0, 7)]),
    enabled: known !== null && day !== "",
  });
  return (
    known !== null && day !== "" && data !== undefined && !data.some(({ date }) => date === day)
  );
}

/** The last day of an order: a trading day from today on, up to a year ahead. */
function LastDay({ instrument, state, errorAt }: TicketTimeProps) {
  const { t, i18n } = useTranslation("ticket");
  const { lastDay: day } = state.draft;
  const today = todayIn(instrument.timeZone);
  const isClosed = useIsClosed(instrument, day);
  return (
    <Field
      type="date"
      className="mt-1"
      label={t("date.label")}
      value={day}
      min={today}
      max={inAYear(today)}
      onChange={(event) => state.change({ lastDay: event.target.value })}
      error={isClosed ? t("date.closed") : errorAt("date")}
      hint={day ? t("date.until", { day: formatDate(day, i18n.language) }) : undefined}
    />
  );
}

/** A limit order may fill outside regular hours too, where the market has such hours. */
function ExtendedHours({ instrument, state, errorAt }: TicketTimeProps) {
  const { t } = useTranslation("ticket");
  const { symbol, market } = instrument;
  const { data: exists = false } = useQuery(outsideHours({ symbol, market }));
  if (!exists) return null;
  return (
    <>
      <SwitchRow
        label={t("hours.label")}
        hint={t("hours.hint")}
        on={state.draft.outsideHours}
        onChange={(on) => state.change({ outsideHours: on })}
      />
      <FormError text={errorAt("hours")} />
    </>
  );
}

/** How long the order waits, as far as its type allows. */
export function TicketTime(props: TicketTimeProps) {
  const { state, errorAt } = props;
  const { t } = useTranslation(["ticket", "orders"]);
  const { type, timeInForce = "day" } = state.ticket.terms;
  const { times } = typeRow(type);
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
        <span className="text-note text-ink-2 @max-[240px]/ticket:sr-only">
          {t("orders:ticket.goodFor")}
        </span>
        <MoreChips
          label={t("orders:ticket.goodFor")}
          near={2}
          value={timeInForce}
          onChange={(time) => state.change({ timeInForce: time })}
          choices={times.map((value) => ({
            value,
            label: t(`time.${value}.name`),
            name: t(`time.${value}.name`),
            text: t(`time.${value}.text`),
          }))}
        />
      </div>
      <FormError text={errorAt("time")} />
      {timeInForce === "gtd" ? <LastDay {...props} /> : null}
      {type === "limit" && takesExtended(timeInForce) ? <ExtendedHours {...props} /> : null}
    </>
  );
}
