//! Fills: an order meets a tick, and the money and the shares change hands.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::cancel::cancel;
use super::fees::sum_of;
use super::{
    Cancel, CloseReason, FeeLine, FeeTable, Filled, Frontier, Match, Order, OrderEvent, OrderRef, Side, match_book,
    worst_value,
};
use crate::decimal::{Price, Quantity};
use crate::decision::{Changes, Facts, Record, Refusal, Stamp};
use crate::ids::{FillId, JournalId, PositionId};
use crate::ledger::{Cause, House, Journal, JournalKind, Note, Posting};
use crate::market::Tick;
use crate::money::Money;
use crate::positions::Position;
use crate::time::UnixMillis;

/// One execution: this order, at this price, because of this tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    pub id: FillId,
    pub order: OrderRef,
    pub side: Side,
    pub price: Price,
    /// The worst price that the order accepted then; it may have been amended since.
    pub limit: Price,
    pub quantity: Quantity,
    /// `price × quantity`, rounded against the customer to the minor unit; never zero.
    pub value: Money,
    pub fees: Vec<FeeLine>,
    pub fee_total: Money,
    /// The profit that a sale took, after fees; `None` for a purchase.
    pub profit: Option<Money>,
    /// What the sold quantity had cost; `None` for a purchase.
    pub cost: Option<Money>,
    pub position: PositionId,
    pub journal: JournalId,
    pub fee_version: String,
    pub tick: Arc<Tick>,
    pub time: UnixMillis,
}

impl Record for Fill {
    type Key = FillId;

    const NAME: &'static str = "fill";

    fn key(&self) -> FillId {
        self.id
    }
}

/// The market reached the limits of resting orders: what one tick may fill, decided in price-time order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FillResting {
    #[serde(with = "crate::shared")]
    pub tick: Arc<Tick>,
    pub orders: Vec<RestingFill>,
    /// Where the orders begin that an earlier part of the tick left out; `None` when this is the first part.
    pub from: Option<Frontier>,
    /// The orders behind `orders` that the tick reaches as well.
    pub rest: Frontier,
    /// A tick that is older than so many milliseconds when it is decided fills nothing.
    pub stale_after: i64,
    /// When the session ends in which orders are filled; `None` outside of one.
    pub session_closes: Option<UnixMillis>,
}

impl FillResting {
    /// A tick whose orders are not known yet.
    pub fn new(tick: Arc<Tick>, stale_after: i64, session_closes: Option<UnixMillis>) -> Self {
        Self { tick, orders: Vec::new(), from: None, rest: Frontier::default(), stale_after, session_closes }
    }

    /// Whether the tick may fill orders at `now`.
    pub fn is_in_time(&self, now: UnixMillis) -> bool {
        self.session_closes.is_some_and(|closes| now < closes) && !self.tick.is_stale(now, self.stale_after)
    }
}

/// A resting order, with the rules that it was accepted with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestingFill {
    pub order: OrderRef,
    /// Quantities are multiples of it.
    pub lot: Quantity,
    #[serde(with = "crate::shared")]
    pub fees: Arc<FeeTable>,
}

/// Fills what the tick gives an order; `None` when it gives nothing. An order whose time is over ends instead. Refused
/// when the order is no longer open.
pub(super) fn fill_resting(
    fill: &RestingFill,
    tick: &Arc<Tick>,
    facts: &Facts,
    stamp: &mut Stamp,
) -> Result<Option<(Changes, Order)>, Refusal> {
    let order = facts.get::<Order>(&fill.order.id)?.ok_or(Refusal::OrderUnknown)?;
    if !order.status.is_open() {
        return Err(Refusal::OrderNotOpen);
    }
    if order.is_over(stamp.now) {
        return cancel(&Cancel { order: fill.order, reason: CloseReason::Expired }, facts, stamp).map(Some);
    }
    let matches = match_book(tick, &order.wanted(fill.lot), facts.liquidity());
    let position = match facts.get::<Position>(&fill.order.position())? {
        Some(position) => *position,
        None => Position::empty(
            PositionId(stamp.next_id()),
            fill.order.position(),
            Money::zero(order.filled_value.currency),
            stamp.now,
        ),
    };
    let mut execution = Execution { order: order.clone(), position, changes: Changes::default() };
    execution.fill(tick, &matches, &fill.fees, stamp)?;
    if execution.changes.taken.is_empty() {
        return Ok(None);
    }
    execution.finish(fill.lot, &fill.fees, stamp).map(Some)
}

/// An order being filled: the order and the position as they will be, and the changes so far.
pub(super) struct Execution {
    pub order: Order,
    pub position: Position,
    pub changes: Changes,
}

impl Execution {
    /// Fills `matches`, one fill and one journal a price. What is not worth a minor unit is not traded.
    pub fn fill(
        &mut self,
        tick: &Arc<Tick>,
        matches: &[Match],
        fees: &FeeTable,
        stamp: &mut Stamp,
    ) -> Result<(), Refusal> {
        let (side, currency) = (self.order.side, self.order.filled_value.currency);
        let mut taken = Vec::with_capacity(matches.len());
        for m in matches {
            let value = Money::of(m.price, m.quantity, currency, side.value_rounding())?;
            if value.minor > 0 {
                self.fill_one(tick, *m, value, fees, stamp)?;
                taken.push(*m);
            }
        }
        if !taken.is_empty() {
            self.changes.taken.push((tick.clone(), side, taken));
        }
        Ok(())
    }

    fn fill_one(
        &mut self,
        tick: &Arc<Tick>,
        m: Match,
        value: Money,
        table: &FeeTable,
        stamp: &mut Stamp,
    ) -> Result<(), Refusal> {
        let side = self.order.side;
        let order = &mut self.order;
        let before = order.so_far();
        order.filled = order.filled.checked_add(m.quantity).ok_or(Refusal::OutOfRange)?;
        order.filled_value = order.filled_value.plus(value)?;
        let fees = table.lines(side, before, order.so_far())?;
        let fee_total = sum_of(&fees, value.currency)?;
        order.fees = order.fees.plus(fee_total)?;
        let event = if order.remaining().is_zero() { OrderEvent::FillRest } else { OrderEvent::FillPart };
        order.status = order.status.after(event)?;
        let cost_before = self.position.cost;
        let profit = match side {
            Side::Buy => {
                self.position = self.position.bought(m.quantity, value, fee_total, stamp.now)?;
                None
            }
            Side::Sell => {
                self.position.held = self.position.held.saturating_sub(m.quantity);
                let (position, profit) = self.position.sold(m.quantity, value, fee_total, stamp.now)?;
                self.position = position;
                Some(profit)
            }
        };
        let cost = profit.map(|_| cost_before.minus(self.position.cost)).transpose()?;
        let fill = Fill {
            id: FillId(stamp.next_id()),
            order: self.order.at,
            side,
            price: m.price,
            limit: self.order.limit,
            quantity: m.quantity,
            value,
            fees,
            fee_total,
            profit,
            cost,
            position: self.position.id,
            journal: JournalId(stamp.next_id()),
            fee_version: table.version.clone(),
            tick: tick.clone(),
            time: stamp.now,
        };
        self.changes.journals.push(trade_journal(&fill)?);
        self.changes.put(fill);
        Ok(())
    }

    /// Sets the hold for what is left, and hands over the changes.
    pub fn finish(mut self, lot: Quantity, fees: &FeeTable, stamp: &Stamp) -> Result<(Changes, Order), Refusal> {
        self.changes.put(self.position);
        self.finish_order(lot, fees, stamp)
    }

    /// The same where the position is as it was.
    pub fn finish_order(mut self, lot: Quantity, fees: &FeeTable, stamp: &Stamp) -> Result<(Changes, Order), Refusal> {
        self.order.hold = hold_for_rest(&self.order, lot, fees)?;
        self.order.updated_at = stamp.now;
        self.changes.put(self.order.clone());
        Ok((self.changes, self.order))
    }
}

/// What a buy order must set aside for its open rest: the value at the worst price, and what the fees of the whole
/// order can still rise by. What is spent and what is held together never rise with a fill, so an order that is fully
/// held can always be paid, into however many fills the market cuts it.
fn hold_for_rest(order: &Order, lot: Quantity, fees: &FeeTable) -> Result<Money, Refusal> {
    let currency = order.filled_value.currency;
    if order.side == Side::Sell || !order.status.is_open() {
        return Ok(Money::zero(currency));
    }
    let value = worst_value(order.limit, order.remaining(), lot, currency)?;
    let whole = Filled { value: order.filled_value.plus(value)?, quantity: order.quantity };
    let fees_to_come = fees.total(Side::Buy, whole)?.minus(fees.total(Side::Buy, order.so_far())?)?;
    Ok(value.plus(fees_to_come)?)
}

/// Value against the counterparty, fees against the house's fee account.
fn trade_journal(fill: &Fill) -> Result<Journal, Refusal> {
    let (account, wallet) = (fill.order.account, fill.order.wallet);
    let (kind, received) = match fill.side {
        Side::Buy => (JournalKind::Buy, fill.value.negated()),
        Side::Sell => (JournalKind::Sell, fill.value),
    };
    let postings = [
        Posting::wallet(account, wallet, received),
        Posting::house(House::Counterparty, received.negated()),
        Posting::wallet(account, wallet, fill.fee_total.negated()),
        Posting::house(House::Fees, fill.fee_total),
    ];
    let (order, instrument) = (fill.order.id, fill.order.instrument);
    let note = Note::Trade { order, instrument, quantity: fill.quantity, price: fill.price };
    Ok(Journal::new(fill.journal, kind, Cause::Fill(fill.id), fill.time, note, postings)?)
}
