//! The figures of a wrap: those of charts' daily bars.

use std::cmp::Reverse;
use std::sync::Arc;

use jiff::civil::Date;
use plumbline_core::decimal::change_basis_points;
use plumbline_core::market::{Bar, Instrument, Market as MarketName, begin_of};
use plumbline_core::money::{Currency, Rounding};
use plumbline_core::multiplier::Multiplier;
use plumbline_core::time::UnixMillis;

use super::kind::{Line, Wrap};
use super::present::is_simulated;
use crate::db::{Db, DbError};
use crate::market::{Market, State};

/// Instruments of each list.
const LISTED: usize = 5;
/// Indices that are named.
const INDICES: usize = 4;

/// The day of a market; `None` if no instrument has data.
pub async fn of(
    db: &Db,
    market: &Market,
    name: MarketName,
    day: Date,
    now: UnixMillis,
) -> Result<Option<Wrap>, DbError> {
    let Some(simulated) = is_simulated(market, name, now) else { return Ok(None) };
    let at = market.calendars.named(name.calendar()).span(day).start;
    let of_market: Vec<Arc<Instrument>> = market.catalog.iter().filter(|known| known.market == name).cloned().collect();
    let is_index = |known: &&Arc<Instrument>| {
        known.market == MarketName::Index && !known.calendar.is_empty() && known.calendar == name.calendar()
    };
    let of_index: Vec<Arc<Instrument>> = market.catalog.iter().filter(is_index).cloned().collect();
    let mut days = Vec::new();
    for instrument in of_market.into_iter().filter(|known| known.is_listed(at)) {
        if market.states.of(instrument.id) != State::Retired {
            days.extend(line(db, market, &instrument, day).await?);
        }
    }
    let mut indices = Vec::new();
    for instrument in of_index.iter().take(INDICES) {
        indices.extend(line(db, market, instrument, day).await?);
    }
    Ok(Wrap::of(name, day, indices, &days, simulated))
}

/// The day of an instrument; `None` if its close, or the one before, is unknown.
async fn line(db: &Db, market: &Market, instrument: &Arc<Instrument>, day: Date) -> Result<Option<Line>, DbError> {
    let hours = market.hours(instrument);
    let (Some(before), Ok(next)) = (hours.quoted_before(day), day.tomorrow()) else { return Ok(None) };
    let mut bars = market.past.days(db, instrument, before, next).await?;
    // The recorder has a day's bar until the next day begins.
    bars.extend(market.recorder.building(instrument.id).map(|(_, day)| day));
    let of = |day: Date| bars.iter().rev().find(|bar| bar.start == begin_of(day, hours.zone())).copied();
    let (Some(previous), Some(last)) = (of(before), of(day)) else { return Ok(None) };
    Ok(Line::between(instrument, &previous, &last))
}

impl Line {
    fn between(instrument: &Instrument, previous: &Bar, last: &Bar) -> Option<Self> {
        let basis_points = change_basis_points(last.close.units(), previous.close.units())?;
        Some(Self { instrument: instrument.id, close: last.close, basis_points, volume: last.volume })
    }

    /// The turnover in hundredths of its currency, by which the lines of one market are ranked.
    fn turnover(&self) -> i128 {
        let value = Multiplier::ONE.value(self.close, self.volume, Currency::Usd, Rounding::Down);
        value.map_or(i128::MAX, |value| value.minor.into())
    }
}

impl Wrap {
    /// The wrap from the days of all instruments; `None` if there are none.
    fn of(market: MarketName, day: Date, indices: Vec<Line>, days: &[Line], simulated: bool) -> Option<Self> {
        if days.is_empty() {
            return None;
        }
        let count =
            |fits: fn(&Line) -> bool| u32::try_from(days.iter().filter(|line| fits(line)).count()).unwrap_or(u32::MAX);
        let ranked = |fits: fn(&Line) -> bool, rank: fn(&Line) -> i128| {
            let mut lines: Vec<Line> = days.iter().filter(|line| fits(line)).cloned().collect();
            lines.sort_by_key(|line| Reverse(rank(line)));
            lines.truncate(LISTED);
            lines
        };
        Some(Self {
            market,
            day,
            indices,
            rose: count(|line| line.basis_points > 0),
            fell: count(|line| line.basis_points < 0),
            unchanged: count(|line| line.basis_points == 0),
            gainers: ranked(|line| line.basis_points > 0, |line| line.basis_points.into()),
            losers: ranked(|line| line.basis_points < 0, |line| -i128::from(line.basis_points)),
            actives: ranked(|line| line.volume.is_positive(), Line::turnover),
            simulated,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use plumbline_core::decimal::{Price, Quantity};
    use plumbline_core::ids::InstrumentId;

    fn line(id: i64, basis_points: i64, volume: i64) -> Line {
        let volume = Quantity::from_whole(volume).unwrap();
        Line { instrument: InstrumentId(id), close: Price::from_whole(10).unwrap(), basis_points, volume }
    }

    fn ids(lines: &[Line]) -> Vec<i64> {
        lines.iter().map(|line| line.instrument.0).collect()
    }

    #[test]
    fn a_day_is_counted_and_ranked() {
        let days = [line(1, 5, 3), line(2, -7, 9), line(3, 0, 0), line(4, 80, 1), line(5, -1, 4)];
        let wrap = Wrap::of(MarketName::UsStock, date(2026, 11, 20), Vec::new(), &days, true).unwrap();
        assert_eq!((wrap.rose, wrap.fell, wrap.unchanged), (2, 2, 1));
        assert_eq!((ids(&wrap.gainers), ids(&wrap.losers)), (vec![4, 1], vec![2, 5]));
        assert_eq!(ids(&wrap.actives), [2, 5, 1, 4], "what was not traded is no active");
        let many: Vec<Line> = (1..=20).map(|id| line(id, id, id)).collect();
        let wrap = Wrap::of(MarketName::UsStock, date(2026, 11, 20), Vec::new(), &many, true).unwrap();
        assert_eq!(ids(&wrap.gainers), [20, 19, 18, 17, 16]);
        assert!(Wrap::of(MarketName::Crypto, date(2026, 11, 20), Vec::new(), &[], true).is_none());
    }
}
