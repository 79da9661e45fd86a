//! The cost card: what an order would do, worked out by the code that will do it.

use super::fees::sum_of;
use super::{FeeLine, Fill, Filled, Place, Side};
use crate::decimal::{Price, Quantity};
use crate::decision::{Action, Facts, Refusal, Stamp};
use crate::ledger::Balance;
use crate::money::Money;
use crate::positions::average_price;

/// What an order would cost or bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    pub quantity: Quantity,
    /// The average of what fills now and of the limit for what rests.
    pub price: Price,
    pub value: Money,
    /// One line a fee, summed over what fills now and what rests.
    pub fees: Vec<FeeLine>,
    pub fee_total: Money,
    /// Paid by a buyer (value and fees), received by a seller (value less fees).
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
    let currency = order.filled_value.currency;
    let rest_value = Money::of(order.limit, order.remaining(), currency, order.side.value_rounding())?;
    let whole = Filled { value: order.filled_value.plus(rest_value)?, quantity: order.quantity };
    let rest_fees = command.terms.listing.fees.lines(order.side, order.so_far(), whole)?;
    let mut fees: Vec<FeeLine> = Vec::new();
    for line in changes.of::<Fill>().flat_map(|fill| &fill.fees).chain(&rest_fees) {
        match fees.iter_mut().find(|sum| sum.name == line.name) {
            Some(sum) => sum.amount = sum.amount.plus(line.amount)?,
            None => fees.push(line.clone()),
        }
    }
    let (value, fee_total) = (whole.value, sum_of(&fees, currency)?);
    let available = facts.balance(&command.at.balance())?.map_or(0, |b: &Balance| b.available());
    let available = Money::new(available, value.currency);
    let (total, available_after) = match order.side {
        Side::Buy => {
            let paid = order.filled_value.plus(order.fees)?.plus(order.hold)?;
            (value.plus(fee_total)?, available.minus(paid)?)
        }
        Side::Sell => (value.minus(fee_total)?, available.plus(order.filled_value)?.minus(order.fees)?),
    };
    let refusal = facts.check(&changes).err();
    Ok(Cost {
        quantity: order.quantity,
        price: average_price(value, order.quantity),
        value,
        fees,
        fee_total,
        total,
        held: order.hold,
        available,
        available_after,
        refusal,
    })
}
