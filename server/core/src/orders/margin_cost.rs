//! What holding a position on margin would take, besides what the cost card has of every order.

use super::{Cost, Place};
use crate::decimal::{Leverage, Price};
use crate::decision::Refusal;
use crate::money::{Money, Rounding};
use crate::products::{FinancingRates, Marked};

/// The part of the card that only orders have that open a position on margin. Amounts are in the wallet's currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarginCost {
    /// What would be set aside, without fees.
    pub margin: Money,
    /// What the order's quantity gains or loses when the price moves by a pip.
    pub pip_value: Money,
    /// What buying the quantity at the ask and selling it at the bid would lose now.
    pub spread: Money,
    /// The margin below which the customer would be called for more at a settlement; `None` for what is not settled each day.
    pub maintenance: Option<Money>,
    /// What a night would bring at the rates of the day; negative when it costs.
    pub financing: Option<Money>,
    /// The mark at which the position would be closed by us; `None` where no price is that bad.
    pub liquidation_price: Option<Price>,
}

impl MarginCost {
    /// Amounts of the quote are converted at its middle, a night's as it would be charged.
    ///
    /// # Errors
    /// `no_quote`, `out_of_range`.
    pub fn of(place: &Place, card: &Cost, pip: Price, rates: Option<FinancingRates>) -> Result<Self, Refusal> {
        let (rules, exchange) = (&place.terms.rules, place.terms.exchange());
        let tick = place.terms.tick.as_ref().ok_or(Refusal::NoQuote)?;
        let worth = |price| rules.value(price, card.quantity, Rounding::HalfAway);
        let middle = |value| exchange.margin(value, Leverage::ONE);
        let night = |rates: FinancingRates| exchange.profit(rates.earned(place.at.direction, card.value, 1)?);
        let position = card.position.filter(|position| position.quantity.is_positive());
        let liquidation = |position| Ok::<_, Refusal>(Marked::of(position, &place.terms)?.liquidation_price());
        Ok(Self {
            margin: card.total.minus(card.fee_total)?,
            pip_value: middle(worth(pip)?)?,
            spread: middle(worth(tick.ask())?.minus(worth(tick.bid())?)?)?,
            maintenance: rules.daily().map(|daily| exchange.part(card.value, daily.maintenance())).transpose()?,
            financing: rates.map(night).transpose()?,
            liquidation_price: position.as_ref().map(liquidation).transpose()?.flatten(),
        })
    }
}
