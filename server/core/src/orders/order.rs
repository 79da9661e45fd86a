//! An order as it is stored.

use super::{CloseReason, Filled, OrderStatus, Wanted};
use crate::decimal::{Price, Quantity};
use crate::ids::{AccountId, InstrumentId, OrderId};
use crate::ledger::{BalanceKey, Wallet};
use crate::market::{Level, Tick};
use crate::money::{Money, Rounding};
use crate::positions::{Direction, PositionKey, average_price};
use crate::time::UnixMillis;

/// Orders that an account may have open: more than a person watches, and few enough that one account cannot make the
/// work of every tick and of every day's end grow.
pub const MAX_OPEN_ORDERS: i64 = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    Buy,
    Sell,
}

impl Side {
    /// The number on the wire and in the database.
    pub const fn code(self) -> i64 {
        match self {
            Side::Buy => 0,
            Side::Sell => 1,
        }
    }

    pub const fn from_code(code: i64) -> Option<Self> {
        match code {
            0 => Some(Side::Buy),
            1 => Some(Side::Sell),
            _ => None,
        }
    }

    /// What a tick displays for orders of this side, best first.
    pub const fn levels(self, tick: &Tick) -> &[Level] {
        match self {
            Side::Buy => &tick.asks,
            Side::Sell => &tick.bids,
        }
    }

    /// Whether an order of this side accepts `price`, when `limit` is the worst price that it accepts. Nobody accepts a
    /// price that is not there.
    pub fn reaches(self, limit: Price, price: Price) -> bool {
        price.is_positive()
            && match self {
                Side::Buy => price <= limit,
                Side::Sell => price >= limit,
            }
    }

    /// How the value of a fill is rounded to money: against the customer, so that nothing can be had for nothing.
    pub const fn value_rounding(self) -> Rounding {
        match self {
            Side::Buy => Rounding::Up,
            Side::Sell => Rounding::Down,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderKind {
    Market,
    Limit,
}

impl OrderKind {
    pub const fn code(self) -> i64 {
        match self {
            OrderKind::Market => 0,
            OrderKind::Limit => 1,
        }
    }

    pub const fn from_code(code: i64) -> Option<Self> {
        match code {
            0 => Some(OrderKind::Market),
            1 => Some(OrderKind::Limit),
            _ => None,
        }
    }
}

/// How long an order rests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeInForce {
    /// To the end of the trading day.
    #[default]
    Day,
    /// Until it is filled or cancelled.
    GoodTillCancelled,
}

impl TimeInForce {
    pub const fn code(self) -> &'static str {
        match self {
            TimeInForce::Day => "day",
            TimeInForce::GoodTillCancelled => "gtc",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Day, Self::GoodTillCancelled].into_iter().find(|t| t.code() == code)
    }
}

/// What never changes of an order, and says which facts a command on it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OrderRef {
    pub id: OrderId,
    pub account: AccountId,
    pub instrument: InstrumentId,
    /// The wallet that pays and is paid.
    pub wallet: Wallet,
}

impl OrderRef {
    pub const fn balance(&self) -> BalanceKey {
        BalanceKey::new(self.account, self.wallet)
    }

    /// The position that the order adds to or sells from.
    pub const fn position(&self) -> PositionKey {
        PositionKey { account: self.account, instrument: self.instrument, direction: Direction::Long }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub at: OrderRef,
    pub side: Side,
    pub kind: OrderKind,
    /// The worst price at which it may be filled: the limit, or for a market order the collar around the quote at
    /// acceptance.
    pub limit: Price,
    pub quantity: Quantity,
    pub filled: Quantity,
    /// The sum of its fills' values, without fees.
    pub filled_value: Money,
    /// The sum of its fills' fees.
    pub fees: Money,
    /// What is set aside for the rest of a buy order, fees included; zero for sell orders, which hold shares.
    pub hold: Money,
    pub status: OrderStatus,
    /// Why an order ended without being filled.
    pub reason: Option<CloseReason>,
    pub time_in_force: TimeInForce,
    pub expires_at: Option<UnixMillis>,
    /// The fee table's version at acceptance: the date from which it is in force.
    pub fee_version: String,
    pub created_at: UnixMillis,
    pub updated_at: UnixMillis,
    /// Counts the changes, so that a push which overtakes a reply merges cleanly.
    pub version: i64,
}

impl Order {
    /// What is filled so far.
    pub const fn so_far(&self) -> Filled {
        Filled { value: self.filled_value, quantity: self.filled }
    }

    /// What it still wants of a quote.
    pub const fn wanted(&self, lot: Quantity) -> Wanted {
        Wanted { side: self.side, limit: self.limit, quantity: self.remaining(), lot }
    }

    /// Whether its time is over: then it fills no more, whether or not that was noticed.
    pub fn is_over(&self, now: UnixMillis) -> bool {
        self.expires_at.is_some_and(|at| at <= now)
    }

    /// What is not filled.
    pub const fn remaining(&self) -> Quantity {
        self.quantity.saturating_sub(self.filled)
    }

    /// The average price of its fills, or `None` when there is none.
    pub fn average_price(&self) -> Option<Price> {
        self.filled.is_positive().then(|| average_price(self.filled_value, self.filled))
    }

    /// The limit of a limit order; a market order has none that the customer set.
    pub fn limit_price(&self) -> Option<Price> {
        (self.kind == OrderKind::Limit).then_some(self.limit)
    }
}
