use std::ops::Range;
use std::sync::Arc;

use axum::extract::State;
use jiff::civil::Date;
use plumbline_core::market::{Market as MarketName, TradingDay};
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::holidays::HolidayName;
use super::{Hours, Market, Statuses};
use crate::clock::Clock;
use crate::http::{ApiError, Body, Envelope, Language, PageInfo, PageRequest, Paged, Reply, wire};

#[derive(Debug, Deserialize, ToSchema)]
pub struct TradingDaysRequest {
    /// `UsStock`, `HK` or `Forex`: the calendar of its main exchange.
    pub market: wire::Market,
    /// The name of a calendar to use instead, as instruments name the one that they trade by.
    pub calendar: Option<wire::Calendar>,
    /// The month, as `2026-11`; without it the days from today on.
    pub month: Option<wire::Month>,
    #[serde(flatten)]
    pub page: PageRequest,
}

/// Days of a calendar, and the last day that it knows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TradingDays {
    pub list: Vec<TradingDayRow>,
    pub page: PageInfo,
    /// The last day that is known: the exchange had not announced later ones.
    pub known_until: Option<wire::Date>,
    /// The holidays in the same time whose names are known, the earliest first.
    pub holidays: Vec<TradingHoliday>,
}

/// A day on which the exchange is closed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TradingHoliday {
    /// The day, as `2026-11-26`, where the exchange is.
    pub date: wire::Date,
    /// The name in the caller's language.
    pub name: String,
}

/// One day of the exchange's own calendar, whether or not this server keeps it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TradingDayRow {
    /// The day, as `2026-11-27`, where the exchange is.
    pub date: wire::Date,
    /// The time at which regular hours begin, as `09:30` where the exchange is.
    pub open: wire::TimeOfDay,
    pub close: wire::TimeOfDay,
    /// The pauses of regular hours, in order.
    pub breaks: Vec<TradingBreak>,
    /// True when the exchange closes early.
    pub half_day: bool,
}

/// A pause of regular hours, as from `12:00` to `13:00` where the exchange is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TradingBreak {
    pub from: wire::TimeOfDay,
    pub to: wire::TimeOfDay,
}

/// The trading days of an exchange, with their hours.
#[utoipa::path(post, path = "/stocka_trading_day/getPageList", tag = "market", security(()), request_body = TradingDaysRequest,
    responses((status = 200, body = Envelope<TradingDays>),
        (status = 422, description = "market_unknown, calendar_unknown, month_invalid, page_invalid")))]
pub async fn trading_days(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    State(statuses): State<Arc<Statuses>>,
    language: Language,
    Body(request): Body<TradingDaysRequest>,
) -> Result<Reply<TradingDays>, ApiError> {
    let name = MarketName::from_code(&request.market).ok_or(ApiError::invalid("market_unknown", "market"))?;
    let (hours, unknown) = match request.calendar.as_deref().filter(|name| !name.is_empty()) {
        Some(calendar) => (market.calendars.named(calendar), ApiError::invalid("calendar_unknown", "calendar")),
        None => (market.calendars.named(name.calendar()), ApiError::invalid("market_unknown", "market")),
    };
    let calendar = hours.calendar().ok_or(unknown)?;
    let first = match &request.month {
        Some(month) => first_day(month)?,
        None => hours.date(clock.now()),
    };
    let onwards = request.month.is_none();
    let is_wanted = |date: Date| date >= first && (onwards || date.first_of_month() == first);
    let wanted = calendar.days().iter().filter(|day| is_wanted(day.date));
    let rows: Vec<TradingDayRow> = wanted.map(|day| row(day, hours)).collect();
    let code = request.calendar.as_deref().filter(|code| !code.is_empty()).unwrap_or(name.calendar());
    let named = statuses.holidays().of(code).filter(|(date, _)| is_wanted(*date));
    let holiday =
        |(date, name): (Date, &HolidayName)| TradingHoliday { date: date.into(), name: name.told(language).to_owned() };
    let holidays = named.map(holiday).collect();
    let Paged { list, page } = request.page.checked()?.cut(&rows);
    let known_until = calendar.days().last().map(|day| day.date.to_string());
    Ok(Reply(TradingDays { list, page, known_until: known_until.map(Into::into), holidays }))
}

fn first_day(month: &str) -> Result<Date, ApiError> {
    format!("{month}-01").parse().map_err(|_| ApiError::invalid("month_invalid", "month"))
}

fn row(day: &TradingDay, hours: &Hours) -> TradingDayRow {
    TradingDayRow {
        date: day.date.into(),
        open: hours.local_minute(day.opens).into(),
        close: hours.local_minute(day.closes).into(),
        breaks: day.breaks.iter().map(|gap| TradingBreak::of(gap, hours)).collect(),
        half_day: day.half_day,
    }
}

impl TradingBreak {
    fn of(gap: &Range<UnixMillis>, hours: &Hours) -> Self {
        Self { from: hours.local_minute(gap.start).into(), to: hours.local_minute(gap.end).into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::Calendars;

    #[test]
    fn days_show_the_exchange_s_own_time() {
        let calendars = Calendars::load(true).unwrap();
        let hours = calendars.named("XNYS");
        let shown = |date: &str| {
            let row = row(hours.calendar().unwrap().on(date.parse().unwrap()).unwrap(), hours);
            (String::from(row.open), String::from(row.close), row.half_day)
        };
        assert_eq!(shown("2026-11-25"), ("09:30".to_owned(), "16:00".to_owned(), false));
        assert_eq!(shown("2026-11-27"), ("09:30".to_owned(), "13:00".to_owned(), true));
        assert_eq!(shown("2026-07-02"), ("09:30".to_owned(), "16:00".to_owned(), false), "in summer time too");
        let hong_kong = calendars.named("XHKG");
        let day = hong_kong.calendar().unwrap().on("2026-11-20".parse().unwrap()).unwrap();
        let lunch = TradingBreak { from: "12:00".into(), to: "13:00".into() };
        assert_eq!(row(day, hong_kong).breaks, [lunch]);
    }

    #[test]
    fn months_are_read_or_refused() {
        assert_eq!(first_day("2026-11").unwrap(), jiff::civil::date(2026, 11, 1));
        for wrong in ["2026-13", "2026", "", "2026-11-02"] {
            assert_eq!(first_day(wrong).unwrap_err().word, "month_invalid", "{wrong}");
        }
    }
}
