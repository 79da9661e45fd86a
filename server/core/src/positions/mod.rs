//! What a customer owns of an instrument.

mod direction;
mod leg_kind;
mod settled;
mod taken;

pub use direction::Direction;
pub use leg_kind::LegKind;
pub use settled::Settled;
pub use taken::Taken;

use serde::{Deserialize, Serialize};

use crate::decimal::{Leverage, Price, Quantity};
use crate::decision::{Facts, Needs, Record, Refusal};
use crate::ids::{AccountId, InstrumentId, PositionId};
use crate::ledger::{BalanceKey, Hold, HoldOwner, HoldStatus, Wallet};
use crate::market::Side;
use crate::money::{Money, MoneyError, Rounding};
use crate::multiplier::Multiplier;
use crate::time::UnixMillis;

/// Names one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PositionKey {
    pub account: AccountId,
    pub instrument: InstrumentId,
    pub direction: Direction,
}

impl PositionKey {
    /// That of the position in the other direction.
    pub const fn opposite(self) -> Self {
        Self { direction: self.direction.opposite(), ..self }
    }
}

/// One row an account, instrument and direction. It stays when the quantity falls to zero, and opens again later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub id: PositionId,
    pub key: PositionKey,
    pub quantity: Quantity,
    /// The part of `quantity` that open orders that close it have set aside.
    pub held: Quantity,
    /// What the open quantity was entered at, in the contract's currency: of what is owned what it cost, fees included; of
    /// what is held on margin its value then, without fees.
    pub cost: Money,
    /// Fees paid since the position was opened, in the wallet's currency.
    pub fees: Money,
    /// Profit taken since the position was opened, after fees, in the wallet's currency.
    pub realized: Money,
    /// That of its last trade.
    #[serde(default)]
    pub multiplier: Multiplier,
    /// `None` for what is owned.
    pub margin: Option<Margin>,
    pub opened_at: UnixMillis,
    /// When it last became more, less or another one; what orders set aside of it changes nothing.
    pub updated_at: UnixMillis,
    pub version: i64,
}

/// What is set aside for a position on margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Margin {
    /// The wallet in which it is set aside.
    pub wallet: Wallet,
    /// What is set aside now.
    pub amount: Money,
    /// What its leverage asked for when it was opened: the position is closed when a share of this is left.
    pub initial: Money,
    pub leverage: Leverage,
    /// Whether half of it was closed because too little was left: the next time all of it is.
    pub halved: bool,
    /// Whether its customer was warned, since it was last out of danger.
    pub warned: bool,
    /// The moment until which it has been charged for its nights: at first that of its opening.
    #[serde(default)]
    pub charged_until: UnixMillis,
    /// Daily settlements so far; `None` for a product without them.
    #[serde(default)]
    pub settled: Option<Settled>,
    /// The profit taken by closing it on the last day of a close; `None` before the first one, and for a product with daily
    /// settlements.
    #[serde(default)]
    pub taken: Option<Taken>,
}

impl Margin {
    /// The margin with another amount. A call for more is met once the initial margin stands again.
    pub(crate) fn with(self, amount: Money) -> Self {
        let is_met = amount.minor >= self.initial.minor;
        let settled =
            self.settled.map(|settled| Settled { called_at: settled.called_at.filter(|_| !is_met), ..settled });
        Self { amount, settled, ..self }
    }

    /// True if a settlement has passed since its customer was called for more margin, and the call stands.
    pub fn is_overdue(&self) -> bool {
        let called_at = self.settled.and_then(|settled| settled.called_at);
        called_at.is_some_and(|called_at| called_at < self.charged_until)
    }
}

/// Names a position on margin, and says which facts a command on it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PositionRef {
    pub key: PositionKey,
    /// The wallet in which its margin is set aside.
    pub wallet: Wallet,
}

impl PositionRef {
    pub const fn balance(&self) -> BalanceKey {
        BalanceKey::new(self.key.account, self.wallet)
    }

    /// The position and its balance.
    pub fn needs(&self, needs: &mut Needs) {
        needs.ask_balance(self.balance());
        needs.ask::<Position>(self.key);
    }

    /// The position and its margin, where it is open.
    ///
    /// # Errors
    /// `position_unknown`.
    pub fn on_margin(&self, facts: &Facts) -> Result<(Position, Margin), Refusal> {
        let open = facts.get::<Position>(&self.key)?.filter(|position| position.quantity.is_positive());
        let position = *open.ok_or(Refusal::PositionUnknown)?;
        let margin = position.margin.filter(|margin| margin.wallet == self.wallet);
        Ok((position, margin.ok_or(Refusal::PositionUnknown)?))
    }
}

impl Record for Position {
    type Key = PositionKey;

    const NAME: &'static str = "position";
    const HAS_ID: bool = false;

    fn key(&self) -> PositionKey {
        self.key
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn advance(&mut self) {
        self.version += 1;
    }

    /// Nothing is closed twice.
    fn check(&self) -> Result<(), Refusal> {
        let sound = self.held.units() >= 0 && self.held <= self.quantity;
        if sound { Ok(()) } else { Err(Refusal::InsufficientPosition) }
    }

    /// Its margin. A hold of nothing is over, as where a settlement has taken all of it.
    fn hold(&self) -> Option<Hold> {
        let Margin { wallet, amount, .. } = self.margin?;
        let is_held = self.quantity.is_positive() && amount.minor != 0;
        let status = if is_held { HoldStatus::Pending } else { HoldStatus::Voided };
        let (owner, key) = (HoldOwner::Position(self.id), BalanceKey::new(self.key.account, wallet));
        Some(Hold { owner, key, amount, status, updated_at: self.updated_at })
    }
}

impl Position {
    /// Whether an order of `side` adds to it; otherwise it closes what there is.
    pub fn opens(&self, side: Side) -> bool {
        side == self.key.direction.opening()
    }

    /// The leverage of an open position on margin.
    pub fn leverage(&self) -> Option<Leverage> {
        self.margin.filter(|_| self.quantity.is_positive()).map(|margin| margin.leverage)
    }

    /// When its customer was called for more margin, if the call stands.
    pub fn called_at(&self) -> Option<UnixMillis> {
        let margin = self.margin.filter(|_| self.quantity.is_positive());
        margin.and_then(|margin| margin.settled?.called_at)
    }

    /// The amount of a standing margin call: the initial margin less the margin held.
    pub fn called_for(&self) -> Option<Money> {
        let margin = self.margin.filter(|_| self.called_at().is_some())?;
        margin.initial.minus(margin.amount).ok().filter(|lacking| lacking.minor > 0)
    }

    /// The value against which it gains or loses, in the contract's currency: of what is settled each day that at its last
    /// settlement, of all else what it was entered at.
    pub fn basis(&self) -> Money {
        self.margin.and_then(|margin| margin.settled).map_or(self.cost, |settled| settled.basis)
    }

    /// What it cost, or what is set aside for it where it is held on margin.
    pub fn stake(&self) -> Money {
        self.margin.map_or(self.cost, |margin| margin.amount)
    }

    /// What can be closed.
    pub const fn available(&self) -> Quantity {
        self.quantity.saturating_sub(self.held)
    }

    /// Frees what an order has set aside. An order that did not keep the position from being liquidated, because it could
    /// not be read, may ask for more than is left; nothing is held then.
    pub fn release(&mut self, quantity: Quantity) {
        self.held = self.held.saturating_sub(quantity).max(Quantity::ZERO);
    }

    /// The price at which its quantity is worth its cost, to the nearest 10⁻⁸; zero for an empty position.
    pub fn average_price(&self) -> Price {
        self.multiplier.average_price(self.cost, self.quantity)
    }

    /// The value of `quantity` of it at `price`, in the contract's currency, to the nearest minor unit.
    ///
    /// # Errors
    /// `Overflow` for a value that money cannot count.
    pub fn worth(&self, price: Price, quantity: Quantity) -> Result<Money, MoneyError> {
        self.multiplier.value(price, quantity, self.cost.currency, Rounding::HalfAway)
    }

    /// The same position with `quantity` more, for which `fee` was paid; an empty one begins anew.
    pub fn opened(mut self, quantity: Quantity, fee: Money, now: UnixMillis) -> Result<Self, MoneyError> {
        if self.quantity.is_zero() {
            let zero = |money: Money| Money::zero(money.currency);
            (self.opened_at, self.cost) = (now, zero(self.cost));
            // What pays for it, which an empty position need not know.
            (self.fees, self.realized) = (zero(fee), zero(fee));
        }
        self.quantity = self.quantity.checked_add(quantity).ok_or(MoneyError::Overflow)?;
        self.fees = self.fees.plus(fee)?;
        self.updated_at = now;
        Ok(self)
    }

    /// The same position with `quantity` less, which an order had set aside and paid `fee` for.
    pub fn closed(mut self, quantity: Quantity, fee: Money, now: UnixMillis) -> Result<Self, MoneyError> {
        self.held = self.held.saturating_sub(quantity);
        self.quantity = self.quantity.checked_sub(quantity).ok_or(MoneyError::Overflow)?;
        self.fees = self.fees.plus(fee)?;
        self.updated_at = now;
        Ok(self)
    }

    /// The share of `whole` that leaves with `quantity`. The last of it takes what is left, so that rounding never stays
    /// behind.
    pub fn share(&self, whole: Money, quantity: Quantity) -> Result<Money, MoneyError> {
        if quantity == self.quantity {
            return Ok(whole);
        }
        whole.scaled(quantity.units(), self.quantity.units().max(1), Rounding::HalfAway)
    }
}
