//! The status of each calendar: open or not, since when, and the next change. A call gives it, and sockets are sent its
//! changes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwapOption;
use axum::extract::State;
use plumbline_core::market::{Market as MarketName, Session};
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use super::Market;
use super::calendars::CalendarError;
use super::halts::HaltedInstrument;
use super::holidays::{HolidayName, Holidays};
use super::sessions::Hours;
use super::shared::{MAX_AGE_MILLIS, Shared, SharedReply};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, wire};
use crate::push::Broadcast;
use crate::supervision::Supervisor;

/// The delay until a change is sent.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// The state of a calendar at a moment. Everything but the halts changes only at the moments that it names, and at
/// midnight where the exchange is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarketStatus {
    /// The calendar's name, as instruments name the one that they trade by; empty for instruments that never close.
    pub calendar: wire::Calendar,
    /// The markets whose main exchange keeps the calendar.
    pub markets: Vec<wire::Market>,
    /// The zone in which the exchange tells its times.
    pub time_zone: wire::TimeZone,
    /// `pre`, `regular`, `after` or `closed`.
    pub session: wire::MarketSession,
    /// True during a break of the day, after which trading goes on.
    pub on_break: bool,
    /// The time at which the present state began; null where it is not known, and for instruments that never close.
    pub since_timestamp: Option<wire::Timestamp>,
    /// The time at which the present state ends.
    pub changes_timestamp: Option<wire::Timestamp>,
    /// The next time at which regular hours begin or go on.
    pub opens_timestamp: Option<wire::Timestamp>,
    /// The next end of a day's regular hours.
    pub closes_timestamp: Option<wire::Timestamp>,
    /// True if the regular hours that `closesTimestamp` ends are shorter than usual.
    pub closes_early: bool,
    /// The holiday for which the exchange is closed today, where its name is known.
    pub holiday: Option<HolidayName>,
    /// True if this server keeps no hours, so that everything is always open.
    pub open_around_the_clock: bool,
    /// The instruments of this calendar that are halted, or trade within a band for a while.
    pub halts: Vec<HaltedInstrument>,
}

/// The present state of all calendars.
#[utoipa::path(get, path = "/market/status", tag = "market", security(()),
    responses((status = 200, body = Envelope<Vec<MarketStatus>>)))]
pub async fn status(State(statuses): State<Arc<Statuses>>) -> Result<SharedReply, ApiError> {
    statuses.reply()
}

/// The status of all calendars, as it was sent last.
#[derive(Debug)]
pub struct Statuses {
    market: Arc<Market>,
    holidays: Holidays,
    clock: Clock,
    broadcast: Arc<Broadcast>,
    /// The reply with the time at which it was made.
    newest: ArcSwapOption<(UnixMillis, Shared)>,
    /// The halts, at most a second old: a look at all instruments takes longer than one at the calendars.
    halted: ArcSwapOption<(UnixMillis, Vec<(String, HaltedInstrument)>)>,
}

impl Statuses {
    /// The names of the days on which exchanges are closed.
    pub fn holidays(&self) -> &Holidays {
        &self.holidays
    }

    /// Sends the statuses over `broadcast`, at once and from then on whenever one changes.
    ///
    /// # Errors
    /// The names of holidays are malformed.
    pub fn start(
        market: Arc<Market>,
        clock: Clock,
        broadcast: Arc<Broadcast>,
        supervisor: &Supervisor,
    ) -> Result<Arc<Self>, CalendarError> {
        let (holidays, newest, halted) = (Holidays::load()?, ArcSwapOption::empty(), ArcSwapOption::empty());
        let statuses = Arc::new(Self { market, holidays, clock, broadcast, newest, halted });
        statuses.tell();
        let (telling, every) = (statuses.clone(), supervisor.every(LOOK_EVERY));
        supervisor.spawn("market status", async move {
            while every.next().await {
                telling.tell();
            }
        });
        Ok(statuses)
    }

    fn tell(&self) {
        for status in self.at(self.clock.now()) {
            match serde_json::to_string(&status) {
                Ok(json) => self.broadcast.publish(&status.calendar, &json),
                Err(error) => tracing::error!(%error, "the state of a market could not be written"),
            }
        }
    }

    fn reply(&self) -> Result<SharedReply, ApiError> {
        let now = self.clock.now();
        if let Some((made_at, shared)) = self.newest.load().as_deref()
            && (0..MAX_AGE_MILLIS).contains(&now.since(*made_at))
        {
            return Ok(shared.for_all());
        }
        let shared = Shared::write(self.at(now), std::iter::empty())?;
        let reply = shared.for_all();
        self.newest.store(Some(Arc::new((now, shared))));
        Ok(reply)
    }

    /// The statuses of all calendars, and of the markets without one.
    fn at(&self, now: UnixMillis) -> Vec<MarketStatus> {
        let mut markets: BTreeMap<&str, Vec<wire::Market>> = BTreeMap::new();
        for market in MarketName::ALL.into_iter().filter(|market| *market != MarketName::Index) {
            markets.entry(market.calendar()).or_default().push(market.into());
        }
        let halted = self.halted(now);
        let of = |(name, hours): (&str, &Arc<Hours>)| {
            let markets = markets.get(name).cloned().unwrap_or_default();
            let here = halted.1.iter().filter(|(calendar, _)| calendar == name);
            self.of(name, (markets, here.map(|(_, halted)| halted.clone()).collect()), hours, now)
        };
        let calendars = &self.market.calendars;
        let never_closes = [("", calendars.named(""))];
        calendars.all().chain(never_closes).map(of).collect()
    }

    fn halted(&self, now: UnixMillis) -> Arc<(UnixMillis, Vec<(String, HaltedInstrument)>)> {
        let known = self.halted.load_full().filter(|known| (0..MAX_AGE_MILLIS).contains(&now.since(known.0)));
        known.unwrap_or_else(|| {
            let looked = Arc::new((now, self.market.halted(now)));
            self.halted.store(Some(looked.clone()));
            looked
        })
    }

    fn of(
        &self,
        name: &str,
        (markets, halts): (Vec<wire::Market>, Vec<HaltedInstrument>),
        hours: &Hours,
        now: UnixMillis,
    ) -> MarketStatus {
        let calendar = hours.kept();
        let session = hours.session(now);
        let next = calendar.and_then(|calendar| calendar.next_close(now));
        let is_day_off = session == Session::Closed && calendar.is_some_and(|of| of.on(hours.date(now)).is_none());
        MarketStatus {
            calendar: name.into(),
            markets,
            time_zone: hours.zone_name().into(),
            session: session.into(),
            on_break: calendar.and_then(|calendar| calendar.day_at(now)).is_some_and(|day| day.on_break(now)),
            since_timestamp: calendar.and_then(|calendar| calendar.changed_at(now)).map(Into::into),
            changes_timestamp: calendar.and_then(|calendar| calendar.changes_after(now)).map(Into::into),
            opens_timestamp: calendar.and_then(|calendar| calendar.opens_after(now)).map(Into::into),
            closes_timestamp: next.map(|day| day.closes).map(Into::into),
            closes_early: next.is_some_and(|day| day.half_day),
            holiday: is_day_off.then(|| self.holidays.on(name, hours.date(now))).flatten().cloned(),
            open_around_the_clock: self.market.calendars.around_the_clock(),
            halts,
        }
    }
}
