//! The cost card: what an order would do, worked out by the code that will do it.

use super::place::place;
use super::{Fill, Order, Place, Protect};
use crate::decimal::{Price, Quantity};
use crate::decision::{Changes, Facts, Refusal, Stamp};
use crate::ledger::{Balance, Book, Journal};
use crate::money::{Currency, Money, MoneyError};
use crate::positions::{Position, PositionKey};
use crate::products::{Accrued, Directions, FeeLine, Filled, Outcome, Terms, Trade, sum_of};

/// What an order would cost or bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    pub quantity: Quantity,
    /// The average of what fills now and of the limit for what rests.
    pub price: Price,
    /// In the contract's currency.
    pub value: Money,
    /// One line a fee, summed over what fills now and what rests.
    pub fees: Vec<FeeLine>,
    pub fee_total: Money,
    /// Paid or set aside by who opens (fees included), received by who closes (less fees).
    pub total: Money,
    /// The part of `total` that was set aside for a position on margin, for an order that closes of it.
    pub released: Option<Money>,
    /// What would be set aside for the part that rests.
    pub held: Money,
    pub available: Money,
    /// Negative when the balance does not suffice.
    pub available_after: Money,
    /// The position as it would be, with all of the order filled.
    pub position: Option<Position>,
    /// The refusal that placing the order would meet now.
    pub refusal: Option<Refusal>,
}

/// Works out the card for an order by deciding on it without applying the decision.
pub fn cost(command: &Place, facts: &Facts, stamp: &mut Stamp) -> Result<Cost, Refusal> {
    // Looking at the cost charges nothing.
    let (changes, order) = place(command, Accrued::waived(command.at.position(), Directions::Both), facts, stamp)?;
    let accrual = command.terms.rules.check_accrual(command.at.position(), facts);
    let refusal = accrual.and_then(|()| facts.check(&changes)).err();
    card(&command.terms, &order, &changes, refusal, facts)
}

/// Works out the card for legs that close a part of a position: that of the first, for one closes what the other would.
pub fn cost_of_legs(command: &Protect, facts: &Facts, stamp: &mut Stamp) -> Result<Cost, Refusal> {
    let (changes, protected) = command.decide(facts, stamp)?;
    let first = protected.legs.first().ok_or(Refusal::PriceRequired)?;
    card(&command.terms, first, &changes, facts.check(&changes).err(), facts)
}

/// The card of an order by the changes of its decision.
fn card(
    terms: &Terms,
    order: &Order,
    changes: &Changes,
    refusal: Option<Refusal>,
    facts: &Facts,
) -> Result<Cost, Refusal> {
    let (rules, filled) = (&terms.rules, order.so_far());
    // An order that may not rest costs what is filled at once.
    let resting = if order.status.is_open() { order.remaining() } else { Quantity::ZERO };
    // A stop without a limit is expected to be filled near its stop.
    let price = match order.stop {
        Some(stop) if !order.kind.has_limit() => stop.price,
        _ => order.limit,
    };
    let rest_value = rules.value(price, resting, order.side.value_rounding())?;
    let quantity = filled.quantity.checked_add(resting).ok_or(Refusal::OutOfRange)?;
    // The maker's fee for a part that rests in the book, the taker's for a stop that waits.
    let rests = if order.waits() { Money::zero(rest_value.currency) } else { rest_value };
    let maker_value = filled.maker_value.plus(rests)?;
    let whole = Filled { value: filled.value.plus(rest_value)?, maker_value, quantity, ..filled };
    let rest_fees = rules.fees.lines(order.side, filled, whole)?;
    let mut fees: Vec<FeeLine> = Vec::new();
    for line in changes.of::<Fill>().flat_map(|fill| &fill.fees).chain(&rest_fees) {
        match fees.iter_mut().find(|sum| sum.name == line.name) {
            Some(sum) => sum.amount = sum.amount.plus(line.amount)?,
            None => fees.push(line.clone()),
        }
    }
    let currency = order.fees.currency;
    let (fee_total, rest_fee) = (sum_of(&fees, currency)?, sum_of(&rest_fees, currency)?);
    let available = facts.balance(&order.at.balance())?.map_or(0, |b: &Balance| b.available());
    let available = Money::new(available, currency);
    let before = facts.get::<Position>(&order.at.position())?.copied();
    let of = |key: PositionKey| changes.of::<Position>().find(|position| position.key == key).copied();
    let key = order.at.position();
    let now = of(key);
    // A profit that goes to the margin of the other direction is not free.
    let covered = match of(key.opposite()) {
        Some(other) => freed(facts.get::<Position>(&key.opposite())?.copied(), Some(other), currency)?,
        None => Money::zero(currency),
    };
    let received = received(&changes.journals, order)?.plus(freed(before, now, currency)?)?.plus(covered)?;
    let rest = rest(terms, order, whole, (rest_fee, available.plus(received)?), now)?;
    let brought = match rest {
        Some(rest) => {
            received.plus(rest.received)?.plus(freed(now, Some(rest.position), currency)?)?.minus(rest_fee)?
        }
        None => received,
    };
    let position = rest.map(|rest| rest.position).or(now);
    let on_margin = before.is_some_and(|position| position.margin.is_some());
    let released = (on_margin && !order.opens()).then(|| freed(before, position, currency)).transpose()?;
    Ok(Cost {
        quantity: order.quantity,
        price: rules.multiplier.average_price(whole.value, whole.quantity),
        value: whole.value,
        fees,
        fee_total,
        total: if order.opens() { brought.negated() } else { brought },
        released,
        held: order.hold,
        available,
        available_after: available.plus(received)?.minus(order.hold)?,
        position,
        refusal,
    })
}

/// What the part that rests would lead to if all of it were filled at its limit now.
fn rest(
    terms: &Terms,
    order: &Order,
    whole: Filled,
    (fee, free): (Money, Money),
    position: Option<Position>,
) -> Result<Option<Outcome>, Refusal> {
    let rests = order.status.is_open() && order.remaining().is_positive();
    let Some(position) = position.filter(|_| rests) else { return Ok(None) };
    let (rules, exchange) = (&terms.rules, terms.exchange());
    let leverage = position.leverage().unwrap_or(order.leverage);
    let stake = |filled: Filled| rules.stake(filled.value, leverage, exchange);
    let trade = Trade {
        side: order.side,
        quantity: order.remaining(),
        value: whole.value.minus(order.filled_value)?,
        stake: stake(whole)?.minus(stake(order.so_far())?)?,
        fee,
        free: free.minus(fee)?,
        leverage,
        exchange,
        time: order.updated_at,
    };
    rules.fill(position, &trade).map(Some)
}

/// What the order's wallet gets of `journals`; negative when it pays.
fn received(journals: &[Journal], order: &Order) -> Result<Money, Refusal> {
    let zero = Money::zero(order.at.wallet.currency());
    let postings = journals.iter().flat_map(Journal::postings);
    let own = postings.filter(|posting| posting.book == Book::Wallet(order.at.wallet));
    Ok(own.map(|posting| posting.amount).try_fold(zero, Money::plus)?)
}

/// What a change of a position frees of its margin; negative when it sets more aside.
fn freed(before: Option<Position>, after: Option<Position>, currency: Currency) -> Result<Money, MoneyError> {
    let margin =
        |position: Option<Position>| position.and_then(|p| p.margin).map_or(Money::zero(currency), |m| m.amount);
    margin(before).minus(margin(after))
}
