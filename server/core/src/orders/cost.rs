//! The cost card: what an order would do, worked out by the code that will do it.

use super::{Fill, Place};
use crate::decimal::{Price, Quantity};
use crate::decision::{Action, Facts, Refusal, Stamp};
use crate::ledger::{Balance, Book, Journal};
use crate::money::Money;
use crate::positions::average_price;
use crate::products::{FeeLine, Filled, sum_of};

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
    /// What would be set aside for the part that rests.
    pub held: Money,
    pub available: Money,
    /// Negative when the balance does not suffice.
    pub available_after: Money,
    /// The refusal that placing the order would meet now.
    pub refusal: Option<Refusal>,
}

/// Works out the card for an order by deciding on it without applying the decision.
pub fn cost(command: &Place, facts: &Facts, stamp: &mut Stamp) -> Result<Cost, Refusal> {
    let (changes, order) = command.decide(facts, stamp)?;
    let contract = &command.terms.contract;
    let rest_value = contract.value(order.limit, order.remaining(), order.side.value_rounding())?;
    let whole = Filled { value: order.filled_value.plus(rest_value)?, quantity: order.quantity };
    let rest_fees = contract.fees.lines(order.side, order.so_far(), whole)?;
    let mut fees: Vec<FeeLine> = Vec::new();
    for line in changes.of::<Fill>().flat_map(|fill| &fill.fees).chain(&rest_fees) {
        match fees.iter_mut().find(|sum| sum.name == line.name) {
            Some(sum) => sum.amount = sum.amount.plus(line.amount)?,
            None => fees.push(line.clone()),
        }
    }
    let fee_total = sum_of(&fees, order.fees.currency)?;
    let available = facts.balance(&command.at.balance())?.map_or(0, |b: &Balance| b.available());
    let available = Money::new(available, order.fees.currency);
    let moved = received(&changes.journals, command)?;
    let total = match command.closes() {
        false => contract.stake(whole.value)?.plus(fee_total)?,
        true => whole.value.minus(fee_total)?,
    };
    Ok(Cost {
        quantity: order.quantity,
        price: average_price(whole.value, order.quantity),
        value: whole.value,
        fees,
        fee_total,
        total,
        held: order.hold,
        available,
        available_after: available.plus(moved)?.minus(order.hold)?,
        refusal: facts.check(&changes).err(),
    })
}

/// What the order's wallet gets of `journals`; negative when it pays.
fn received(journals: &[Journal], command: &Place) -> Result<Money, Refusal> {
    let zero = Money::zero(command.at.wallet.currency());
    let postings = journals.iter().flat_map(Journal::postings);
    let own = postings.filter(|posting| posting.book == Book::Wallet(command.at.wallet));
    Ok(own.map(|posting| posting.amount).try_fold(zero, Money::plus)?)
}
