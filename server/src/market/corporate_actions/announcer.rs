//! Announces the actions of the simulated market's companies, and applies all recorded actions.

use std::sync::Arc;
use std::time::Duration;

use jiff::ToSpan;
use jiff::civil::Date;
use plumbline_core::market::sim::{Announced, Planned};
use plumbline_core::market::{ActionTerms, Instrument, Market as MarketName};
use plumbline_core::time::UnixMillis;

use super::store::{self, NewAction};
use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::leader::Leadership;
use crate::market::{Hours, Market};
use crate::supervision::Supervisor;

/// The delay until a server applies a recorded action.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Days from the ex date to the payment.
const PAID_AFTER_DAYS: i32 = 21;

/// Time before now for which announcements are looked for again.
const LOOK_BACK: i64 = 2 * UnixMillis::DAY;

/// A time before all announcements.
pub const ALWAYS: UnixMillis = UnixMillis(i64::MIN);

/// The source of simulated companies' actions.
pub const SIMULATED: &str = "simulated";

/// Reads actions until the server stops, and announces them while it leads.
pub fn start(db: Db, market: Arc<Market>, clock: Clock, leadership: Leadership, supervisor: &Supervisor) {
    let every = supervisor.every(LOOK_EVERY);
    let mut since = ALWAYS;
    supervisor.spawn("corporate actions", async move {
        while every.next().await {
            let now = clock.now();
            let done = if leadership.leads() {
                announce(&db, &market, since, now).await
            } else {
                since = ALWAYS;
                market.corporate_actions.read(&db, &market.catalog, &market.calendars).await.map(|()| false)
            };
            match done {
                // The seed of a day may come late, and the announcements of that day with it.
                Ok(true) => since = now.plus(-LOOK_BACK),
                // An operator's action has taken an id.
                Ok(false) => {}
                Err(error) => {
                    tracing::error!(%error, "corporate actions could not be read or stored; it is tried again")
                }
            }
        }
    });
}

/// Stores what companies announced after `since` and by `now`, and reads all recorded actions. True if all are stored.
/// Actions that fell due while no server ran are recorded too, for those who held shares then.
///
/// # Errors
/// The actions cannot be read or stored.
pub async fn announce(db: &Db, market: &Market, since: UnixMillis, now: UnixMillis) -> Result<bool, DbError> {
    let of = |instrument: &Arc<Instrument>| {
        let announced = market.feed_history.announced(instrument, since, now);
        let hours = market.hours(instrument);
        announced.into_iter().map(|(planned, what)| action(instrument, hours, &planned, what)).collect::<Vec<_>>()
    };
    let announced: Vec<NewAction> = market.catalog.iter().flat_map(of).collect();
    let is_known = |action: &NewAction| {
        market.corporate_actions.of(action.instrument).iter().any(|known| known.ex_date == action.ex_date)
    };
    market.corporate_actions.read(db, &market.catalog, &market.calendars).await?;
    let new: Vec<&NewAction> = announced.iter().filter(|action| !is_known(action)).collect();
    if !new.is_empty() {
        store::add(db, &new).await?;
        market.corporate_actions.read(db, &market.catalog, &market.calendars).await?;
    }
    Ok(announced.iter().all(is_known))
}

fn action(instrument: &Instrument, hours: &Hours, planned: &Planned, what: Announced) -> NewAction {
    let ex_date = date_of(planned.ex);
    let (terms, record_date, pay_date) = match what {
        Announced::Dividend(amount) => {
            // A buyer on the ex date is registered after the record date: with settlement on the next day in the United
            // States both are one day; with two days in Hong Kong the record date is a trading day later.
            let apart = if instrument.market == MarketName::HongKong { 1 } else { 0 };
            let terms = ActionTerms::Dividend { amount, currency: instrument.currency };
            let paid = ex_date.checked_add(PAID_AFTER_DAYS.days()).unwrap_or(ex_date);
            (terms, trading_day(hours, ex_date, apart), trading_day(hours, paid, 0))
        }
        Announced::Split(ratio) => (ActionTerms::Split(ratio), ex_date, ex_date),
    };
    NewAction {
        instrument: instrument.id,
        terms,
        announced_at: planned.announced_at,
        ex_date,
        record_date,
        pay_date,
        source: SIMULATED.to_owned(),
    }
}

fn date_of(number: i64) -> Date {
    let epoch = Date::constant(1970, 1, 1);
    i32::try_from(number).ok().and_then(|days| epoch.checked_add(days.days()).ok()).unwrap_or(Date::MAX)
}

/// The trading day `after` days behind the first one that is not before `date`; `date` itself if the calendar ends
/// before.
fn trading_day(hours: &Hours, date: Date, after: usize) -> Date {
    let days = hours.calendar().map(|calendar| calendar.days()).unwrap_or_default();
    days.get(days.partition_point(|day| day.date < date) + after).map_or(date, |day| day.date)
}
