//! An order as it is stored.

use serde::{Deserialize, Serialize};

use super::{BestPrices, ClientOrderId, CloseReason, GroupRef, LegKind, OrderStatus, Side, Trail, Wanted};
use crate::decimal::{Leverage, Price, Quantity};
use crate::decision::{Needs, Record};
use crate::ids::{AccountId, InstrumentId, OrderId, Priority};
use crate::ledger::{BalanceKey, Hold, HoldOwner, HoldStatus, Wallet};
use crate::market::TickSizes;
use crate::money::Money;
use crate::multiplier::Multiplier;
use crate::positions::{Direction, Position, PositionKey};
use crate::products::Filled;
use crate::time::UnixMillis;

/// Orders that an account may have open or pending: more than a person watches, and few enough that one account cannot make the
/// work of every tick and of every day's end grow.
pub const MAX_OPEN_ORDERS: i64 = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OrderKind {
    Market,
    Limit,
    /// A market order from the moment at which its stop is reached.
    Stop,
    /// A limit order from the moment at which its stop is reached.
    StopLimit,
    /// A stop that follows the market at a distance.
    TrailingStop,
}

impl OrderKind {
    pub const ALL: [OrderKind; 5] = [Self::Market, Self::Limit, Self::Stop, Self::StopLimit, Self::TrailingStop];

    pub const fn code(self) -> i64 {
        match self {
            OrderKind::Market => 0,
            OrderKind::Limit => 1,
            OrderKind::Stop => 2,
            OrderKind::StopLimit => 3,
            OrderKind::TrailingStop => 4,
        }
    }

    /// The stable word, in files and in the document of the API.
    pub const fn word(self) -> &'static str {
        match self {
            OrderKind::Market => "market",
            OrderKind::Limit => "limit",
            OrderKind::Stop => "stop",
            OrderKind::StopLimit => "stop_limit",
            OrderKind::TrailingStop => "trailing_stop",
        }
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// True if its customer names the worst price that it accepts.
    pub const fn has_limit(self) -> bool {
        matches!(self, Self::Limit | Self::StopLimit)
    }

    /// True if it waits for a stop before it can be filled.
    pub const fn has_stop(self) -> bool {
        matches!(self, Self::Stop | Self::StopLimit | Self::TrailingStop)
    }

    /// True if such an order may be for a fraction of a lot where those are traded: a market or limit order of regular hours
    /// that ends with the trading day at the latest, so that neither a split nor a change of rules meets it.
    pub const fn may_be_fraction(self, time: TimeInForce, extended: bool) -> bool {
        match time {
            TimeInForce::Day | TimeInForce::ImmediateOrCancel | TimeInForce::FillOrKill => {
                !self.has_stop() && !extended
            }
            TimeInForce::GoodTillCancelled | TimeInForce::GoodTillDate => false,
        }
    }

    /// True if such an order can be in force for `time`. An order that is filled at once or not at all cannot wait for
    /// a stop.
    pub const fn takes(self, time: TimeInForce) -> bool {
        match time {
            TimeInForce::Day | TimeInForce::GoodTillCancelled => true,
            TimeInForce::GoodTillDate => !matches!(self, Self::Market),
            TimeInForce::ImmediateOrCancel | TimeInForce::FillOrKill => !self.has_stop(),
        }
    }

    /// True if such an order can also be filled before and after regular hours, when books are thin: a limit order that rests.
    pub const fn takes_extended(self, time: TimeInForce) -> bool {
        matches!(self, Self::Limit) && matches!(time, TimeInForce::Day | TimeInForce::GoodTillCancelled)
    }
}

/// The stop of an order: the price of the market at which it becomes a market or a limit order. While a trailing stop
/// waits it is the price at which it stood when the order was accepted or amended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stop {
    pub price: Price,
    /// The moment at which the market reached it; `None` while the order waits.
    pub triggered_at: Option<UnixMillis>,
}

/// How long an order rests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TimeInForce {
    /// To the end of the trading day.
    #[default]
    Day,
    /// Until it is filled or cancelled.
    GoodTillCancelled,
    /// To the end of a trading day that the customer names.
    GoodTillDate,
    /// Filled at once as far as the quote allows; the rest is cancelled.
    ImmediateOrCancel,
    /// Filled at once as a whole, or cancelled as a whole.
    FillOrKill,
}

impl TimeInForce {
    pub const ALL: [TimeInForce; 5] =
        [Self::Day, Self::GoodTillCancelled, Self::GoodTillDate, Self::ImmediateOrCancel, Self::FillOrKill];

    pub const fn code(self) -> &'static str {
        match self {
            TimeInForce::Day => "day",
            TimeInForce::GoodTillCancelled => "gtc",
            TimeInForce::GoodTillDate => "gtd",
            TimeInForce::ImmediateOrCancel => "ioc",
            TimeInForce::FillOrKill => "fok",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|time| time.code() == code)
    }

    /// The reason of an order that ends because it could not be filled at once; `None` for one that may rest.
    pub const fn ends_at_once(self) -> Option<CloseReason> {
        match self {
            Self::ImmediateOrCancel => Some(CloseReason::ImmediateOrCancel),
            Self::FillOrKill => Some(CloseReason::FillOrKill),
            Self::Day | Self::GoodTillCancelled | Self::GoodTillDate => None,
        }
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
    /// The orders with which it protects a position.
    #[serde(default)]
    pub group: Option<GroupRef>,
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

    /// Balance and position of a trade, the order, which exists, and the other orders of its group.
    pub fn needs(&self, needs: &mut Needs) {
        needs.ask::<Order>(self.id);
        self.group.iter().flat_map(GroupRef::orders).for_each(|id| needs.ask::<Order>(id));
        self.trade_needs(needs);
    }

    /// The leg of a group that it is; `None` for the entry and for an order without a group.
    pub fn leg(&self) -> Option<LegKind> {
        self.group.and_then(|group| group.leg(self.id))
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
    /// acceptance, and for a stop the collar around the stop.
    pub limit: Price,
    /// `None` for an order without a stop.
    #[serde(default)]
    pub stop: Option<Stop>,
    /// How its stop follows the market; `None` for an order of another kind.
    #[serde(default)]
    pub trail: Option<Trail>,
    /// All that it is for, what is filled included.
    pub quantity: Quantity,
    pub filled: Quantity,
    /// The sum of its fills' values in the contract's currency, without fees.
    pub filled_value: Money,
    /// The part of that value that was filled while the order rested; what a maker's fee is charged on.
    pub maker_value: Money,
    #[serde(default)]
    pub multiplier: Multiplier,
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
    /// True if it is also filled before and after regular hours.
    #[serde(default)]
    pub extended: bool,
    pub expires_at: Option<UnixMillis>,
    /// The client's own name of it.
    #[serde(default)]
    pub client_order_id: Option<ClientOrderId>,
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
        Some((self.at.account, self.status.is_open() || self.status == OrderStatus::Pending))
    }
}

impl Order {
    /// Whether it adds to its position; otherwise it closes what there is.
    pub fn opens(&self) -> bool {
        self.side == self.at.direction.opening()
    }

    /// What is filled so far.
    pub const fn so_far(&self) -> Filled {
        Filled {
            value: self.filled_value,
            maker_value: self.maker_value,
            quantity: self.filled,
            charged_in: self.fees.currency,
        }
    }

    /// True if it may be for a fraction of a lot where those are traded: a leg closes what its entry opened.
    pub fn may_be_fraction(&self) -> bool {
        self.at.leg().is_some() || self.kind.may_be_fraction(self.time_in_force, self.extended)
    }

    /// What it still wants of a quote.
    pub const fn wanted(&self, lot: Quantity) -> Wanted {
        let (quantity, multiplier) = (self.remaining(), self.multiplier);
        Wanted { side: self.side, limit: self.limit, quantity, lot, multiplier }
    }

    /// The price at which it costs most when it is filled, as far as can be said before: the limit, but of a short that
    /// waits for a stop the stop, from which the market falls.
    pub fn dearest(&self) -> Price {
        match (self.stop, self.side) {
            (Some(stop), Side::Sell) => self.limit.max(stop.price),
            _ => self.limit,
        }
    }

    /// Where its stop stands, with the best prices of its side where it follows the market; `None` for an order without
    /// one.
    pub fn stop_price(&self, best: Option<&BestPrices>, tick_sizes: &TickSizes) -> Option<Price> {
        let trails = self.trail.filter(|_| self.waits()).zip(best);
        let stands = trails.and_then(|(trail, best)| best.stop(trail, tick_sizes));
        stands.or(self.stop.map(|stop| stop.price))
    }

    /// True if it waits for its stop: no quote fills it before the market has reached that.
    pub fn waits(&self) -> bool {
        self.stop.is_some_and(|stop| stop.triggered_at.is_none())
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
        self.filled.is_positive().then(|| self.multiplier.average_price(self.filled_value, self.filled))
    }

    /// The limit that the customer set; `None` for a market order and a stop without a limit.
    pub fn limit_price(&self) -> Option<Price> {
        self.kind.has_limit().then_some(self.limit)
    }
}
