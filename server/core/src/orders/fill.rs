//! Fills: an order meets a tick, and the money and the shares change hands.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::cancel::cancel;
use super::{
    BestPrices, Cancel, CloseReason, Frontier, Match, Order, OrderEvent, OrderRef, Side, Stop, has_reached, match_book,
    worst_value,
};
use crate::decimal::{Leverage, Price, Quantity};
use crate::decision::{Changes, Facts, Record, Refusal, Stamp};
use crate::ids::{FillId, JournalId, PositionId, Priority};
use crate::inbox::{Notice, NoticeKind};
use crate::ledger::{Cause, House, Journal, JournalKind, Note, Posting};
use crate::market::{Session, Tick};
use crate::money::{Money, MoneyError};
use crate::positions::{Position, average_price};
use crate::products::{
    Conversion, Exchange, FeeLine, Filled, Hours, Outcome, Terms, Trade, TradingRules, TriggerPrice, sum_of,
};
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
    /// What the wallet got of it, without fees, in its own currency; negative where it paid. On margin that is nothing
    /// until the position is closed.
    pub received: Money,
    /// The profit that a close took, after fees; `None` where the position was added to.
    pub profit: Option<Money>,
    /// What the closed quantity had cost; `None` where the position was added to.
    pub cost: Option<Money>,
    pub position: PositionId,
    pub journal: JournalId,
    pub fee_version: String,
    pub tick: Arc<Tick>,
    /// What converted its amounts into the wallet's currency, where that was needed.
    pub conversion: Option<Conversion>,
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
    /// A tick that is older than so many milliseconds when it is decided fills nothing.
    pub stale_after: i64,
    pub hours: Hours,
    /// Needed where the contracts' currency is not that of their wallet.
    pub conversion: Option<Conversion>,
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
            stale_after,
            hours,
            conversion: None,
        }
    }

    /// All orders that the tick may change.
    pub fn all(&self) -> impl Iterator<Item = &RestingFill> {
        self.orders.iter().chain(&self.stops)
    }

    /// Whether the tick may fill orders at `now`: it is of this day's shares, of no halt, and not too old.
    pub fn is_in_time(&self, now: UnixMillis) -> bool {
        let stale = |tick: &Tick| tick.is_stale(now, self.stale_after);
        let unconverted = self.conversion.as_ref().is_some_and(|conversion| stale(&conversion.tick));
        let is_regular = self.tick.session == Session::Regular;
        is_regular
            && self.hours.is_open(now)
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
    if order.is_over(stamp.now) {
        return cancel(&Cancel { order: fill.order, reason: CloseReason::Expired }, facts, stamp).map(Some);
    }
    let execution = execution_on(fill, command, order.clone(), facts, stamp)?;
    if execution.changes.taken.is_empty() {
        return Ok(None);
    }
    let (mut changes, filled) = execution.finish(stamp)?;
    changes.put(Notice::new(filled.at.account, filled_notice(order, &filled)?, stamp));
    Ok(Some((changes, filled)))
}

/// Turns an order whose stop the tick has reached into a market or a limit order, and fills what the tick gives it; `None`
/// for an order that does not wait, or whose stop is not reached. Its place in time is that moment. The end of a stop
/// without a limit that closes is worked out anew around the quote; one that opens keeps what its money was set aside for.
///
/// # Errors
/// `order_unknown`, `order_not_open`.
pub(super) fn trigger_resting(
    fill: &RestingFill,
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
    let reached = |price: &Price| before.waits() && has_reached(side, *price, rules.trigger.of(tick, side));
    let Some(stop) = before.stop_price(best, &rules.tick_sizes).filter(reached) else { return Ok(None) };
    if before.is_over(stamp.now) {
        return cancel(&Cancel { order: fill.order, reason: CloseReason::Expired }, facts, stamp).map(Some);
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
    let execution = execution_on(fill, command, order, facts, stamp)?;
    let is_filled = !execution.changes.taken.is_empty();
    // An order that nothing fills keeps what it holds, whatever its currency is worth by now.
    let (mut changes, after) = if is_filled { execution.finish(stamp)? } else { execution.triggered(stamp) };
    let told = if is_filled { filled_notice(before, &after)? } else { triggered_notice(&after, stop) };
    changes.put(Notice::new(after.at.account, told, stamp));
    Ok(Some((changes, after)))
}

/// The execution of an order on what the tick still displays.
fn execution_on<'a>(
    fill: &'a RestingFill,
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
    let mut execution = Execution { rules, exchange, settles_at, order, position, changes };
    execution.fill(tick, &matches, stamp)?;
    Ok(execution)
}

/// The notice of an order whose stop was reached and that the tick did not fill.
fn triggered_notice(order: &Order, stop: Price) -> NoticeKind {
    NoticeKind::OrderTriggered { order: order.at.id, instrument: order.at.instrument, side: order.side, stop }
}

/// What the customer is told of an order that a quote has filled, in whole or in part.
fn filled_notice(before: &Order, after: &Order) -> Result<NoticeKind, MoneyError> {
    let quantity = after.filled.saturating_sub(before.filled);
    Ok(NoticeKind::OrderFilled {
        order: after.at.id,
        instrument: after.at.instrument,
        side: after.side,
        quantity,
        price: average_price(after.filled_value.minus(before.filled_value)?, quantity),
        filled: after.filled,
        whole: after.quantity,
    })
}

/// The position that an order adds to or closes; an empty one where there has never been any.
pub(super) fn position_of(
    order: &OrderRef,
    rules: &TradingRules,
    facts: &Facts,
    stamp: &mut Stamp,
) -> Result<Position, Refusal> {
    let key = order.position();
    let empty = || rules.empty_position(PositionId(stamp.next_id()), key, stamp.now);
    Ok(facts.get::<Position>(&key)?.copied().unwrap_or_else(empty))
}

/// An order being filled: the order and the position as they will be, and the changes so far.
pub(super) struct Execution<'a> {
    pub rules: &'a TradingRules,
    pub exchange: Exchange<'a>,
    /// When what is filled has settled.
    pub settles_at: Option<UnixMillis>,
    pub order: Order,
    pub position: Position,
    pub changes: Changes,
}

impl<'a> Execution<'a> {
    /// An order on the terms of its command, which has not met a quote yet.
    pub fn on(terms: &'a Terms, order: Order, position: Position) -> Self {
        let (exchange, settles_at) = (terms.exchange(), terms.hours.settles_at);
        Self { rules: &terms.rules, exchange, settles_at, order, position, changes: Changes::default() }
    }

    /// True if `matches` fill all of the order, each for at least a minor unit.
    pub fn fills_all(&self, matches: &[Match]) -> Result<bool, MoneyError> {
        let mut left = self.order.remaining();
        for m in matches {
            let value = self.rules.value(m.price, m.quantity, self.order.side.value_rounding())?;
            if value.minor > 0 {
                left = left.saturating_sub(m.quantity);
            }
        }
        Ok(left.is_zero())
    }

    /// Ends what is left of an order that may not rest.
    pub fn end_rest(&mut self, reason: CloseReason) -> Result<(), Refusal> {
        if !self.order.status.is_open() {
            return Ok(());
        }
        if !self.order.opens() {
            self.position.held = self.position.held.saturating_sub(self.order.remaining());
        }
        self.order.status = self.order.status.after(OrderEvent::Cancel)?;
        self.order.reason = Some(reason);
        Ok(())
    }

    /// Fills `matches`, one fill and one journal a price. What is not worth a minor unit is not traded.
    pub fn fill(&mut self, tick: &Arc<Tick>, matches: &[Match], stamp: &mut Stamp) -> Result<(), Refusal> {
        let side = self.order.side;
        let mut taken = Vec::with_capacity(matches.len());
        for m in matches {
            let value = self.rules.value(m.price, m.quantity, side.value_rounding())?;
            if value.minor > 0 {
                self.fill_one(tick, *m, value, stamp)?;
                taken.push(*m);
            }
        }
        if !taken.is_empty() {
            self.changes.taken.push((tick.clone(), side, taken));
        }
        Ok(())
    }

    fn fill_one(&mut self, tick: &Arc<Tick>, m: Match, value: Money, stamp: &mut Stamp) -> Result<(), Refusal> {
        let leverage = self.leverage();
        let (table, order) = (&self.rules.fees, &mut self.order);
        let before = order.so_far();
        order.filled = order.filled.checked_add(m.quantity).ok_or(Refusal::OutOfRange)?;
        order.filled_value = order.filled_value.plus(value)?;
        let fees = table.lines(order.side, before, order.so_far())?;
        let fee_total = sum_of(&fees, order.fees.currency)?;
        order.fees = order.fees.plus(fee_total)?;
        let event = if order.remaining().is_zero() { OrderEvent::FillRest } else { OrderEvent::FillPart };
        order.status = order.status.after(event)?;
        let stake = |filled: Filled| self.rules.stake(filled.value, leverage, self.exchange);
        let trade = Trade {
            side: order.side,
            quantity: m.quantity,
            value,
            stake: stake(order.so_far())?.minus(stake(before)?)?,
            fee: fee_total,
            leverage,
            exchange: self.exchange,
            time: stamp.now,
        };
        let Outcome { position, received, borne, profit, cost } = self.rules.fill(self.position, &trade)?;
        self.position = position;
        let fill = Fill {
            id: FillId(stamp.next_id()),
            order: order.at,
            side: order.side,
            price: m.price,
            limit: order.limit,
            quantity: m.quantity,
            value,
            fees,
            fee_total,
            received,
            profit,
            cost,
            position: position.id,
            journal: JournalId(stamp.next_id()),
            fee_version: table.version.clone(),
            tick: tick.clone(),
            conversion: self.exchange.by.cloned(),
            time: stamp.now,
        };
        let journal = trade_journal(&fill, borne)?.settling(self.settles_at);
        self.changes.journals.push(journal);
        self.changes.put(fill);
        Ok(())
    }

    /// Sets the hold for what is left, and hands over the changes.
    pub fn finish(mut self, stamp: &Stamp) -> Result<(Changes, Order), Refusal> {
        self.changes.put(self.position);
        self.finish_order(stamp)
    }

    /// Hands over an order that was triggered and not filled.
    fn triggered(mut self, stamp: &Stamp) -> (Changes, Order) {
        self.order.updated_at = stamp.now;
        self.changes.put(self.order.clone());
        (self.changes, self.order)
    }

    /// The same where the position is as it was.
    pub fn finish_order(mut self, stamp: &Stamp) -> Result<(Changes, Order), Refusal> {
        self.order.hold = self.hold_for_rest()?;
        self.order.updated_at = stamp.now;
        self.changes.put(self.order.clone());
        Ok((self.changes, self.order))
    }

    /// What an order that opens must set aside for its open rest: its stake at its limit, and what the fees of the whole
    /// order can still rise by. What is spent and what is held together never rise with a fill of a buyer, so an order that
    /// is fully held can always be paid, into however many fills the market cuts it. On margin they rise where a short
    /// order fills above its limit, or where the rate between the currencies has moved: who has not got so much then is
    /// filled no further.
    fn hold_for_rest(&self) -> Result<Money, Refusal> {
        let (rules, order) = (self.rules, &self.order);
        if !order.opens() || !order.status.is_open() {
            return Ok(Money::zero(order.hold.currency));
        }
        let filled = order.so_far();
        let rest = worst_value(order.dearest(), order.remaining(), rules.lot, rules.currency)?;
        let whole = Filled { value: filled.value.plus(rest)?, quantity: order.quantity, ..filled };
        let leverage = self.leverage();
        let stake = |filled: Filled| rules.stake(filled.value, leverage, self.exchange);
        let fees = |filled| rules.fees.total(order.side, filled);
        let [stake, fees] = [stake(whole)?.minus(stake(filled)?)?, fees(whole)?.minus(fees(filled)?)?];
        Ok(stake.plus(fees)?)
    }

    /// That of the position when it is open, otherwise what the order chose.
    fn leverage(&self) -> Leverage {
        self.position.leverage().unwrap_or(self.order.leverage)
    }
}

/// What is received against the counterparty, fees against the house's fee account.
fn trade_journal(fill: &Fill, borne: Money) -> Result<Journal, Refusal> {
    let (account, wallet) = (fill.order.account, fill.order.wallet);
    let kind = match fill.side {
        Side::Buy => JournalKind::Buy,
        Side::Sell => JournalKind::Sell,
    };
    let postings = [
        Posting::wallet(account, wallet, fill.received),
        Posting::house(House::Counterparty, borne.minus(fill.received)?),
        Posting::house(House::Protection, borne.negated()),
        Posting::wallet(account, wallet, fill.fee_total.negated()),
        Posting::house(House::Fees, fill.fee_total),
    ];
    let (order, instrument) = (fill.order.id, fill.order.instrument);
    let note = Note::Trade { order, instrument, quantity: fill.quantity, price: fill.price };
    Ok(Journal::new(fill.journal, kind, Cause::Fill(fill.id), fill.time, note, postings)?)
}
