use std::sync::Arc;

use axum::extract::State;
use jiff::ToSpan;
use jiff::civil::Date;
use plumbline_core::market::{Instrument, Market as MarketName};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::corporate_actions::list::CorporateActionRow;
use super::holidays::Holidays;
use super::{Market, Statuses, is_weekday};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Language, PageRequest, Paged, Params, Reply, date, wire};

/// Days that one request may cover.
const DAYS_MAX: i32 = 93;
/// Days that are shown if the request has no end.
const DAYS_USUAL: i32 = 30;

/// The days of what is to come, or was.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct EventsRequest {
    /// The first day, `2026-11-23`; today in UTC when absent.
    pub from: Option<wire::Date>,
    /// The last day, at most 93 days later; 30 days later when absent.
    pub to: Option<wire::Date>,
}

impl EventsRequest {
    fn days(&self, today: Date) -> Result<(Date, Date), ApiError> {
        let later = |first: Date, days: i32| first.checked_add(days.days()).unwrap_or(Date::MAX);
        let first = date(self.from.as_deref(), "from")?.unwrap_or(today);
        let last = date(self.to.as_deref(), "to")?.unwrap_or_else(|| later(first, DAYS_USUAL));
        let bounded = first <= last && last <= later(first, DAYS_MAX);
        if bounded { Ok((first, last)) } else { Err(ApiError::invalid("dates_invalid", "to")) }
    }
}

/// An event on a day, where the exchange is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventRow {
    pub date: wire::Date,
    /// dividend or split, on their ex dates; expiry, the last day of a future; holiday; half_day.
    pub event: wire::MarketEvent,
    /// The market of the instrument, or the one whose main exchange closes.
    pub market: wire::Market,
    /// The instrument's code; null for days of exchanges.
    pub stock_code: Option<wire::StockCode>,
    /// The name of the instrument, or of the holiday where it is known.
    pub name: Option<String>,
    /// The dividend or split; null for other events.
    pub corporate_action: Option<CorporateActionRow>,
    /// The calendar of the exchange that closes, such as `XNYS`; of days of exchanges only.
    pub calendar: Option<wire::Calendar>,
    /// The time at which the exchange closes on a half-day, as `13:00` where it is.
    pub closes: Option<wire::TimeOfDay>,
}

impl EventRow {
    fn of(date: Date, event: &str, market: MarketName) -> Self {
        Self {
            date: date.into(),
            event: event.into(),
            market: market.into(),
            stock_code: None,
            name: None,
            corporate_action: None,
            calendar: None,
            closes: None,
        }
    }

    fn about(self, instrument: &Instrument, language: Language) -> Self {
        let name = Some(language.name(&instrument.names).to_owned());
        Self { stock_code: Some(instrument.code.clone().into()), name, ..self }
    }
}

/// The events in the markets, the earliest day first: dividends and splits, futures that expire, days on which an
/// exchange does not trade or closes early.
#[utoipa::path(get, path = "/market/events", tag = "market", security(()), params(EventsRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<EventRow>>),
        (status = 422, description = "date_invalid, dates_invalid, page_invalid")))]
pub async fn events(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    State(statuses): State<Arc<Statuses>>,
    language: Language,
    Params(request): Params<EventsRequest>,
    Params(page): Params<PageRequest>,
) -> Result<Reply<Paged<EventRow>>, ApiError> {
    let now = clock.now();
    let (first, last) = request.days(market.calendars.named("").date(now))?;
    let is_asked = |date: Date| (first..=last).contains(&date);
    let mut found: Vec<(Date, EventRow)> = Vec::new();
    for action in market.corporate_actions.all() {
        let Some(instrument) = market.catalog.get(action.instrument) else { continue };
        if action.announced_at <= now && is_asked(action.ex_date) {
            let row = EventRow::of(action.ex_date, action.terms.code(), instrument.market).about(instrument, language);
            let corporate_action = Some(CorporateActionRow::of(&action, instrument));
            found.push((action.ex_date, EventRow { corporate_action, ..row }));
        }
    }
    for instrument in market.catalog.iter() {
        if let Some(future) = instrument.future.as_ref().filter(|future| is_asked(future.last_trade)) {
            let row = EventRow::of(future.last_trade, "expiry", instrument.market).about(instrument, language);
            found.push((future.last_trade, row));
        }
    }
    found.extend(days_of_exchanges(&market, statuses.holidays(), language, first, last));
    // Days of exchanges come first, then the instruments in the order of the list.
    found.sort_by_key(|(date, row)| (*date, row.stock_code.is_some()));
    let rows: Vec<EventRow> = found.into_iter().map(|(_, row)| row).collect();
    Ok(Reply(page.checked()?.cut(&rows)))
}

/// The weekdays on which the main exchange of a market does not trade, and those on which it closes early.
fn days_of_exchanges(
    market: &Market,
    holidays: &Holidays,
    language: Language,
    first: Date,
    last: Date,
) -> Vec<(Date, EventRow)> {
    let mut found = Vec::new();
    for of in MarketName::ALL {
        let hours = market.calendars.named(of.calendar());
        let Some(calendar) = hours.calendar() else { continue };
        let Some((from, until)) = calendar.days().first().zip(calendar.days().last()) else { continue };
        let known = first.max(from.date).series(1.day()).take_while(|date| *date <= last.min(until.date));
        for date in known.filter(|date| is_weekday(*date)) {
            let (event, closes) = match calendar.on(date) {
                None => ("holiday", None),
                Some(day) if day.half_day => ("half_day", Some(hours.local_minute(day.closes).into())),
                Some(_) => continue,
            };
            let name = holidays.on(of.calendar(), date).map(|name| name.told(language).to_owned());
            let row = EventRow { calendar: Some(of.calendar().into()), name, closes, ..EventRow::of(date, event, of) };
            found.push((date, row));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_bounded_or_refused() {
        let today: Date = "2026-11-23".parse().unwrap();
        let asked = |from: &str, to: &str| {
            let text = |text: &str| Some(wire::Date::from(text)).filter(|text| !text.is_empty());
            let request = EventsRequest { from: text(from), to: text(to) };
            request.days(today).map(|(first, last)| format!("{first} {last}")).map_err(|error| error.word)
        };
        let table = [
            ("", "", Ok("2026-11-23 2026-12-23")),
            ("2026-12-01", "", Ok("2026-12-01 2026-12-31")),
            ("2026-12-01", "2026-12-01", Ok("2026-12-01 2026-12-01")),
            ("2026-12-01", "2027-03-04", Ok("2026-12-01 2027-03-04")),
            ("2026-12-01", "2027-03-05", Err("dates_invalid")),
            ("2026-12-02", "2026-12-01", Err("dates_invalid")),
            ("9999-12-31", "", Ok("9999-12-31 9999-12-31")),
            ("-009999-01-01", "9999-12-31", Err("dates_invalid")),
            ("2026-13-01", "", Err("date_invalid")),
            ("", "tomorrow", Err("date_invalid")),
        ];
        for (from, to, expected) in table {
            assert_eq!(asked(from, to), expected.map(str::to_owned), "{from} {to}");
        }
    }
}
