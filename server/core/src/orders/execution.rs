//! The execution of one order: fills, the money and the shares that change hands, and what is held for the rest.

use std::sync::Arc;

use super::gap::Gap;
use super::group::Group;
use super::{CloseReason, Fill, FillSource, LiquiditySide, Match, Order, OrderEvent, OrderRef, worst_value};
use crate::decimal::{Leverage, Price, Quantity};
use crate::decision::{Changes, Facts, Refusal, Stamp, Unsound};
use crate::ids::{FillId, JournalId, PositionId};
use crate::ledger::{Cause, House, Journal, JournalKind, Note, Posting};
use crate::market::{Side, Tick};
use crate::money::{Money, MoneyError, Rounding};
use crate::positions::Position;
use crate::products::{Accrued, Exchange, Filled, Outcome, Terms, Trade, TradingRules, sum_of};
use crate::time::UnixMillis;

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

/// The free cash of an order's wallet, in the wallet's currency.
pub(super) fn free_of(order: &OrderRef, facts: &Facts) -> Result<Money, Refusal> {
    let free = facts.balance(&order.balance())?.map_or(0, |balance| balance.available());
    Ok(Money::new(free, order.wallet.currency()))
}

/// An order being filled: the order and the position as they will be, and the changes so far.
pub(super) struct Execution<'a> {
    pub rules: &'a TradingRules,
    pub exchange: Exchange<'a>,
    /// When what is filled has settled.
    pub settles_at: Option<UnixMillis>,
    pub order: Order,
    pub position: Position,
    /// The free cash of the order's wallet, less the fees of what is being filled.
    pub free: Money,
    /// The sources that pay for a loss beyond the margin.
    pub gap: Gap,
    /// Maker for an order that rested in the book before the quote, otherwise taker.
    pub liquidity: LiquiditySide,
    /// Evidence that the position owes nothing.
    pub accrued: Accrued,
    pub changes: Changes,
}

impl<'a> Execution<'a> {
    /// An order on the terms of its command, which has not met a quote yet: it takes.
    pub fn on(
        terms: &'a Terms,
        order: Order,
        position: Position,
        accrued: Accrued,
        facts: &Facts,
        now: UnixMillis,
    ) -> Result<Self, Refusal> {
        let (exchange, settles_at, free) = (terms.exchange(), terms.hours.settles_at, free_of(&order.at, facts)?);
        let (rules, liquidity, changes) = (&*terms.rules, LiquiditySide::Taker, Changes::default());
        let gap = Gap::of(rules, accrued, &position, facts, now)?;
        Ok(Self { rules, exchange, settles_at, order, position, free, gap, liquidity, accrued, changes })
    }

    /// An order of ours that closes a position at a settlement.
    pub fn at_settlement(
        rules: &'a TradingRules,
        exchange: Exchange<'a>,
        order: Order,
        position: Position,
        accrued: Accrued,
    ) -> Self {
        let (liquidity, changes) = (LiquiditySide::Taker, Changes::default());
        // Its last variation has paid all that was lost.
        let (free, gap) = (Money::zero(order.at.wallet.currency()), Gap::default());
        Self { rules, exchange, settles_at: None, order, position, free, gap, liquidity, accrued, changes }
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
            self.position.release(self.order.remaining());
        }
        self.order.status = self.order.status.after(OrderEvent::Cancel)?;
        self.order.reason = Some(reason);
        Ok(())
    }

    /// Fills `matches`, one fill and one journal a price. What is not worth a minor unit is not traded.
    ///
    /// # Errors
    /// `internal` for a position that was not charged for what it owes; `margin_exhausted` for a loss that the house would
    /// bear while the position in the other direction has a profit; `out_of_range`.
    pub fn fill(&mut self, tick: &Arc<Tick>, matches: &[Match], stamp: &mut Stamp) -> Result<(), Refusal> {
        if !self.accrued.is_of(self.position.key) {
            return Err(Unsound::NotAccrued.into());
        }
        let side = self.order.side;
        let mut taken = Vec::with_capacity(matches.len());
        for m in matches {
            let value = self.rules.value(m.price, m.quantity, side.value_rounding())?;
            if value.minor > 0 {
                taken.push((*m, value));
            }
        }
        self.reserve_fees(&taken)?;
        let mut later: i64 = taken.iter().map(|(m, _)| m.quantity.units()).sum();
        for (m, value) in &taken {
            later -= m.quantity.units();
            let later = Quantity::from_units(later);
            self.fill_from(FillSource::Tick(tick.clone()), m.price, (m.quantity, *value), later, stamp)?;
        }
        self.gap.check(self.rules, self.exchange, tick)?;
        self.cover_other(tick, stamp.now)?;
        let taken: Vec<Match> = taken.into_iter().map(|(m, _)| m).collect();
        if !taken.is_empty() {
            self.changes.taken.push((tick.clone(), side, taken));
        }
        Ok(())
    }

    /// Leaves a profit that was taken with the position in the other direction, as far as that has lost more than its margin.
    fn cover_other(&mut self, tick: &Tick, now: UnixMillis) -> Result<(), Refusal> {
        let closed =
            self.changes.of::<Fill>().filter(|fill| fill.order.id == self.order.at.id && fill.profit.is_some());
        let gained = closed.map(|fill| fill.received.minor.saturating_sub(fill.fee_total.minor)).sum::<i64>();
        let gained = Money::new(gained.max(0), self.free.currency);
        let covered = self.gap.cover(gained, self.rules, self.exchange, (tick, now))?;
        if let Some(taken) = self.position.margin.as_mut().and_then(|margin| margin.taken.as_mut()) {
            taken.profit = taken.profit.minus(covered)?;
        }
        Ok(())
    }

    /// Leaves the fees of all that is taken out of the free cash, before anything is lost.
    fn reserve_fees(&mut self, taken: &[(Match, Money)]) -> Result<(), Refusal> {
        let mut filled = self.order.so_far();
        let before = self.rules.fees.total(self.order.side, filled)?;
        for (m, value) in taken {
            filled.value = filled.value.plus(*value)?;
            filled.quantity = filled.quantity.checked_add(m.quantity).ok_or(Refusal::OutOfRange)?;
            if self.liquidity == LiquiditySide::Maker {
                filled.maker_value = filled.maker_value.plus(*value)?;
            }
        }
        self.free = self.free.minus(self.rules.fees.total(self.order.side, filled)?.minus(before)?)?;
        Ok(())
    }

    /// The money that pays for the loss of a trade beyond its share of the margin. Fees that the free cash does not suffice for
    /// are paid of the margin that is freed with the `later` trades, and what these do not suffice for of this one's. In a
    /// liquidation the rest of the margin pays before the free cash does.
    fn free_for_gap(&self, quantity: Quantity, later: Quantity) -> Result<Money, Refusal> {
        let position = &self.position;
        let Some(margin) = position.margin else { return Ok(self.free) };
        let most = self.gap.most.map_or(i64::MAX, |most| most.minor);
        let mut free = self.free.minor.min(most);
        if self.free.minor < 0 {
            let (of, whole) = (later.units(), position.quantity.units().max(1));
            free = margin.amount.scaled(of, whole, Rounding::Down)?.plus(self.free)?.minor.min(0);
        }
        let rest = match self.gap.margin_left {
            Some(left) => left.minus(position.share(margin.amount, quantity)?)?.minor,
            None => 0,
        };
        Ok(Money::new(free.saturating_add(rest), self.free.currency))
    }

    /// Fills a quantity at a price that `source` proves, for `value` in the contract's currency. `later` is filled at once after
    /// it.
    pub fn fill_from(
        &mut self,
        source: FillSource,
        price: Price,
        (quantity, value): (Quantity, Money),
        later: Quantity,
        stamp: &mut Stamp,
    ) -> Result<(), Refusal> {
        let (leverage, free) = (self.leverage(), self.free_for_gap(quantity, later)?);
        let (table, order) = (&self.rules.fees, &mut self.order);
        let before = order.so_far();
        order.filled = order.filled.checked_add(quantity).ok_or(Refusal::OutOfRange)?;
        order.filled_value = order.filled_value.plus(value)?;
        if self.liquidity == LiquiditySide::Maker {
            order.maker_value = order.maker_value.plus(value)?;
        }
        let fees = table.lines(order.side, before, order.so_far())?;
        let fee_total = sum_of(&fees, order.fees.currency)?;
        order.fees = order.fees.plus(fee_total)?;
        let event = if order.remaining().is_zero() { OrderEvent::FillRest } else { OrderEvent::FillPart };
        order.status = order.status.after(event)?;
        let stake = |filled: Filled| self.rules.stake(filled.value, leverage, self.exchange);
        let stake = if order.opens() {
            stake(order.so_far())?.minus(stake(before)?)?
        } else {
            Money::zero(order.fees.currency)
        };
        let trade = Trade {
            side: order.side,
            quantity,
            value,
            stake,
            fee: fee_total,
            free,
            leverage,
            exchange: self.exchange,
            time: stamp.now,
        };
        let before = self.position;
        let Outcome { position, received, borne, profit, cost } = self.rules.fill(before, &trade)?;
        self.position = position;
        if let (Some(before), Some(after)) = (before.margin.filter(|_| profit.is_some()), position.margin) {
            let kept = match &mut self.gap.margin_left {
                None => before.amount.minus(after.amount)?.plus(received)?,
                // A loss is the margin's, as far as there is any; a gain is free.
                Some(left) => {
                    let of_margin =
                        Money::new(received.minor.saturating_neg().clamp(0, left.minor.max(0)), left.currency);
                    *left = left.minus(of_margin)?;
                    received.plus(of_margin)?
                }
            };
            self.free = self.free.plus(kept)?;
            self.gap.pay(kept.negated())?;
            self.gap.borne = self.gap.borne.saturating_add(borne.minor);
        }
        let fill = Fill {
            id: FillId(stamp.next_id()),
            order: order.at,
            side: order.side,
            liquidity: self.liquidity,
            price,
            limit: order.limit,
            quantity,
            multiplier: self.rules.multiplier,
            value,
            fees,
            fee_total,
            received,
            profit,
            cost,
            position: position.id,
            journal: JournalId(stamp.next_id()),
            fee_version: table.version.clone(),
            source,
            conversion: self.exchange.by.cloned(),
            time: stamp.now,
        };
        let journal = trade_journal(&fill, borne)?.settling(self.settles_at);
        self.changes.journals.push(journal);
        self.changes.put(fill);
        Ok(())
    }

    /// Lets the other orders of the group follow what the order has done since it was as it is `before`: legs grow with
    /// their entry, and a leg that is filled leaves less to the other one and ends what rests of the entry.
    pub fn settle_group(&mut self, before: &Order, mut group: Group, stamp: &mut Stamp) -> Result<(), Refusal> {
        let (order, position, changes) = (&self.order, &mut self.position, &mut self.changes);
        let filled = order.filled.saturating_sub(before.filled);
        let Some(leg) = order.at.leg() else {
            if filled.is_positive() {
                let more = group.grow(filled, stamp, changes)?;
                position.held = position.held.checked_add(more).ok_or(Refusal::OutOfRange)?;
            }
            if !order.status.is_open() {
                group.end_pending(order.reason.unwrap_or(CloseReason::PositionClosed), stamp, changes)?;
            }
            return Ok(());
        };
        if filled.is_positive() || before.waits() && !order.waits() {
            group.end_entry(leg.into(), stamp, changes)?;
        }
        if filled.is_positive() {
            group.shrink(filled, leg.into(), stamp, changes)?;
        }
        Ok(())
    }

    /// Sets the hold for what is left, and hands over the changes.
    pub fn finish(mut self, stamp: &Stamp) -> Result<(Changes, Order), Refusal> {
        self.changes.put(self.position);
        self.gap.changed().into_iter().for_each(|other| self.changes.put(other));
        self.finish_order(stamp)
    }

    /// Hands over an order that was triggered and not filled.
    pub fn triggered(mut self, stamp: &Stamp) -> (Changes, Order) {
        self.order.updated_at = stamp.now;
        self.changes.put(self.order.clone());
        (self.changes, self.order)
    }

    /// Sets the hold for what is left, and hands over the changes without the position, which has not changed.
    pub fn finish_order(mut self, stamp: &Stamp) -> Result<(Changes, Order), Refusal> {
        self.order.hold = self.hold_for_rest()?;
        self.order.updated_at = stamp.now;
        self.changes.put(self.order.clone());
        Ok((self.changes, self.order))
    }

    /// The hold of an order that opens for its open rest: its stake at its limit, and what the fees of the whole
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
        let rest = worst_value(order.dearest(), order.remaining(), rules)?;
        let whole = Filled { value: filled.value.plus(rest)?, quantity: order.quantity, ..filled };
        let leverage = self.leverage();
        let stake = |filled: Filled| rules.stake(filled.value, leverage, self.exchange);
        // The maker's fee for an order in the book; for a stop that waits the dearest split between taker and maker.
        let whole_fees = if order.waits() {
            rules.fees.most(order.side, filled, whole)?
        } else {
            let maker_value = filled.maker_value.plus(rest)?;
            rules.fees.total(order.side, Filled { maker_value, ..whole })?
        };
        let fees = whole_fees.minus(rules.fees.total(order.side, filled)?)?;
        let stake = stake(whole)?.minus(stake(filled)?)?;
        let held = stake.plus(fees)?;
        // An open order has a hold, also where its stake is less than half a minor unit.
        Ok(Money::new(held.minor.max(1), held.currency))
    }

    /// That of the position when it is open, otherwise what the order chose.
    fn leverage(&self) -> Leverage {
        self.position.leverage().unwrap_or(self.order.leverage)
    }
}

/// The journal of a fill: the wallet against the counterparty, fees against the house's fee account.
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
