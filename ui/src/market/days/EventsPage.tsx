import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CalendarDays } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type MarketEvent, marketEvents } from "@/api/corporateActions";
import { kindOfMarket } from "@/products";
import { to } from "@/screens";
import { useSession } from "@/session";
import { Card, Chips, EmptyState, ListRow, Page, QueryList, SectionTitle, TopBar } from "@/ui";
import { DAY_MS, dateIn, ownTimeZone } from "@/ui/time";
import { watchlist } from "@/watchlist/queries";
import { useActionText } from "../actionText";
import { weekdayText } from "./weekday";

/** The number of days that the page covers. */
const DAYS_AHEAD = 60;

const dayAfter = (date: string, days: number) => dateIn(Date.parse(date) + days * DAY_MS, "UTC");

/** The filters of the page. */
const FILTERS = ["all", "watched", "dividends", "expiries", "closures"] as const;
type Filter = (typeof FILTERS)[number];

const KINDS: Record<Exclude<Filter, "all" | "watched">, readonly MarketEvent["kind"][]> = {
  dividends: ["dividend", "split"],
  expiries: ["expiry"],
  closures: ["holiday", "half_day"],
};

/** An event with its instrument or exchange; a press opens the quote of an instrument. */
function EventRow({ event }: { event: MarketEvent }) {
  const { t } = useTranslation(["events", "market"]);
  const actionText = useActionText();
  const { kind, market, instrument, action, closes, holiday } = event;
  const exchange = t(`events:exchange.${market}`, { defaultValue: market });
  if (!instrument) {
    const state = closes ? t("events:closesAt", { time: closes }) : t("events:closed");
    return <ListRow title={exchange} subtitle={holiday ?? t(`events:${kind}`)} end={state} />;
  }
  const { symbol, name } = instrument;
  const row = { title: name, href: to(kindOfMarket(market).quote, { code: symbol, market, name }) };
  if (action?.kind === "dividend") {
    const { amount, currency } = action;
    return (
      <ListRow
        {...row}
        subtitle={`${symbol} · ${t("events:goesEx")}`}
        // In two lines where it is long: the name beside it needs the width.
        end={
          <span className="block max-w-[7em] text-balance whitespace-normal">
            {t("events:eachShare", { amount, currency })}
          </span>
        }
      />
    );
  }
  const { what, figure } = action ? actionText(action) : { what: t(`events:${kind}`), figure: "" };
  return <ListRow {...row} subtitle={`${symbol} · ${what}`} end={figure} />;
}

/** The filter for events. Only a customer has a watchlist. */
function useWanted() {
  const [filter, setFilter] = useState<Filter>("all");
  const isCustomer = useSession() !== null;
  const watched = useQuery({ ...watchlist, enabled: isCustomer && filter === "watched" }).data;
  const codes = new Set(watched?.map(({ symbol, market }) => `${market} ${symbol}`));
  const isWanted = ({ kind, market, instrument }: MarketEvent) => {
    if (filter === "all") return true;
    if (filter === "watched") return codes.has(`${market} ${instrument?.symbol}`);
    return KINDS[filter].includes(kind);
  };
  const filters = FILTERS.filter((name) => isCustomer || name !== "watched");
  return { filter, setFilter, filters, isWanted };
}

/** Coming market events, day by day. */
export default function EventsPage() {
  const { t, i18n } = useTranslation(["events", "market"]);
  const today = dateIn(Date.now(), ownTimeZone());
  const query = useInfiniteQuery(marketEvents(today, dayAfter(today, DAYS_AHEAD)));
  const { filter, setFilter, filters, isWanted } = useWanted();
  const { hasNextPage, isFetching, fetchNextPage } = query;
  // Events of a rare kind may be on any page.
  useEffect(() => {
    if (filter !== "all" && hasNextPage && !isFetching) void fetchNextPage();
  }, [filter, hasNextPage, isFetching, fetchNextPage]);
  const nothing = <EmptyState icon={CalendarDays} text={t("events:nothing")} />;
  const chips = (
    <Chips
      label={t("events:filter.label")}
      value={filter}
      onChange={setFilter}
      className="-mx-4 px-4"
      choices={filters.map((value) => ({ value, label: t(`events:filter.${value}`) }))}
    />
  );
  return (
    <Page top={<TopBar />} pinned={chips} onRefresh={query.refetch}>
      <QueryList query={query} empty={nothing}>
        {(events) => {
          const wanted = events.filter(isWanted);
          if (wanted.length === 0 && !hasNextPage) return nothing;
          return [...new Set(wanted.map(({ date }) => date))].map((date) => (
            <section key={date}>
              <SectionTitle>{weekdayText(date, i18n.language, "long")}</SectionTitle>
              <Card className="py-1">
                {wanted
                  .filter((event) => event.date === date)
                  .map((event) => (
                    <EventRow
                      key={`${event.kind} ${event.market} ${event.instrument?.symbol ?? ""}`}
                      event={event}
                    />
                  ))}
              </Card>
            </section>
          ));
        }}
      </QueryList>
    </Page>
  );
}
