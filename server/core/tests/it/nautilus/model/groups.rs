//! The effects that the orders of a group have on each other.

use std::ops::Range;

use plumbline_core::orders::Side;

use super::{End, Paid, Rule, State, Venue, Working, reached, worse};
use crate::nautilus::cases::{Kind, Link, Order, Outcome, Part};

/// The state of an order before a change.
struct Before {
    /// How often it was filled.
    fills: usize,
    waited: bool,
}

impl Order {
    fn part(&self) -> Option<Part> {
        self.member.map(|member| member.part)
    }
}

impl<'a> Venue<'a> {
    /// Does something to an order, and lets the others of its group follow.
    pub(super) fn decide(
        &mut self,
        open: &mut [Working<'a>],
        index: usize,
        act: impl FnOnce(&mut Self, &mut Working<'a>),
    ) {
        let before = Before { fills: open[index].outcome.fills.len(), waited: open[index].state == State::Waits };
        act(self, &mut open[index]);
        self.follow(open, index, &before);
    }

    /// Places an entry, whose legs wait for it, or the legs of a position that is open.
    pub(super) fn place_group(&mut self, numbers: Range<usize>, open: &mut Vec<Working<'a>>) {
        let (first, orders) = (open.len(), &self.path.orders[numbers.clone()]);
        open.extend(numbers.zip(orders).map(|(number, order)| Working {
            order,
            number,
            state: State::Pending,
            left: 0,
            limit: order.price,
            stop: order.stop,
            place: 0,
            outcome: Outcome::default(),
        }));
        let (is_refused, coming) = match orders {
            [entry, profit, loss] => (self.lies_wrong(entry, profit, loss), first..first + 1),
            [profit, loss] => (self.has_reached(profit, loss), first..open.len()),
            _ => panic!("a group of {} orders", orders.len()),
        };
        if is_refused && !self.rules.has(Rule::UncheckedLegs) {
            open[first..].iter_mut().for_each(|order| order.end(End::Refused, self.now));
            return;
        }
        // The stop-loss is there when the take-profit comes.
        for index in coming.rev() {
            let (number, order) = (open[index].number, open[index].order);
            open[index] = self.place(number, order);
            self.follow(open, index, &Before { fills: 0, waited: false });
        }
        let entry = &open[first];
        if entry.order.part() == Some(Part::Entry) && entry.filled() == 0 && entry.state == State::Over {
            self.come_cancelled(open, first);
        }
    }

    /// The legs of an entry that ended at once without a fill come nevertheless, where that is the rule.
    fn come_cancelled(&mut self, open: &mut [Working<'a>], entry: usize) {
        if !self.rules.has(Rule::CancelledLegsCome) {
            return;
        }
        let [profit, loss] = [Part::TakeProfit, Part::StopLoss].map(|part| self.others(open, entry, part).unwrap());
        if self.has_reached_stop(open[loss].order) {
            open[loss].end(End::Refused, self.now);
        }
        open[profit].left = open[profit].order.lots;
        self.fill(&mut open[profit], Paid::Displayed);
    }

    /// True if legs are not on both sides of where their entry is expected to be filled, or would close at once what it
    /// opens.
    fn lies_wrong(&self, entry: &Order, profit: &Order, loss: &Order) -> bool {
        let quote = self.step().levels(entry.side)[0].0;
        let limit = if entry.kind == Kind::Market { self.collar(entry.side, quote) } else { entry.price };
        let has_stop = matches!(entry.kind, Kind::Stop | Kind::StopLimit);
        let is_filled = !has_stop && worse(entry.side, quote, limit) == limit;
        let expected = match (has_stop, is_filled) {
            (true, _) => entry.stop,
            (false, true) => quote,
            (false, false) => limit,
        };
        let up = if entry.side == Side::Buy { 1 } else { -1 };
        let is_between = loss.stop * up < expected * up && expected * up < profit.price * up;
        !is_between || is_filled && self.has_reached_stop(loss)
    }

    /// True if the market has reached a leg.
    fn has_reached(&self, profit: &Order, loss: &Order) -> bool {
        let quote = self.step().levels(profit.side)[0].0;
        self.has_reached_stop(loss) || worse(profit.side, quote, profit.price) == profit.price
    }

    fn has_reached_stop(&self, loss: &Order) -> bool {
        reached(loss.side, loss.stop, self.step().trigger(self.market(), loss.side))
    }

    /// The other order of an order's group that is this part of it.
    fn others(&self, open: &[Working], index: usize, part: Part) -> Option<usize> {
        let member = open[index].order.member?;
        let is_other =
            |other: &Working| other.order.member.is_some_and(|of| of.group == member.group && of.part == part);
        open.iter().position(is_other).filter(|other| *other != index)
    }

    fn legs(&self, open: &[Working], index: usize) -> impl Iterator<Item = usize> + use<> {
        [Part::TakeProfit, Part::StopLoss].map(|part| self.others(open, index, part)).into_iter().flatten()
    }

    /// True for a leg beside one that the tick has filled: in nautilus that has moved the price that this one is compared
    /// with.
    pub(super) fn is_moved(&self, open: &[Working], index: usize) -> bool {
        let is_leg = open[index].order.part().is_some_and(|part| part != Part::Entry);
        let is_filled = |leg: usize| open[leg].outcome.fills.last().is_some_and(|fill| fill.0 == self.now);
        is_leg && self.rules.has(Rule::UnsharedTick) && self.legs(open, index).any(is_filled)
    }

    fn follow(&mut self, open: &mut [Working<'a>], index: usize, before: &Before) {
        let filled = open[index].outcome.fills[before.fills..].iter().map(|(.., lots)| lots).sum::<i64>();
        let is_triggered = before.waited && open[index].outcome.trigger.is_some();
        match open[index].order.part() {
            None => {}
            Some(Part::Entry) => {
                if filled > 0 {
                    self.grow(open, index, filled);
                }
                self.end_with_entry(open, index);
            }
            Some(_) => {
                let entry = self.others(open, index, Part::Entry).filter(|entry| open[*entry].is_open());
                if let Some(entry) =
                    entry.filter(|_| (filled > 0 || is_triggered) && !self.rules.has(Rule::EntryGoesOn))
                {
                    open[entry].end(End::Cancelled, self.now);
                }
                if filled > 0 {
                    self.shrink(open, index, before);
                }
            }
        }
    }

    /// An entry was filled: its legs come to life, or close as much more.
    fn grow(&mut self, open: &mut [Working<'a>], entry: usize, filled: i64) {
        let is_whole = self.rules.has(Rule::WholeLegs);
        let mut has_come = false;
        for leg in self.legs(open, entry) {
            let (place, whole, leg) = (self.next_place(), open[entry].order.lots, &mut open[leg]);
            if leg.state == State::Pending {
                leg.state = if leg.order.kind == Kind::Limit { State::Rests } else { State::Waits };
                (leg.place, leg.left) = (place, if is_whole { whole } else { filled });
                has_come = true;
            } else if leg.is_open() && !is_whole {
                leg.left += filled;
            }
        }
        if has_come && self.rules.has(Rule::LegsAtOnce) {
            self.meet_tick(open, entry);
        }
    }

    /// Legs that have just come to life meet the tick: a stop-loss that it has reached is refused, and the take-profit
    /// with it.
    fn meet_tick(&mut self, open: &mut [Working<'a>], entry: usize) {
        let [profit, loss] = [Part::TakeProfit, Part::StopLoss].map(|part| self.others(open, entry, part).unwrap());
        if self.has_reached_stop(open[loss].order) {
            [profit, loss].into_iter().for_each(|leg| open[leg].end(End::Refused, self.now));
        } else {
            self.decide(open, profit, |venue, order| venue.fill(order, Paid::Displayed));
        }
    }

    /// Ends the legs that wait for an entry that has ended, or all of its legs.
    fn end_with_entry(&self, open: &mut [Working<'a>], entry: usize) {
        let end = if open[entry].state == State::Over { open[entry].outcome.end } else { None };
        let ends_all = end.is_some_and(|(end, _)| end != End::Filled) && self.rules.has(Rule::LegsEndWithEntry);
        for leg in self.legs(open, entry).filter(|_| end.is_some()) {
            if open[leg].state == State::Pending || open[leg].is_open() && ends_all {
                open[leg].end(End::Cancelled, self.now);
            }
        }
    }

    /// A leg was filled: the other one closes as much less.
    fn shrink(&mut self, open: &mut [Working<'a>], index: usize, before: &Before) {
        let Some(other) = self.legs(open, index).next().filter(|other| open[*other].is_open()) else { return };
        let is_oco = open[index].order.member.is_some_and(|member| member.link == Link::Oco);
        let fills: Vec<i64> = open[index].outcome.fills[before.fills..].iter().map(|(.., lots)| *lots).collect();
        let mut left = open[index].left + fills.iter().sum::<i64>();
        for lots in fills {
            left -= lots;
            let leg = &mut open[other];
            if is_oco || !self.rules.has(Rule::LeftIsTotal) {
                leg.left -= lots;
            } else if leg.left != left {
                leg.left = left - leg.filled();
            }
            if left > 0 && leg.left < 0 {
                return self.abort(open, index);
            }
        }
        let ends_both = is_oco && self.rules.has(Rule::FirstFillEndsBoth);
        for leg in [index, other] {
            if open[leg].state != State::Over && (left == 0 || ends_both) {
                open[leg].end(End::Cancelled, self.now);
            }
        }
    }

    /// The exchange cannot count with less than nothing.
    fn abort(&self, open: &mut [Working<'a>], index: usize) {
        let group = open[index].order.member.map(|member| member.group);
        for order in open.iter_mut().filter(|order| order.order.member.map(|member| member.group) == group) {
            (order.state, order.outcome) = (State::Over, Outcome::aborted());
        }
    }
}
