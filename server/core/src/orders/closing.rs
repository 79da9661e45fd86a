//! What we do to a position that we close ourselves: the orders that hold it end, and one of ours takes their place.

use std::sync::Arc;

use super::ended::ended;
use super::{CloseReason, Fill, Match, Order, OrderEvent, OrderKind, OrderRef, OrderStatus, Side, TimeInForce, Wanted};
use crate::decimal::{Leverage, Price, Quantity};
use crate::decision::{Changes, Facts, Refusal, Stamp};
use crate::ids::{OrderId, Priority};
use crate::inbox::NoticeKind;
use crate::market::Tick;
use crate::money::{Money, MoneyError};
use crate::positions::{Position, PositionRef};
use crate::products::{FeeTable, TradingRules};

/// Ends those of `orders` that close the position, and tells its customer so. Legs stay. The position then holds only what
/// legs and other orders have set aside.
pub(super) fn end_closing(
    orders: &[OrderRef],
    mut position: Position,
    reason: CloseReason,
    facts: &Facts,
    stamp: &mut Stamp,
    changes: &mut Changes,
) -> Result<Position, Refusal> {
    for at in orders {
        let order = facts
            .get::<Order>(&at.id)?
            .filter(|order| order.status.is_open() && !order.opens() && order.at.leg().is_none());
        let Some(order) = order.filter(|order| order.at.position() == position.key) else { continue };
        position.release(order.remaining());
        let status = order.status.after(OrderEvent::Cancel)?;
        let order = Order { status, reason: Some(reason), updated_at: stamp.now, ..order.clone() };
        changes.put(ended(&order, reason, stamp));
        changes.put(order);
    }
    Ok(position)
}

/// What the fills of an order that closes have made or lost together, after fees.
pub(super) fn profit_of(order: &Order, changes: &Changes) -> Result<Money, MoneyError> {
    let mut profits = changes.of::<Fill>().filter_map(|fill| fill.profit);
    profits.try_fold(Money::zero(order.at.wallet.currency()), Money::plus)
}

/// An order of ours at the market that closes a part of a position, at `limit` or better.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closing {
    pub at: PositionRef,
    pub id: OrderId,
    pub quantity: Quantity,
    pub limit: Price,
    pub reason: CloseReason,
}

impl Closing {
    pub fn order(self, position: &Position, rules: &TradingRules, stamp: &Stamp) -> Order {
        let PositionRef { key, wallet } = self.at;
        let zero = Money::zero(wallet.currency());
        Order {
            at: OrderRef {
                id: self.id,
                account: key.account,
                instrument: key.instrument,
                wallet,
                direction: key.direction,
                group: None,
            },
            priority: Priority::from(self.id),
            side: key.direction.closing(),
            kind: OrderKind::Market,
            limit: self.limit,
            stop: None,
            trail: None,
            quantity: self.quantity,
            filled: Quantity::ZERO,
            filled_value: Money::zero(position.cost.currency),
            maker_value: Money::zero(position.cost.currency),
            multiplier: rules.multiplier,
            fees: zero,
            hold: zero,
            leverage: position.margin.map_or(Leverage::ONE, |margin| margin.leverage),
            status: OrderStatus::Accepted,
            reason: Some(self.reason),
            time_in_force: TimeInForce::GoodTillCancelled,
            extended: false,
            expires_at: None,
            client_order_id: None,
            fee_version: rules.fees.version.clone(),
            created_at: stamp.now,
            updated_at: stamp.now,
            version: 0,
        }
    }
}

/// The quantity of all matches.
pub(super) fn sum(matches: &[Match]) -> Result<Quantity, Refusal> {
    let quantity = matches.iter().try_fold(Quantity::ZERO, |sum, m| sum.checked_add(m.quantity));
    quantity.ok_or(Refusal::OutOfRange)
}

/// The notice of a part that we closed; `after` is the position without it.
pub(super) fn liquidated_notice(order: &Order, after: &Position, profit: Money) -> NoticeKind {
    NoticeKind::Liquidated {
        position: after.id,
        order: order.at.id,
        instrument: order.at.instrument,
        direction: order.at.direction,
        quantity: order.filled,
        price: order.multiplier.average_price(order.filled_value, order.filled),
        left: after.quantity,
        profit,
        for_gap: order.reason == Some(CloseReason::PaidForGap),
    }
}

/// A quantity of the position, at whatever the tick displays.
pub(super) fn wanted(position: &Position, quantity: Quantity, tick: &Tick, rules: &TradingRules) -> Wanted {
    let side = position.key.direction.closing();
    let displayed = side.levels(tick).iter().map(|level| level.price).filter(|price| price.is_positive());
    let limit = if side == Side::Buy { displayed.max() } else { displayed.min() };
    let limit = limit.unwrap_or(Price::ZERO);
    Wanted { side, limit, quantity, lot: rules.lot, multiplier: rules.multiplier }
}

/// The rules without fees: what we close ourselves costs none.
pub(super) fn free_of_fees(rules: &TradingRules) -> TradingRules {
    let fees = FeeTable { rules: Vec::new(), ..(*rules.fees).clone() };
    TradingRules { fees: Arc::new(fees), ..rules.clone() }
}
