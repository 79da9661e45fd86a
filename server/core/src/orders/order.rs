//! An order as it is stored.

use serde::{Deserialize, Serialize};

use super::{CloseReason, OrderStatus, Side, Wanted};
use crate::decimal::{Leverage, Price, Quantity};
use crate::decision::{Needs, Record};
use crate::ids::{AccountId, InstrumentId, OrderId, Priority};
use crate::ledger::{BalanceKey, Hold, HoldOwner, HoldStatus, Wallet};
use crate::money::Money;
use crate::positions::{Direction, Position, PositionKey, average_price};
use crate::products::Filled;
use crate::time::UnixMillis;

/// Orders that an account may have open: more than a person watches, and few enough that one account cannot make the
/// work of every tick and of every day's end grow.
pub const MAX_OPEN_ORDERS: i64 = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OrderRef {
    pub id: OrderId,
    pub account: AccountId,
    pub instrument: InstrumentId,
    /// The wallet that pays and is paid.
    pub wallet: Wallet,
    /// The position that it adds to or closes.
    pub direction: Direction,
}

impl OrderRef {
    pub const fn balance(&self) -> BalanceKey {
        BalanceKey::new(self.account, self.wallet)
    }

    /// The position that the order adds to or closes.
    pub const fn position(&self) -> PositionKey {
        PositionKey { account: self.account, instrument: self.instrument, direction: self.direction }
    }

    /// The balance and the position that the order changes.
    pub fn trade_needs(&self, needs: &mut Needs) {
        needs.ask_balance(self.balance());
        needs.ask::<Position>(self.position());
    }

    /// The same, and the order, which exists.
    pub fn needs(&self, needs: &mut Needs) {
        needs.ask::<Order>(self.id);
        self.trade_needs(needs);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub at: OrderRef,
    /// Its place in time among the orders at its price: the lower, the earlier.
    pub priority: Priority,
    pub side: Side,
    pub kind: OrderKind,
    /// The worst price at which it may be filled: the limit, or for a market order the collar around the quote at
    /// acceptance.
    pub limit: Price,
    /// All that it is for, what is filled included.
    pub quantity: Quantity,
    pub filled: Quantity,
    /// The sum of its fills' values in the contract's currency, without fees.
    pub filled_value: Money,
    /// The sum of its fills' fees, in the wallet's currency.
    pub fees: Money,
    /// What is set aside for the rest of an order that opens, fees included; zero for one that closes, for which the
    /// position sets its quantity aside.
    pub hold: Money,
    /// What an order that opens on margin chose.
    pub leverage: Leverage,
    pub status: OrderStatus,
    /// Why an order ended without being filled, or why it was us who placed it.
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

impl Record for Order {
    type Key = OrderId;

    const NAME: &'static str = "order";
    const COUNT_IS_KEPT: bool = true;

    fn key(&self) -> OrderId {
        self.at.id
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn advance(&mut self) {
        self.version += 1;
    }

    /// Orders that close hold what they close, which stands in the position.
    fn hold(&self) -> Option<Hold> {
        let status = match self.status {
            status if status.is_open() => HoldStatus::Pending,
            OrderStatus::Filled => HoldStatus::Posted,
            _ => HoldStatus::Voided,
        };
        let (owner, key) = (HoldOwner::Order(self.at.id), self.at.balance());
        let hold = Hold { owner, key, amount: self.hold, status, updated_at: self.updated_at };
        self.opens().then_some(hold)
    }

    fn open_of(&self) -> Option<(AccountId, bool)> {
        Some((self.at.account, self.status.is_open()))
    }
}

impl Order {
    /// Whether it adds to its position; otherwise it closes what there is.
    pub fn opens(&self) -> bool {
        self.side == self.at.direction.opening()
    }

    /// What is filled so far.
    pub const fn so_far(&self) -> Filled {
        Filled { value: self.filled_value, quantity: self.filled, charged_in: self.fees.currency }
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
