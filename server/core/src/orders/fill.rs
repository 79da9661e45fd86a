//! Fills: an order meets a tick, and the money and the shares change hands.

use std::sync::Arc;

use super::fees::VALUE_ROUNDING;
use super::{FeeLine, FeeTable, Match, Order, OrderEvent, OrderRef, Side, match_book};
use crate::command::{Changes, Facts, Refusal, Stamp};
use crate::decimal::{Price, Quantity};
use crate::ids::{FillId, JournalId, PositionId};
use crate::ledger::{Cause, Hold, HoldStatus, House, Journal, JournalKind, Posting};
use crate::market::Tick;
use crate::money::{Money, Rounding};
use crate::positions::Position;
use crate::time::UnixMillis;

/// One execution: this order, at this price, because of this tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    pub id: FillId,
    pub order: OrderRef,
    pub side: Side,
    pub price: Price,
    pub quantity: Quantity,
    /// `price × quantity`, to the nearest minor unit.
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

/// A resting order met a quote inside its limit.
#[derive(Clone, Debug)]
pub struct FillResting {
    pub order: OrderRef,
    pub tick: Arc<Tick>,
    /// The fee table that the order was accepted with.
    pub fees: Arc<FeeTable>,
}

/// Fills what the tick gives. Refused when the order is no longer open or the tick gives nothing.
pub fn fill_resting(command: &FillResting, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Order), Refusal> {
    let order = facts.order(command.order.id)?.ok_or(Refusal::OrderUnknown)?;
    if !order.status.is_open() {
        return Err(Refusal::OrderNotOpen);
    }
    let tick = &command.tick;
    let matches = match_book(tick, order.side, order.limit, order.remaining(), facts.liquidity());
    if matches.is_empty() {
        return Err(Refusal::NothingToFill);
    }
    let position = match facts.position(&command.order.position())? {
        Some(position) => *position,
        None => Position::empty(
            PositionId(stamp.next_id()),
            command.order.position(),
            Money::zero(order.filled_value.currency),
            stamp.now,
        ),
    };
    let mut execution = Execution { order: order.clone(), position, changes: Changes::default() };
    execution.fill(tick, &matches, &command.fees, stamp)?;
    execution.finish(&command.fees, stamp)
}

/// An order being filled: the order and the position as they will be, and the changes so far.
pub(super) struct Execution {
    pub order: Order,
    pub position: Position,
    pub changes: Changes,
}

impl Execution {
    /// Fills `matches`, one fill and one journal a price.
    pub fn fill(
        &mut self,
        tick: &Arc<Tick>,
        matches: &[Match],
        fees: &FeeTable,
        stamp: &mut Stamp,
    ) -> Result<(), Refusal> {
        for m in matches {
            self.fill_one(tick, *m, fees, stamp)?;
        }
        self.changes.taken.push((tick.clone(), self.order.side, matches.to_vec()));
        Ok(())
    }

    fn fill_one(&mut self, tick: &Arc<Tick>, m: Match, table: &FeeTable, stamp: &mut Stamp) -> Result<(), Refusal> {
        let side = self.order.side;
        let order = &mut self.order;
        let value = Money::of(m.price, m.quantity, order.filled_value.currency, VALUE_ROUNDING)?;
        let fees = table.lines(side, value, m.quantity)?;
        let fee_total = fees.iter().try_fold(Money::zero(value.currency), |sum, line| sum.plus(line.amount))?;
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
        order.filled = order.filled.checked_add(m.quantity).ok_or(Refusal::OutOfRange)?;
        order.filled_value = order.filled_value.plus(value)?;
        order.fees = order.fees.plus(fee_total)?;
        let event = if order.remaining().is_zero() { OrderEvent::FillRest } else { OrderEvent::FillPart };
        order.status = order.status.after(event)?;
        let fill = Fill {
            id: FillId(stamp.next_id()),
            order: order.at,
            side,
            price: m.price,
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
        self.changes.fills.push(fill);
        Ok(())
    }

    /// Sets the hold for what is left, and hands over the changes.
    pub fn finish(mut self, fees: &FeeTable, stamp: &Stamp) -> Result<(Changes, Order), Refusal> {
        let before = self.order.hold;
        self.order.hold = hold_for_rest(&self.order, fees)?;
        self.order.updated_at = stamp.now;
        if before.minor != 0 || self.order.hold.minor != 0 {
            self.changes.holds.push(Hold {
                id: self.order.at.id.0,
                key: self.order.at.balance(),
                amount: self.order.hold,
                status: if self.order.status.is_open() { HoldStatus::Pending } else { HoldStatus::Posted },
                updated_at: stamp.now,
            });
        }
        self.changes.positions.push(self.position);
        self.changes.orders.push(self.order.clone());
        Ok((self.changes, self.order))
    }
}

/// What a buy order must set aside for its open rest: value and fees at the worst price it may be filled at.
fn hold_for_rest(order: &Order, fees: &FeeTable) -> Result<Money, Refusal> {
    let currency = order.filled_value.currency;
    if order.side == Side::Sell || !order.status.is_open() {
        return Ok(Money::zero(currency));
    }
    let value = Money::of(order.limit, order.remaining(), currency, Rounding::Up)?;
    Ok(value.plus(fees.total(Side::Buy, value, order.remaining())?)?)
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
    Ok(Journal::new(fill.journal, kind, Cause::Fill(fill.id), fill.time, postings)?)
}
