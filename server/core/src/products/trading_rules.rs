//! What the venue's rules say of an instrument: a dated row, and the kind of product that it is.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{DailySettlement, Exchange, FeeTable, MarginRules, Outcome, Trade, margin, spot};
use crate::decimal::{Leverage, Price, Quantity};
use crate::decision::Refusal;
use crate::ids::{InstrumentId, PositionId};
use crate::ledger::Wallet;
use crate::market::{Side, Tick, TickSizes};
use crate::money::{Currency, Money, MoneyError, Rounding};
use crate::multiplier::Multiplier;
use crate::positions::{Position, PositionKey};
use crate::time::UnixMillis;

/// The kind of a product, with the rules that only that kind has. It decides what an order sets aside, what a fill moves,
/// and what a position is worth: one file a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Product {
    /// Bought and owned, such as a share.
    Spot,
    /// Held on margin, long or short, such as a pair of currencies or a future.
    Margin(MarginRules),
}

impl Product {
    pub const fn kind(&self) -> ProductKind {
        match self {
            Self::Spot => ProductKind::Spot,
            Self::Margin(MarginRules { daily: Some(_), .. }) => ProductKind::Future,
            Self::Margin(_) => ProductKind::Margin,
        }
    }
}

/// The kind of a product without its rules, as rows and the wire name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductKind {
    Spot,
    /// On margin by a leverage that is chosen, and charged by the night.
    Margin,
    /// On margin by a share of the value, and settled each day.
    Future,
}

impl ProductKind {
    pub const ALL: [ProductKind; 3] = [Self::Spot, Self::Margin, Self::Future];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Spot => "spot",
            Self::Margin => "margin",
            Self::Future => "future",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// The price of a tick that triggers stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TriggerPrice {
    /// The last trade.
    #[default]
    Last,
    /// The quote at which the order would be filled: the ask for a buyer, the bid for a seller.
    Quote,
}

impl TriggerPrice {
    /// The price of `tick` that triggers the stops of a side; zero where there is none.
    pub const fn of(self, tick: &Tick, side: Side) -> Price {
        match (self, side) {
            (Self::Last, _) => tick.last,
            (Self::Quote, Side::Buy) => tick.ask(),
            (Self::Quote, Side::Sell) => tick.bid(),
        }
    }
}

/// The rules in force for one instrument from one day on. A command carries them, so that it replays the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TradingRules {
    pub instrument: InstrumentId,
    pub product: Product,
    /// What prices and values are in.
    pub currency: Currency,
    /// The value of one unit at a price of one.
    #[serde(default)]
    pub multiplier: Multiplier,
    /// The wallet that pays and is paid, in its own currency. Fees are charged in it too.
    pub wallet: Wallet,
    #[serde(with = "crate::shared")]
    pub tick_sizes: Arc<TickSizes>,
    /// Quantities are multiples of it.
    pub lot: Quantity,
    /// The step of quantities of orders that may be for fractions of a lot; `None` if none may.
    #[serde(default)]
    pub fraction_step: Option<Quantity>,
    /// True if there are orders that are also filled before and after regular hours.
    #[serde(default)]
    pub extended_hours: bool,
    /// Limit prices must lie within this distance of the last price, in basis points of it.
    pub band_basis_points: i64,
    /// Market orders may fill this far from the quote at acceptance, in basis points; the rest of the order then
    /// waits for a quote inside.
    pub collar_basis_points: i64,
    /// The least value of an order. All that is available of a position may be closed for less.
    pub minimum_value: Money,
    #[serde(with = "crate::shared")]
    pub fees: Arc<FeeTable>,
    /// The price that triggers stops.
    #[serde(default)]
    pub trigger: TriggerPrice,
}

impl TradingRules {
    /// The step of quantities of an order.
    pub fn step(&self, may_be_fraction: bool) -> Quantity {
        self.fraction_step.filter(|_| may_be_fraction).unwrap_or(self.lot)
    }

    /// Whether an order of `side` may be placed on a position.
    ///
    /// # Errors
    /// `leverage_unavailable`, `leverage_differs`; `insufficient_position` for a sale of what nobody owns.
    pub fn check_order(&self, position: &Position, side: Side, leverage: Leverage) -> Result<(), Refusal> {
        match self.product {
            Product::Spot => spot::check_order(position.key.direction, leverage),
            Product::Margin(rules) if position.opens(side) => margin::check_opening(rules, position, leverage),
            Product::Margin(_) => Ok(()),
        }
    }

    /// The most leverage that can be chosen; `None` where none can.
    pub const fn leverage_cap(&self) -> Option<Leverage> {
        match self.product {
            Product::Spot | Product::Margin(MarginRules { daily: Some(_), .. }) => None,
            Product::Margin(rules) => Some(rules.leverage_cap),
        }
    }

    /// The rules of what is settled each day; `None` for everything else.
    pub const fn daily(&self) -> Option<DailySettlement> {
        match self.product {
            Product::Spot => None,
            Product::Margin(rules) => rules.daily,
        }
    }

    /// What has to be set aside to open a position of `value`, in the wallet's currency, without fees.
    ///
    /// # Errors
    /// `no_quote` where there is no rate between the currencies; `out_of_range`.
    pub fn stake(&self, value: Money, leverage: Leverage, exchange: Exchange<'_>) -> Result<Money, Refusal> {
        match self.product {
            Product::Spot => Ok(value),
            Product::Margin(MarginRules { daily: Some(daily), .. }) => exchange.part(value, daily.initial()),
            Product::Margin(_) => exchange.margin(value, leverage),
        }
    }

    /// Carries out a trade on a position: it adds to it when its side is the one that opens, and takes from it otherwise.
    ///
    /// # Errors
    /// The same.
    pub fn fill(&self, position: Position, trade: &Trade<'_>) -> Result<Outcome, Refusal> {
        // A later row of rules may change the product: an owned position is not closed as a margin, nor a margin as owned.
        let on_margin = matches!(self.product, Product::Margin(_));
        if position.quantity.is_positive() && position.margin.is_some() != on_margin {
            return Err(Refusal::WrongProduct);
        }
        let position = Position { multiplier: self.multiplier, ..position };
        match (self.product, position.opens(trade.side)) {
            (Product::Spot, true) => Ok(spot::buy(position, trade)?),
            (Product::Spot, false) => Ok(spot::sell(position, trade)?),
            (Product::Margin(rules), true) => margin::open(position, (self.wallet, rules), trade),
            (Product::Margin(_), false) => margin::close(position, trade),
        }
    }

    /// A position in it that is empty yet.
    pub fn empty_position(&self, id: PositionId, key: PositionKey, now: UnixMillis) -> Position {
        let (cost, zero) = (Money::zero(self.currency), Money::zero(self.wallet.currency()));
        Position {
            id,
            key,
            quantity: Quantity::ZERO,
            held: Quantity::ZERO,
            cost,
            fees: zero,
            realized: zero,
            multiplier: self.multiplier,
            margin: None,
            opened_at: now,
            updated_at: now,
            version: 0,
        }
    }

    /// What `quantity` is worth at `price`, in the contract's currency.
    ///
    /// # Errors
    /// `Overflow` for a value that money cannot count.
    pub fn value(&self, price: Price, quantity: Quantity, rounding: Rounding) -> Result<Money, MoneyError> {
        self.multiplier.value(price, quantity, self.currency, rounding)
    }

    /// Whether `quantity` is worth the least value at `price`. All that is available of a position (`closes`) may be closed
    /// whatever it is worth, as long as it is worth a minor unit at `limit`, the worst price.
    ///
    /// # Errors
    /// `order_value_too_small`; `out_of_range` for a value that money cannot count.
    pub fn check_value(&self, quantity: Quantity, price: Price, limit: Price, closes: bool) -> Result<(), Refusal> {
        let value = |price| self.value(price, quantity, Rounding::Down);
        let enough = closes || value(price)?.minor >= self.minimum_value.minor;
        if enough && value(limit)?.minor > 0 { Ok(()) } else { Err(Refusal::OrderValueTooSmall) }
    }

    /// Checks that nothing stays `left` of a position that is worth less than a minor unit at `price`, which nobody could
    /// sell.
    ///
    /// # Errors
    /// `order_value_too_small`, `out_of_range`.
    pub fn check_left(&self, left: Quantity, price: Price) -> Result<(), Refusal> {
        if !left.is_positive() || left.is_multiple_of(self.lot) {
            return Ok(());
        }
        if self.value(price, left, Rounding::Down)?.minor > 0 { Ok(()) } else { Err(Refusal::OrderValueTooSmall) }
    }

    /// True when `limit` is within the price band around `reference`.
    pub fn in_band(&self, limit: Price, reference: Price) -> bool {
        let distance = (i128::from(limit.units()) - i128::from(reference.units())).abs();
        distance * 10_000 <= i128::from(reference.units()) * i128::from(self.band_basis_points)
    }

    /// `price` moved by the collar, away from zero for `up`, and rounded outwards to a tick.
    pub fn collar(&self, price: Price, up: bool) -> Price {
        let width = i128::from(price.units()) * i128::from(self.collar_basis_points) / 10_000;
        let width = i64::try_from(width).unwrap_or(i64::MAX);
        let moved = Price::from_units(price.units().saturating_add(if up { width } else { -width }));
        let step = self.tick_sizes.at(moved);
        let down = moved.round_down_to(step);
        if up && down < moved { Price::from_units(down.units().saturating_add(step.units())) } else { down.max(step) }
    }
}
