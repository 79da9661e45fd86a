//! Pairs of currencies: each currency walks against the dollar, and a pair is the quotient of two of them.
//!
//! The bid lies at or below the exact quotient and the ask at or above it, and all pairs tick at the same steps. So a
//! change from currency to currency and back never gains, whichever way it takes: along any circle the quotients
//! multiply to one. A pair that settles sooner than others is quoted for its own day: between the two days it bears the
//! interest that its holders are charged.

use super::book::Book;
use super::carry::{Borne, Night};
use super::exp::exp;
use super::noise::{below, hash, key};
use super::shape::Shape;
use super::stream::Stream;
use super::zone::Zone;
use super::{ANCHOR, BASIS_POINT_A_STEP, Factors, Sim, SimDay, step_at};
use crate::decimal::{ONE, Price, Quantity};
use crate::ids::InstrumentId;
use crate::market::{DEPTH_LEVELS, Level};
use crate::time::UnixMillis;

/// The shares of a currency's motion that are the dollar's and its own, in thousandths: the squares add up to one, and
/// half of the variance is shared.
const DOLLAR_SHARE: i128 = 707;
const OWN_SHARE: i128 = 707;
/// The unit of displayed sizes: 100,000 units of the base currency.
const SIZE: i64 = 100_000 * ONE;
/// The greatest best size, in hundred thousands, at a spread of one step; it is smaller where the spread is wider.
const SIZES_BY_SPREAD: i64 = 600;
/// Units of the base currency traded on an average day for each hundred thousand that is displayed.
const TRADED_A_SIZE: i64 = 200_000_000;

/// The motion of a currency against the dollar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk<'a> {
    /// Its code.
    pub currency: &'a str,
    /// Units of it for a dollar at the anchor, in 10⁻⁸.
    pub per_usd: i64,
    /// The deviation of a year, in basis points; zero for the dollar. In a zone it is the deviation at the anchor: it
    /// is greater in the middle and vanishes at the edges.
    pub deviation: i64,
    /// The least and the most units for a dollar that the issuer allows, in 10⁻⁸. The price of such a currency does not
    /// fall by its interest: it could not without leaving its zone.
    pub zone: Option<(i64, i64)>,
}

/// The description of a pair of the simulated market.
#[derive(Clone, Copy, Debug)]
pub struct PairListing<'a> {
    pub instrument: InstrumentId,
    pub code: &'a str,
    pub base: Walk<'a>,
    pub quote: Walk<'a>,
    /// The step of its prices.
    pub step: Price,
    /// The usual distance of bid and ask.
    pub spread: Price,
    /// The nights for which the pair is charged, in order.
    pub nights: &'a [Night],
}

#[derive(Clone, Debug)]
struct SimCurrency {
    per_usd: i64,
    deviation: i64,
    zone: Option<Zone>,
    dollar: Stream,
    own: Stream,
    /// The logarithm of the public motions when a dollar is worth `per_usd`, in units of 2^-32.
    anchor: i64,
    borne: Borne,
}

impl SimCurrency {
    fn new(sim: &Sim, walk: &Walk<'_>, nights: impl Iterator<Item = (UnixMillis, i64)>) -> Self {
        let Walk { currency, per_usd, deviation, zone } = *walk;
        let shaped = |name: &str| sim.stream(name).shaped(Shape::Worldwide);
        let (dollar, own) = (shaped("dollar"), shaped(&format!("currency:{currency}")));
        let at_anchor = |stream: &Stream| stream.public_motion(step_at(ANCHOR));
        let anchor = logarithm(deviation, at_anchor(&dollar), at_anchor(&own));
        let borne = if zone.is_none() { Borne::new(nights) } else { Borne::default() };
        let zone = zone.map(|bounds| Zone::new(bounds, per_usd, deviation));
        Self { per_usd, deviation, zone, dollar, own, anchor, borne }
    }

    fn motion(&self, factors: &mut Factors) -> i64 {
        if self.deviation == 0 {
            return 0;
        }
        logarithm(self.deviation, factors.motion(&self.dollar), factors.motion(&self.own))
    }

    /// Units for a dollar, in 10⁻⁸ · 2⁻³².
    fn per_usd(&self, factors: &mut Factors) -> i128 {
        let moved = self.motion(factors) - self.anchor;
        match &self.zone {
            Some(zone) => zone.price(moved, factors.step),
            None => i128::from(self.per_usd) * i128::from(exp(moved + self.borne.by(factors.step))),
        }
    }
}

/// The logarithm of the motions, in units of 2^-32.
fn logarithm(deviation: i64, dollar: i64, own: i64) -> i64 {
    let shared = DOLLAR_SHARE * i128::from(dollar) + OWN_SHARE * i128::from(own);
    let scaled = i128::from(deviation) * shared / 1_000;
    i64::try_from((scaled * i128::from(BASIS_POINT_A_STEP)) >> 32).unwrap_or(0)
}

/// A pair's character.
#[derive(Clone, Debug)]
pub(super) struct SimPair {
    base: SimCurrency,
    quote: SimCurrency,
    step: i64,
    spread: i64,
    sizes_max: i64,
    quotes: Stream,
    turnover: u64,
}

impl SimPair {
    /// Pairs tick every half second, all at once.
    pub const RHYTHM: (i64, i64) = (2, 0);

    pub fn new(sim: &Sim, listing: &PairListing<'_>) -> Self {
        let name = |what: &str| format!("{what}:{}", listing.code);
        let (step, spread) = (listing.step.units().max(1), listing.spread.units().max(1));
        Self {
            base: SimCurrency::new(sim, &listing.base, listing.nights.iter().map(|night| (night.at, night.base))),
            quote: SimCurrency::new(sim, &listing.quote, listing.nights.iter().map(|night| (night.at, night.quote))),
            step,
            spread,
            sizes_max: (SIZES_BY_SPREAD * step / spread).clamp(8, 50),
            quotes: sim.stream(&name("quotes")),
            turnover: key(sim.seed, &name("turnover")),
        }
    }

    /// The book around the quotient of the two currencies.
    pub fn book(&self, factors: &mut Factors) -> Book {
        let random = self.drawn(factors);
        let (bid, ask, last) = self.best(factors, random);
        let gap = self.up(self.spread / 4).max(self.step);
        Book {
            bids: self.levels(hash(random, 1), |place| bid - place * gap),
            asks: self.levels(hash(random, 2), |place| ask + place * gap),
            last: Price::from_units(last),
        }
    }

    /// The last trade of the book that [`Self::book`] gives.
    pub fn last(&self, factors: &mut Factors) -> Price {
        let random = self.drawn(factors);
        Price::from_units(self.best(factors, random).2)
    }

    fn drawn(&self, factors: &Factors) -> u64 {
        self.quotes.book(self.quotes.public(), factors.step)
    }

    /// The bid, the ask and the last trade.
    fn best(&self, factors: &mut Factors, random: u64) -> (i64, i64, i64) {
        let quotient = i128::from(ONE) * self.quote.per_usd(factors);
        let base = self.base.per_usd(factors).max(1);
        let below_mid = i64::try_from(quotient.div_euclid(base)).unwrap_or(i64::MAX / 4);
        let above_mid = below_mid.saturating_add(i64::from(quotient.rem_euclid(base) != 0));
        // Rounding outwards to the grid adds a step to the distance on average.
        let half = ((self.spread - self.step) / 2 * (80 + below(hash(random, 3), 41)) / 100).max(1);
        let bid = self.down(below_mid - half).max(self.step);
        let ask = self.up(above_mid.saturating_add(half));
        (bid, ask, self.down(below_mid).clamp(bid, ask))
    }

    const fn down(&self, units: i64) -> i64 {
        units - units.rem_euclid(self.step)
    }

    const fn up(&self, units: i64) -> i64 {
        self.down(units.saturating_add(self.step - 1))
    }

    /// Levels at the prices that `price` gives to their places; sizes grow with the distance.
    fn levels(&self, random: u64, price: impl Fn(i64) -> i64) -> [Level; DEPTH_LEVELS] {
        let mut levels = [Level::default(); DEPTH_LEVELS];
        for (place, level) in (0i64..).zip(levels.iter_mut()) {
            let (units, random) = (price(place), hash(random, place as u64));
            if units > 0 {
                let sizes = 1 + below(random, self.sizes_max * (place + 2) / 2);
                *level = Level { price: Price::from_units(units), size: Quantity::from_units(sizes * SIZE) };
            }
        }
        levels
    }

    /// Units of the base currency traded from the day's start to `time`.
    pub fn volume(&self, day: SimDay, time: UnixMillis) -> Quantity {
        let today = hash(self.turnover, day.number as u64);
        let total = self.sizes_max * TRADED_A_SIZE / 10 * (7 + below(today, 8));
        let units = super::volume::traded(today, total, &Shape::Worldwide, time, day.starts..day.ends);
        Quantity::from_whole(units).unwrap_or(Quantity::MAX)
    }
}
