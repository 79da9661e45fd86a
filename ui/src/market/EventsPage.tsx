import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarDays } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type MarketEvent, marketEvents } from "@/api/corporateActions";
import { kindOfMarket } from "@/products";
import { to } from "@/screens";
import { Card, EmptyState, ListRow, Page, QueryList, SectionTitle, TopBar } from "@/ui";
import { DAY_MS, dateIn, formatInZone, ownTimeZone } from "@/ui/time";
import { useActionText } from "./actionText";

/** How far the page looks ahead. */
const DAYS_AHEAD = 60;

const dayAfter = (date: string, days: number) => dateIn(Date.parse(date) + days * DAY_MS, "UTC");

/** What happens, and to whom; a press opens the quote of an instrument. */
function EventRow({ event }: { event: MarketEvent }) {
  const { t } = useTranslation(["events", "market"]);
  const actionText = useActionText();
  const { kind, market, instrument, action, closes } = event;
  const exchange = t(`events:exchange.${market}`, { defaultValue: market });
  if (!instrument) {
    const state = closes ? t("events:closesAt", { time: closes }) : t("events:closed");
    return <ListRow title={exchange} subtitle={t(`events:${kind}`)} end={state} />;
  }
  const { what, figure } = action ? actionText(action) : { what: t(`events:${kind}`), figure: "" };
  const { symbol, name } = instrument;
  return (
    <ListRow
      title={name}
      subtitle={`${symbol} · ${what}`}
      end={figure}
      href={to(kindOfMarket(market).quote, { code: symbol, market, name })}
    />
  );
}

/** What is to come in the markets, day by day. */
export default function EventsPage() {
  const { t, i18n } = useTranslation(["events", "market"]);
  const today = dateIn(Date.now(), ownTimeZone());
  const query = useInfiniteQuery(marketEvents(today, dayAfter(today, DAYS_AHEAD)));
  const dayText = (date: string) =>
    formatInZone(Date.parse(date), i18n.language, "UTC", {
      ...{ weekday: "short", day: "numeric", month: "long" },
    } as Intl.DateTimeFormatOptions);
  return (
    <Page top={<TopBar />} onRefresh={query.refetch}>
      <QueryList
        query={query}
        empty={<EmptyState icon={CalendarDays} text={t("events:nothing")} />}
      >
        {(events) =>
          [...new Set(events.map(({ date }) => date))].map((date) => (
            <section key={date}>
              <SectionTitle>{dayText(date)}</SectionTitle>
              <Card className="py-1">
                {events
                  .filter((event) => event.date === date)
                  .map((event) => (
                    <EventRow
                      key={`${event.kind} ${event.market} ${event.instrument?.symbol ?? ""}`}
                      event={event}
                    />
                  ))}
              </Card>
            </section>
          ))
        }
      </QueryList>
    </Page>
  );
}
