//! The beginnings of the bars that a server continues: stored parts, from this server's run before or from an earlier
//! leader, joined with the feed's own history.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use plumbline_core::decimal::Price;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, Instrument};
use plumbline_core::time::UnixMillis;

use super::recorder::{Known, Part, minute_of};
use super::{Series, store};
use crate::db::{Db, DbError};
use crate::market::Market;
use crate::market::sessions::MarketDay;

/// Stored bars and extremes by the moment that they begin; instruments share most of these moments.
#[derive(Default)]
struct StoredParts {
    bars: BTreeMap<(Series, UnixMillis), BTreeMap<InstrumentId, Bar>>,
    extremes: BTreeMap<UnixMillis, BTreeMap<InstrumentId, (Price, Price)>>,
}

/// Begins the bars of every instrument.
pub async fn seed(db: &Db, market: &Market, now: UnixMillis) -> Result<(), DbError> {
    let mut stored = StoredParts::default();
    for instrument in market.catalog.all() {
        let present = market.feed_history.now(instrument, now);
        let newest = market.feed_history.last_before(instrument, present.plus(1));
        let at = newest.map_or(present, |(at, _)| at);
        let day = market.hours(instrument).trading_day(at);
        stored.read(db, day, minute_of(at)).await?;
        if let Some(known) = known(market, instrument, &stored, day, at) {
            market.recorder.seed(instrument, known);
        }
    }
    Ok(())
}

impl StoredParts {
    async fn read(&mut self, db: &Db, day: MarketDay, minute: UnixMillis) -> Result<(), DbError> {
        for (series, start) in [(Series::Day, day.bar_start), (Series::Minute, minute)] {
            if let Entry::Vacant(place) = self.bars.entry((series, start)) {
                place.insert(store::at(&mut db.read().await?, series, start).await?);
            }
        }
        if let Entry::Vacant(place) = self.extremes.entry(day.first()) {
            place.insert(store::extremes(&mut db.read().await?, day.first()).await?);
        }
        Ok(())
    }

    fn bar(&self, series: Series, start: UnixMillis, id: InstrumentId) -> Option<Bar> {
        self.bars.get(&(series, start))?.get(&id).copied()
    }
}

fn known(
    market: &Market,
    instrument: &Instrument,
    stored: &StoredParts,
    today: MarketDay,
    at: UnixMillis,
) -> Option<Known> {
    let feed = market.feed_history.as_ref();
    // The first day of a new stock is measured by its issue price.
    let issued = instrument.issue_price().filter(|_| today.first() <= instrument.listed_at);
    let closed = || feed.last_before(instrument, today.first()).map(|(_, price)| price);
    let close = issued.or_else(closed).unwrap_or(Price::ZERO);
    let previous_close = market.corporate_actions.previous_close(instrument.id, today.date, close);
    let part = |series, start, from| {
        joined(feed.bar(instrument, from, at.plus(1)), stored.bar(series, start, instrument.id))
            .map(|part| Part { bar: Bar { start, ..part.bar }, ..part })
    };
    let unknown = || {
        let bar =
            (!previous_close.is_zero() && issued.is_none()).then(|| Bar::begin(today.bar_start, previous_close))?;
        Some(Part { bar, whole: false })
    };
    let mut day = part(Series::Day, today.bar_start, today.first()).or_else(unknown)?;
    if let Some((high, low)) = stored.extremes.get(&today.first()).and_then(|extremes| extremes.get(&instrument.id)) {
        (day.bar.high, day.bar.low) = (day.bar.high.max(*high), day.bar.low.min(*low));
    }
    let minute = part(Series::Minute, minute_of(at), minute_of(at));
    Some(Known { at, day, minute, previous_close })
}

/// The feed's bar of a span so far, joined with the recorded one. A record with more volume than the feed's bar is from
/// a later time, as when a recording is played again, and does not count.
fn joined(told: Option<Bar>, stored: Option<Bar>) -> Option<Part> {
    match (told, stored) {
        (Some(told), Some(stored)) if stored.volume <= told.volume => {
            Some(Part { bar: stored.merged(&told), whole: true })
        }
        (Some(told), _) => Some(Part { bar: told, whole: true }),
        (None, stored) => stored.map(|bar| Part { bar, whole: false }),
    }
}
