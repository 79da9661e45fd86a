//! The measures of a stock's exchange when its price jumps. The rule reads the ticks that the stock makes itself, so a
//! computation of those can repeat this one.
//!
//! Only the time after a jump is watched: the motions alone never come near a band, as a test shows. The reference
//! price of New York is taken to be the mean itself when a jump comes; the plan's may lie up to a hundredth from it.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

use jiff::civil::Date;

use super::{step_at, time_of};
use crate::decimal::Price;
use crate::market::volatility::share;
use crate::market::{
    LimitUpLimitDown, PriceBand, Restraint, RestraintKind, SessionCalendar, TickSizes, VolatilityControl,
    VolatilityRule,
};
use crate::time::UnixMillis;

/// The listing of a stock: the exchange's own hours, even if the market is kept open around the clock, and the rule
/// that is in force from each date on.
#[derive(Clone, Debug)]
pub struct Venue {
    pub calendar: Arc<SessionCalendar>,
    pub rules: Vec<(Date, VolatilityRule)>,
}

/// The prices at which a stock would trade if nothing stopped it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub bid: Price,
    pub ask: Price,
    pub last: Price,
}

/// The result of a jump.
#[derive(Clone, Debug, Default)]
pub(super) struct Episode {
    /// The bands, each with the step from which on it holds.
    bands: Vec<(i64, Option<PriceBand>)>,
    pub restraints: Vec<Restraint>,
}

/// A stock with its exchange.
#[derive(Debug)]
pub(super) struct Watched {
    venue: Venue,
    /// The results of jumps, by the steps of the jumps.
    known: RwLock<BTreeMap<i64, Option<Arc<Episode>>>>,
}

impl Venue {
    fn rule(&self, date: Date) -> Option<&VolatilityRule> {
        self.rules.iter().rfind(|(since, _)| *since <= date).map(|(_, rule)| rule)
    }

    /// The result of a jump: `ticks` gives the next step at which the stock ticks, `seen` the prices at which it would
    /// trade, and `sizes` the grid of its prices. `None` outside of regular hours and where there is no rule.
    fn episode(
        &self,
        jump: i64,
        sizes: &TickSizes,
        ticks: impl Fn(i64) -> i64,
        pace: i64,
        seen: impl Fn(i64) -> Seen,
    ) -> Option<Episode> {
        let at = time_of(jump);
        let day = self.calendar.day_at(at)?;
        let until = day.regular_until(at)?;
        let from = day.breaks.iter().map(|gap| gap.end).rfind(|end| *end <= at).unwrap_or(day.opens);
        let steps = |back: i64| {
            let first = ticks(step_at(from.max(at.plus(-back)).plus(-1)) + 1);
            (first..).step_by(usize::try_from(pace).unwrap_or(1)).take_while(|step| time_of(*step) < until)
        };
        let watch = Watch { jump, hours: from..until, sizes, seen };
        match self.rule(day.date)? {
            VolatilityRule::LimitUpLimitDown(rule) => watch.limit_up_limit_down(rule, steps(rule.mean_of)),
            VolatilityRule::VolatilityControl(rule) => {
                let closing = if until == day.closes { rule.closing } else { 0 };
                let watched = from.plus(rule.opening)..until.plus(-closing);
                // A minute more than the rule looks back, so that there is a trade from before that time.
                Some(watch.volatility_control(rule, &watched, steps(rule.ago + UnixMillis::MINUTE)))
            }
        }
    }
}

impl Watched {
    pub fn new(venue: Venue) -> Self {
        Self { venue, known: RwLock::default() }
    }

    /// The result of a jump, which is worked out once.
    pub fn episode(
        &self,
        jump: i64,
        sizes: &TickSizes,
        ticks: impl Fn(i64) -> i64,
        pace: i64,
        seen: impl Fn(i64) -> Seen,
    ) -> Option<Arc<Episode>> {
        if let Some(known) = self.known.read().unwrap_or_else(PoisonError::into_inner).get(&jump) {
            return known.clone();
        }
        let made = self.venue.episode(jump, sizes, ticks, pace, seen).map(Arc::new);
        self.known.write().unwrap_or_else(PoisonError::into_inner).entry(jump).or_insert(made).clone()
    }
}

impl Episode {
    /// The band in which it may trade at a step.
    pub fn band(&self, step: i64) -> Option<PriceBand> {
        self.bands[..self.bands.partition_point(|(from, _)| *from <= step)].last()?.1
    }

    /// The pause that a step lies in.
    pub fn pause(&self, step: i64) -> Option<&Restraint> {
        let time = time_of(step);
        self.restraints.iter().find(|one| one.kind == RestraintKind::Pause && one.holds_at(time))
    }

    fn set(&mut self, step: i64, band: Option<PriceBand>) {
        if self.bands.last().is_none_or(|(_, last)| *last != band) {
            self.bands.push((step, band));
        }
    }

    fn add(&mut self, kind: RestraintKind, span: Range<UnixMillis>, band: PriceBand) {
        self.restraints.push(Restraint { kind, from: span.start, until: span.end, band });
    }
}

/// A jump of a stock, in the regular hours that it comes in.
struct Watch<'a, S> {
    jump: i64,
    hours: Range<UnixMillis>,
    sizes: &'a TickSizes,
    seen: S,
}

impl<S: Fn(i64) -> Seen> Watch<'_, S> {
    /// Keeps trades within the bands around the mean of those before. `None` where there were none in these hours.
    fn limit_up_limit_down(&self, rule: &LimitUpLimitDown, steps: impl Iterator<Item = i64>) -> Option<Episode> {
        let (mut episode, mut trades) = (Episode::default(), Trades::default());
        let mut reference: Option<(i64, UnixMillis)> = None;
        let mut limit: Option<(UnixMillis, PriceBand)> = None;
        let mut ends = self.hours.end;
        for step in steps {
            let (time, seen) = (time_of(step), (self.seen)(step));
            if step < self.jump {
                trades.add(time, seen.last);
                continue;
            }
            if limit.is_none() && time.since(time_of(self.jump)) >= rule.mean_of {
                ends = time;
                break;
            }
            trades.forget_until(time.plus(-rule.mean_of));
            let mean = trades.mean().or(reference.map(|(price, _)| price))?;
            let (price, since) = reference.get_or_insert((mean, time));
            let moves = (mean - *price).abs() >= share(*price, rule.moves_by);
            if moves && time.since(*since) >= rule.holds {
                (*price, *since) = (mean, time);
            }
            let is_late = time >= self.hours.end.plus(-rule.late);
            // While the price is at a band, the band does not change.
            let band = limit.map_or_else(|| on_grid(rule.band(*price, is_late), self.sizes), |(_, band)| band);
            episode.set(step, Some(band));
            match limit {
                Some((from, band)) if seen.bid < band.upper && seen.ask > band.lower => {
                    episode.add(RestraintKind::LimitState, from..time, band);
                    limit = None;
                }
                Some((from, band)) if time.since(from) >= rule.limit_state => {
                    self.pause(rule, from, band, &mut episode);
                    return Some(episode);
                }
                None if seen.bid >= band.upper || seen.ask <= band.lower => limit = Some((time, band)),
                _ => {}
            }
            trades.add(time, seen.last.clamp(band.lower, band.upper));
        }
        if let Some((from, band)) = limit {
            episode.add(RestraintKind::LimitState, from..ends, band);
        }
        episode.set(step_at(ends), None);
        Some(episode)
    }

    /// Trading pauses after a price has stood at a band; a pause of the last minutes lasts until the close.
    fn pause(&self, rule: &LimitUpLimitDown, stood_from: UnixMillis, band: PriceBand, episode: &mut Episode) {
        let from = stood_from.plus(rule.limit_state);
        let is_last = from >= self.hours.end.plus(-rule.last);
        let until = if is_last { self.hours.end } else { from.plus(rule.pause) };
        episode.add(RestraintKind::LimitState, stood_from..from, band);
        episode.add(RestraintKind::Pause, from..until, band);
        episode.set(step_at(from), None);
    }

    /// No trade is made too far from the one of some minutes ago; trades then stay within a band around it for a while.
    fn volatility_control(
        &self,
        rule: &VolatilityControl,
        watched: &Range<UnixMillis>,
        steps: impl Iterator<Item = i64>,
    ) -> Episode {
        let (mut episode, mut trades) = (Episode::default(), Trades::default());
        let mut cooling: Option<(UnixMillis, PriceBand)> = None;
        let mut quiet_from = time_of(self.jump).plus(rule.ago);
        for step in steps {
            let (time, seen) = (time_of(step), (self.seen)(step));
            let ago = trades.forget_until(time.plus(-rule.ago));
            if let Some((until, _)) = cooling.filter(|(until, _)| time >= *until) {
                episode.set(step_at(until), None);
                quiet_from = until.plus(rule.ago);
                cooling = None;
            }
            if cooling.is_none() && time >= quiet_from {
                break;
            }
            let reference = ago.filter(|_| cooling.is_none() && step >= self.jump && watched.contains(&time));
            if let Some(reference) = reference {
                let band = on_grid(rule.band(reference), self.sizes);
                if !(band.lower..=band.upper).contains(&seen.last) {
                    let until = time.plus(rule.cooling).min(self.hours.end);
                    episode.add(RestraintKind::CoolingOff, time..until, band);
                    episode.set(step, Some(band));
                    cooling = Some((until, band));
                }
            }
            let within = |price: Price| cooling.map_or(price, |(_, band)| price.clamp(band.lower, band.upper));
            trades.add(time, within(seen.last));
        }
        if let Some((until, _)) = cooling {
            episode.set(step_at(until), None);
        }
        episode
    }
}

/// The trades of the last minutes.
#[derive(Debug, Default)]
struct Trades {
    newest: VecDeque<(UnixMillis, i64)>,
    sum: i128,
    /// The last forgotten trade.
    before: Option<i64>,
}

impl Trades {
    fn add(&mut self, time: UnixMillis, price: Price) {
        self.newest.push_back((time, price.units()));
        self.sum += i128::from(price.units());
    }

    /// Forgets trades at or before a moment, and returns the last trade that was ever forgotten.
    fn forget_until(&mut self, time: UnixMillis) -> Option<i64> {
        while let Some((_, price)) = self.newest.pop_front_if(|(at, _)| *at <= time) {
            self.sum -= i128::from(price);
            self.before = Some(price);
        }
        self.before
    }

    fn mean(&self) -> Option<i64> {
        let count = i128::try_from(self.newest.len()).ok().filter(|count| *count > 0)?;
        i64::try_from(self.sum / count).ok()
    }
}

/// A band narrowed to prices of the grid.
fn on_grid(band: PriceBand, sizes: &TickSizes) -> PriceBand {
    let down = |price: Price| price.round_down_to(sizes.at(price));
    let lower = down(band.lower);
    let lower =
        if lower < band.lower { down(Price::from_units(lower.units() + sizes.at(band.lower).units())) } else { lower };
    PriceBand { lower: lower.max(sizes.at(Price::from_units(1))), upper: down(band.upper) }
}
