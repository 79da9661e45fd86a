//! What positions are worth now, and what they have gained today.

use std::collections::HashMap;

use plumbline_core::decimal::{Price, Quantity, change_basis_points};
use plumbline_core::ids::{AccountId, PositionId};
use plumbline_core::money::{Currency, Money, MoneyError, Rounding};
use plumbline_core::positions::{Direction, Position};
use plumbline_core::products::{Exchange, Marked, Terms};
use plumbline_core::time::UnixMillis;

use super::queries::{self, Traded};
use crate::db::{DbError, Session};
use crate::market::Market;
use crate::orders::Pricing;

/// A position at the newest price.
#[derive(Clone, Copy, Debug)]
pub struct Valuation {
    /// What is owned is valued at the last price, what is held on margin at the quote at which it would be closed.
    pub price: Price,
    /// In the contract's currency.
    pub value: Money,
    /// In the wallet's currency, as the next two.
    pub profit: Money,
    pub today: Money,
    /// What is left of the margin; `None` for what is owned.
    pub margin: Option<MarginState>,
    /// The profit in hundredths of a percent of what the position was entered at.
    pub change: i64,
}

/// How near a position on margin is to being closed.
#[derive(Clone, Copy, Debug)]
pub struct MarginState {
    /// Its margin and its profit as a share of its initial margin, in hundredths of a percent.
    pub level: i64,
    pub liquidation_price: Option<Price>,
    /// The margin below which more is called for at a settlement; `None` for what is not settled each day.
    pub maintenance: Option<Money>,
    /// The part of its margin that can be taken back, in the wallet's currency.
    pub removable: Money,
}

impl Valuation {
    /// `None` without a quote, or without one that converts.
    pub fn of(position: &Position, today: Traded, pricing: &Pricing) -> Option<Self> {
        let market = &pricing.market;
        if position.margin.is_none() {
            let tick = market.latest(position.key.instrument)?;
            let actions = &market.corporate_actions;
            // A position and a price may be of different sides of a split, for as long as it takes.
            let price = |price| actions.in_shares_of(tick.instrument, price, tick.received_time, position.updated_at);
            return owned(position, price(tick.last), today, market).ok();
        }
        let terms = pricing.marking(market.catalog.get(position.key.instrument)?).ok()?;
        on_margin(position, &terms, today, market)
    }
}

fn owned(position: &Position, price: Price, today: Traded, market: &Market) -> Result<Valuation, MoneyError> {
    let value = position.worth(price, position.quantity)?;
    let fees = Money::new(today.fees, value.currency);
    Ok(Valuation {
        price,
        value,
        profit: value.minus(position.cost)?,
        today: moved(position, value, today, market)?.minus(fees)?,
        margin: None,
        change: change_basis_points(value.minor, position.cost.minor).unwrap_or(0),
    })
}

fn on_margin(position: &Position, terms: &Terms, today: Traded, market: &Market) -> Option<Valuation> {
    let marked = Marked::of(position, terms).ok()?;
    let value = terms.rules.value(marked.mark, position.quantity, Rounding::HalfAway).ok()?;
    let exchange: Exchange<'_> = terms.exchange();
    let moved = exchange.profit(moved(position, value, today, market).ok()?).ok()?;
    let maintenance = terms.rules.daily().and_then(|daily| exchange.part(value, daily.maintenance()).ok());
    let credited = position.margin.and_then(|margin| margin.settled).map_or(0, |settled| settled.credited.minor);
    let unrealized = marked.unrealized().ok()?;
    let risen = change_basis_points(value.minor, position.cost.minor).unwrap_or(0);
    Some(Valuation {
        price: marked.mark,
        value,
        profit: unrealized.plus(Money::new(credited, unrealized.currency)).ok()?,
        today: moved.minus(Money::new(today.fees, moved.currency)).ok()?,
        margin: Some(MarginState {
            level: marked.level().ok()?,
            liquidation_price: marked.liquidation_price(),
            maintenance,
            removable: marked.removable().ok()?,
        }),
        change: if position.key.direction == Direction::Long { risen } else { -risen },
    })
}

/// What it is worth now, less what it was worth at the previous close, less what was paid for it since, without fees.
/// What is held short is worth less than nothing.
fn moved(position: &Position, value: Money, today: Traded, market: &Market) -> Result<Money, MoneyError> {
    let sign = if position.key.direction == Direction::Long { 1 } else { -1 };
    let signed = |money: Money| if sign == 1 { money } else { money.negated() };
    let held_before = Quantity::from_units(position.quantity.units().saturating_sub(sign * today.quantity));
    // What is settled each day counts from its last settlement.
    let settled = position.margin.and_then(|margin| margin.settled?.price);
    let close = settled.unwrap_or_else(|| market.board.day(position.key.instrument).previous_close);
    let before = position.worth(close, held_before)?;
    signed(value).minus(signed(before))?.minus(Money::new(today.paid, value.currency))
}

/// What was traded of `positions`, each since the trading day began that the previous close of its instrument is about,
/// so that both parts of today's profit are of one day.
pub async fn traded_today(
    on: &mut impl Session,
    account: AccountId,
    positions: &[Position],
    market: &Market,
) -> Result<HashMap<PositionId, Traded>, DbError> {
    let day = |position: &Position| {
        let instrument = position.key.instrument;
        (instrument, market.board.day(instrument).began)
    };
    let mut days: Vec<_> = positions.iter().map(day).collect();
    days.sort_unstable();
    days.dedup();
    queries::traded_since(on, account, &days).await
}

/// What an account gains on shares at prices in one currency.
#[derive(Clone, Copy, Debug)]
pub struct Gains {
    /// Since the trading day of each began, what was sold of them included.
    pub today: Money,
    /// What is owned, less what it cost.
    pub unrealized: Money,
}

/// The gains on what is owned at prices in `currency`, in that currency. `day_began` is no later than the day of any of
/// them.
pub async fn gains_in(
    on: &mut impl Session,
    account: AccountId,
    currency: Currency,
    (pricing, day_began): (&Pricing, UnixMillis),
) -> Result<Gains, DbError> {
    let positions = queries::owned_in(on, account, currency, day_began).await?;
    let traded = traded_today(on, account, &positions, &pricing.market).await?;
    let mut gains = Gains { today: Money::zero(currency), unrealized: Money::zero(currency) };
    for position in &positions {
        let today = traded.get(&position.id).copied().unwrap_or_default();
        let Some(valuation) = Valuation::of(position, today, pricing) else { continue };
        gains.today.minor = gains.today.minor.saturating_add(valuation.today.minor);
        gains.unrealized.minor = gains.unrealized.minor.saturating_add(valuation.profit.minor);
    }
    Ok(gains)
}
