//! A tick and the orders that it may fill or trigger, and the decision on one of them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::cancel::cancel;
use super::closing::profit_of;
use super::execution::{Execution, free_of, position_of};
use super::gap::Gap;
use super::group::Group;
use super::{
    BestPrices, Cancel, CloseReason, Fill, Frontier, LiquiditySide, Order, OrderEvent, OrderRef, Side, Stop,
    has_reached, match_book,
};
use crate::decimal::Price;
use crate::decision::{Changes, Facts, Refusal, Stamp};
use crate::ids::Priority;
use crate::inbox::{Notice, NoticeKind};
use crate::market::{Session, Tick};
use crate::positions::Position;
use crate::products::{Accrued, Conversion, Exchange, Hours, Terms, TradingRules, TriggerPrice};
use crate::time::UnixMillis;

/// The market reached the limits of resting orders: what one tick may fill, decided in price-time order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FillResting {
    #[serde(with = "crate::shared")]
    pub tick: Arc<Tick>,
    pub orders: Vec<RestingFill>,
    /// Orders whose stops the tick may have reached. They are decided after `orders`.
    #[serde(default)]
    pub stops: Vec<RestingFill>,
    /// True if the tick reaches more stops than `stops`: it goes on with them.
    #[serde(default)]
    pub more_stops: bool,
    /// The sides on which trailing stops wait, which the tick may move.
    #[serde(default)]
    pub trailing: Vec<Trailing>,
    /// Where the orders begin that an earlier part of the tick left out; `None` when this is the first part.
    pub from: Option<Frontier>,
    /// The orders behind `orders` that the tick reaches as well.
    pub rest: Frontier,
    /// The place in time of the first leg that this tick has brought to life before, in an earlier part of it or when it
    /// was offered first; `None` where it has not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub born: Option<Priority>,
    /// A tick that is older than so many milliseconds when it is decided fills nothing.
    pub stale_after: i64,
    pub hours: Hours,
    /// Needed where the contracts' currency is not that of their wallet.
    pub conversion: Option<Conversion>,
}

/// True for a leg whose place in time is `born` or a later one.
pub(super) fn is_born_from(born: Option<Priority>, order: &OrderRef, priority: Priority) -> bool {
    order.leg().is_some() && born.is_some_and(|born| priority >= born)
}

/// The trailing stops of one side that wait for a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trailing {
    pub side: Side,
    /// The price of the tick that they follow.
    pub trigger: TriggerPrice,
    /// None of them has a number below it.
    pub oldest: i64,
    /// True stores the best prices also where the tick changes none, for an index that may have missed one.
    pub anew: bool,
}

impl RestingFill {
    /// An order as a tick fills it on these terms.
    pub fn of(order: OrderRef, terms: &Terms) -> Self {
        Self { order, rules: terms.rules.clone() }
    }
}

impl FillResting {
    /// A tick whose orders are not known yet.
    pub fn new(tick: Arc<Tick>, stale_after: i64, hours: Hours) -> Self {
        let (orders, stops) = (Vec::new(), Vec::new());
        Self {
            tick,
            orders,
            stops,
            more_stops: false,
            trailing: Vec::new(),
            from: None,
            rest: Frontier::default(),
            born: None,
            stale_after,
            hours,
            conversion: None,
        }
    }

    /// The next part of a tick, in an earlier one of which legs came to life from the place in time `born` on.
    pub fn go_on(&mut self, born: Option<Priority>) {
        self.from = Some(self.rest);
        self.born = self.born.or(born);
    }

    /// True for a leg that this tick has brought to life before: only the ticks behind it reach the leg.
    pub fn bore(&self, order: &OrderRef, priority: Priority) -> bool {
        is_born_from(self.born, order, priority)
    }

    /// All orders that the tick may change.
    pub fn all(&self) -> impl Iterator<Item = &RestingFill> {
        self.orders.iter().chain(&self.stops)
    }

    /// True if the tick may fill orders at `now`: it is of this day's shares, of no halt, and not too old.
    pub fn is_in_time(&self, now: UnixMillis) -> bool {
        let stale = |tick: &Tick| tick.is_stale(now, self.stale_after);
        let converts = || self.all().any(|fill| fill.rules.currency != fill.order.wallet.currency());
        let unconverted = self.conversion.as_ref().map_or_else(converts, |conversion| stale(&conversion.tick));
        self.hours.is_open_for(self.tick.session, now)
            && !stale(&self.tick)
            && !self.hours.has_outlived(&self.tick, now)
            && !unconverted
    }
}

/// A resting order, with the rules of the day and the fees that it was accepted with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestingFill {
    pub order: OrderRef,
    #[serde(with = "crate::shared", alias = "contract")]
    pub rules: Arc<TradingRules>,
}

/// Fills what the tick gives an order; `None` when it gives nothing. An order whose time is over ends instead. Refused
/// when the order is no longer open.
pub(super) fn fill_resting(
    fill: &RestingFill,
    accrued: Accrued,
    command: &FillResting,
    facts: &Facts,
    stamp: &mut Stamp,
) -> Result<Option<(Changes, Order)>, Refusal> {
    let order = facts.get::<Order>(&fill.order.id)?.ok_or(Refusal::OrderUnknown)?;
    if !order.status.is_open() {
        return Err(Refusal::OrderNotOpen);
    }
    if order.waits() {
        return Ok(None);
    }
    if let Some(reason) = over(order, command, facts, stamp)? {
        return cancel(&Cancel::new(fill.order, reason), facts, stamp).map(Some);
    }
    if !command.tick.session.fills(order.extended && fill.rules.extended_hours) {
        return Ok(None);
    }
    let mut execution = execution_on((fill, LiquiditySide::Maker), accrued, command, order.clone(), facts, stamp)?;
    if execution.changes.taken.is_empty() {
        return Ok(None);
    }
    execution.settle_group(order, Group::besides(&order.at, facts)?, stamp)?;
    let (mut changes, filled) = execution.finish(stamp)?;
    changes.put(Notice::new(filled.at.account, filled_notice(order, &filled, &command.tick, &changes)?, stamp));
    Ok(Some((changes, filled)))
}

/// The reason for which an order ends that the tick would fill: its time is over, its contract takes no such orders any more,
/// or its customer is called for margin on the position that it would add to.
fn over(order: &Order, command: &FillResting, facts: &Facts, stamp: &Stamp) -> Result<Option<CloseReason>, Refusal> {
    let position = facts.get::<Position>(&order.at.position())?;
    Ok(if order.is_over(stamp.now) {
        Some(CloseReason::Expired)
    } else if command.hours.check_contract(order.opens(), stamp.now).is_err() {
        Some(CloseReason::ContractEnded)
    } else if order.opens() && position.is_some_and(|position| position.called_at().is_some()) {
        Some(CloseReason::MarginCalled)
    } else {
        None
    })
}

/// Turns an order whose stop the tick has reached into a market or a limit order, and fills what the tick gives it; `None`
/// for an order that does not wait, or whose stop is not reached, as none is outside of regular hours. Its place in time
/// is that moment. The end of a stop without a limit that closes is worked out anew around the quote; one that opens keeps
/// what its money was set aside for.
///
/// # Errors
/// `order_unknown`, `order_not_open`.
pub(super) fn trigger_resting(
    fill: &RestingFill,
    accrued: Accrued,
    command: &FillResting,
    facts: &Facts,
    stamp: &mut Stamp,
) -> Result<Option<(Changes, Order)>, Refusal> {
    let before = facts.get::<Order>(&fill.order.id)?.ok_or(Refusal::OrderUnknown)?;
    if !before.status.is_open() {
        return Err(Refusal::OrderNotOpen);
    }
    let (rules, tick, side) = (&fill.rules, &command.tick, before.side);
    let best = if before.trail.is_some() { facts.get::<BestPrices>(&(tick.instrument, side))? } else { None };
    let triggers = before.waits() && tick.session == Session::Regular;
    let reached = |price: &Price| triggers && has_reached(side, *price, rules.trigger.of(tick, side));
    let Some(stop) = before.stop_price(best, &rules.tick_sizes).filter(reached) else { return Ok(None) };
    if let Some(reason) = over(before, command, facts, stamp)? {
        return cancel(&Cancel::new(fill.order, reason), facts, stamp).map(Some);
    }
    let quote = side.levels(tick)[0].price;
    let limit = match (before.kind.has_limit(), before.opens()) {
        (false, false) if quote.is_positive() => rules.collar(quote, side == Side::Buy),
        // A buyer has set aside no less for its first stop; a short that cannot pay for its last one ends here.
        (false, true) if before.trail.is_some() => rules.collar(stop, side == Side::Buy),
        _ => before.limit,
    };
    let order = Order {
        status: before.status.after(OrderEvent::Trigger)?,
        stop: Some(Stop { price: stop, triggered_at: Some(stamp.now) }),
        limit,
        priority: Priority(stamp.next_id()),
        ..before.clone()
    };
    let mut execution = execution_on((fill, LiquiditySide::Taker), accrued, command, order, facts, stamp)?;
    execution.settle_group(before, Group::besides(&before.at, facts)?, stamp)?;
    let is_filled = !execution.changes.taken.is_empty();
    // An order that nothing fills keeps what it holds, whatever its currency is worth by now.
    let (mut changes, after) = if is_filled { execution.finish(stamp)? } else { execution.triggered(stamp) };
    let told = if is_filled { filled_notice(before, &after, tick, &changes)? } else { triggered_notice(&after, stop) };
    changes.put(Notice::new(after.at.account, told, stamp));
    Ok(Some((changes, after)))
}

/// The execution of an order on what the tick still displays.
fn execution_on<'a>(
    (fill, liquidity): (&'a RestingFill, LiquiditySide),
    accrued: Accrued,
    command: &'a FillResting,
    order: Order,
    facts: &Facts,
    stamp: &mut Stamp,
) -> Result<Execution<'a>, Refusal> {
    let (rules, tick) = (&*fill.rules, &command.tick);
    let exchange = Exchange { to: fill.order.wallet.currency(), by: command.conversion.as_ref() };
    let matches = match_book(tick, &order.wanted(rules.lot), facts.liquidity());
    let position = position_of(&fill.order, rules, facts, stamp)?;
    let (settles_at, changes) = (command.hours.settles_at, Changes::default());
    let free = free_of(&fill.order, facts)?;
    let gap = Gap::of(rules, accrued, &position, facts, stamp.now)?;
    let mut execution =
        Execution { rules, exchange, settles_at, order, position, free, gap, liquidity, accrued, changes };
    // One that the house would pay for is left to the liquidation, which this tick reaches as well.
    execution.fill(tick, &matches, stamp)?;
    Ok(execution)
}

/// The notice of an order whose stop was reached and that the tick did not fill.
fn triggered_notice(order: &Order, stop: Price) -> NoticeKind {
    NoticeKind::OrderTriggered { order: order.at.id, instrument: order.at.instrument, side: order.side, stop }
}

/// The notice of an order that a quote has filled, in whole or in part.
fn filled_notice(before: &Order, after: &Order, tick: &Tick, changes: &Changes) -> Result<NoticeKind, Refusal> {
    let quantity = after.filled.saturating_sub(before.filled);
    let price = after.multiplier.average_price(after.filled_value.minus(before.filled_value)?, quantity);
    let OrderRef { id: order, instrument, direction, .. } = after.at;
    let position = changes.of::<Fill>().map(|fill| fill.position).last();
    Ok(match (after.at.leg(), position) {
        (Some(by), Some(position)) => NoticeKind::Protected {
            position,
            order,
            instrument,
            direction,
            by,
            mark: after.side.levels(tick)[0].price,
            quantity,
            price,
            left: after.remaining(),
            profit: profit_of(after, changes)?,
        },
        _ => NoticeKind::OrderFilled {
            order,
            instrument,
            side: after.side,
            quantity,
            price,
            filled: after.filled,
            whole: after.quantity,
        },
    })
}
