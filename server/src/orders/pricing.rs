//! What an order is decided with: the rules of the day and the newest tick.

use std::sync::Arc;

use jiff::civil::Date;
use plumbline_core::decimal::Quantity;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Instrument, Tick};
use plumbline_core::orders::{Order, OrderSize};
use plumbline_core::products::{ProductKind, Terms, TradingRules};
use plumbline_core::time::UnixMillis;

use super::fee_schedule::FeeSchedule;
use super::rule_sets::RuleSets;
use crate::clock::Clock;
use crate::http::ApiError;
use crate::ids::Ids;
use crate::market::{Market, STALE_AFTER_MILLIS, State};

/// The most that an order may have where the market knows no limit: what can be asked for, ten digits.
const MOST: Quantity = Quantity::from_units(9_999_999_999 * 100_000_000);

/// The longest that an order rests which names its last day: a year.
const LONGEST: i64 = 366 * UnixMillis::DAY;

/// What an order is priced with.
#[derive(Debug)]
pub struct Pricing {
    pub clock: Clock,
    pub ids: Arc<Ids>,
    pub market: Arc<Market>,
    pub fees: Arc<FeeSchedule>,
    pub rule_sets: Arc<RuleSets>,
}

impl Pricing {
    /// The rules and the quote of this moment. Whether the quote is fresh, the session open and the instrument not halted is
    /// judged when a command is decided. While shares are being split nothing can be asked for.
    pub fn terms(&self, instrument: &Instrument) -> Result<Terms, ApiError> {
        let now = self.clock.now();
        if self.market.state(instrument.id, now) == State::Retired {
            return Err(not_tradable());
        }
        if self.market.halt(instrument.id, now).is_some_and(|halt| !halt.kind.takes_orders()) {
            return Err(halted());
        }
        let terms = self.marking(instrument)?;
        // A halted pair neither trades nor converts.
        let conversion = terms.conversion.filter(|by| self.market.converts(by, now));
        Ok(Terms { conversion, ..terms })
    }

    /// The rules of an instrument today, listed or not; `None` where it was never traded.
    pub fn rules(&self, instrument: &Instrument) -> Option<Arc<TradingRules>> {
        let day = self.market.session(instrument, self.clock.now()).day;
        self.rule_sets.in_force(instrument, &day).map(Arc::new)
    }

    /// The kind of product that an instrument is today; owned where it cannot be traded.
    pub fn product(&self, instrument: &Instrument) -> ProductKind {
        let day = self.market.session(instrument, self.clock.now()).day;
        self.market.rules.kind(instrument, &day).unwrap_or(ProductKind::Spot)
    }

    /// The rules and the quote of an instrument that is being traded now.
    ///
    /// # Errors
    /// `instrument_halted`, `instrument_not_tradable`.
    pub fn trading(&self, instrument: &Instrument) -> Result<Terms, ApiError> {
        if self.market.state(instrument.id, self.clock.now()) == State::Halted {
            return Err(halted());
        }
        self.terms(instrument)
    }

    /// The pair that converts what is traded into the currency of its wallet, quoted or not and halted or not.
    pub fn converted_by(&self, instrument: &Instrument) -> Option<InstrumentId> {
        let day = self.market.session(instrument, self.clock.now()).day;
        let rules = self.rule_sets.in_force(instrument, &day)?;
        self.market.pair_of(rules.currency, rules.wallet.currency()).map(|(pair, _)| pair.id)
    }

    /// The rules and the quote of an instrument that may be halted: what a position is marked with that nobody can trade
    /// now.
    pub fn marking(&self, instrument: &Instrument) -> Result<Terms, ApiError> {
        let now = self.clock.now();
        let session = self.market.session(instrument, now);
        let rules = self
            .rule_sets
            .in_force(instrument, &session.day)
            .filter(|_| instrument.tradable && instrument.is_listed(now));
        let rules = rules.ok_or_else(not_tradable)?;
        Ok(Terms {
            hours: self.market.trading_hours(instrument, &session, now),
            tick: self.market.latest(instrument.id).filter(|_| !self.market.board.is_silent()),
            conversion: self.market.conversion(rules.currency, rules.wallet.currency()),
            rules: Arc::new(rules),
            extended: false,
            stale_after: STALE_AFTER_MILLIS,
        })
    }

    /// The rules and the quote for a change of an order: its fees stay those that it was accepted with. Also gives the
    /// version of the fees in force.
    pub fn terms_of(&self, order: &Order) -> Result<(Terms, String), ApiError> {
        let instrument = self.market.catalog.get(order.at.instrument).ok_or_else(not_tradable)?;
        let mut terms = self.terms(instrument)?;
        terms.extended = order.extended && terms.rules.extended_hours;
        let accepted = self.rule_sets.accepted(instrument, &order.fee_version).ok_or_else(not_tradable)?;
        let rules = TradingRules { fees: accepted.fees.clone(), ..(*terms.rules).clone() };
        let in_force = std::mem::replace(&mut terms.rules, Arc::new(rules));
        Ok((terms, in_force.fees.version.clone()))
    }

    /// An order has only so many lots; what closes a position by its share may have more.
    ///
    /// # Errors
    /// `too_many_lots`.
    pub fn check_lots(&self, instrument: &Instrument, size: OrderSize) -> Result<(), ApiError> {
        let OrderSize::Exact(quantity) = size else { return Ok(()) };
        let greatest = self.greatest(instrument);
        if quantity <= greatest {
            return Ok(());
        }
        let detail = serde_json::json!({ "maxQuantity": greatest.to_string() });
        Err(ApiError::invalid("too_many_lots", "quantity").with_detail(detail))
    }

    /// False for a tick from before the newest split, whose price is of other shares.
    pub fn is_of_these_shares(&self, tick: &Tick) -> bool {
        let actions = &self.market.corporate_actions;
        actions.in_shares_of(tick.instrument, tick.last, tick.received_time, self.clock.now()) == tick.last
    }

    /// The end of trading on a day that an order is to rest until.
    ///
    /// # Errors
    /// `expire_date_invalid` for a day on which the market does not trade, and for one more than a year away.
    pub fn end_of(&self, instrument: &Instrument, date: Date) -> Result<UnixMillis, ApiError> {
        let invalid = || ApiError::invalid("expire_date_invalid", "expireDate");
        let end = self.market.hours(instrument).end_of(date).ok_or_else(invalid)?;
        if end.since(self.clock.now()) > LONGEST { Err(invalid()) } else { Ok(end) }
    }

    /// The most that an order may have.
    pub fn greatest(&self, instrument: &Instrument) -> Quantity {
        let day = self.market.session(instrument, self.clock.now()).day;
        self.market.rules.greatest_quantity(instrument, &day).unwrap_or(MOST)
    }
}

fn halted() -> ApiError {
    ApiError::conflict("instrument_halted").on_field("stockCode")
}

fn not_tradable() -> ApiError {
    ApiError::conflict("instrument_not_tradable").on_field("stockCode")
}
