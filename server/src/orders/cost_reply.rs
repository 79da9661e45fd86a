use plumbline_core::orders::{Cost, MarginCost, Place};
use plumbline_core::products::FeeLine;
use serde::Serialize;
use utoipa::ToSchema;

/// One fee of the cost card.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeeReply {
    /// A stable name, such as `sec`.
    pub name: String,
    pub amount: String,
    /// The rate as its source states it, in the language of the request.
    pub rule: String,
}

/// The cost card.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostReply {
    pub quantity: String,
    /// The price from which the card is worked out.
    pub price: String,
    pub notional: String,
    pub fees: Vec<FeeReply>,
    pub fee_total: String,
    /// For an opening order the amount paid or set aside, fees included; for a closing one the amount received, less
    /// fees.
    pub total: String,
    /// The currency of all amounts but `notional`, which is the wallet's.
    pub currency: String,
    /// The currency of prices and of `notional`.
    pub price_currency: String,
    /// The amount that would be set aside for the part that rests.
    pub held_amount: String,
    pub buying_power: String,
    pub buying_power_after: String,
    /// The time at which a purchase or sale made now has settled and can be transferred; null when it settles at once.
    pub settle_timestamp: Option<String>,
    /// The margin of the position that would be opened; null for owned instruments.
    pub margin: Option<MarginReply>,
    /// The fee table's version: the day from which it is in force.
    pub rule_version: String,
    pub bid: Option<String>,
    pub ask: Option<String>,
    pub tick_seq: Option<String>,
    /// The refusal that placing the order would meet now, such as `insufficient_funds`.
    pub error: Option<String>,
}

/// The part of the cost card that only orders that open a position on margin have. Amounts are in the wallet's
/// currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarginReply {
    /// The amount that would be set aside, without fees.
    pub isolated_position: String,
    pub leverage: String,
    /// The highest leverage that can be chosen.
    pub leverage_cap: Option<String>,
    /// The gain or loss of the quantity when the price moves by a pip.
    pub pip_value: String,
    /// The loss from buying the quantity at the ask and selling it at the bid now.
    pub spread_cost: String,
    /// The gain of a night at the rates of the day, negative when it costs; null where no rates are known.
    pub night_financing: Option<String>,
    /// The mark at which the house would close the position; null where no price is that bad.
    pub liquidation_price: Option<String>,
}

impl CostReply {
    /// Each rule of a fee is told as `translate` has it.
    pub fn of(place: &Place, card: Cost, margin: Option<MarginCost>, translate: impl Fn(&str) -> String) -> Self {
        let fee = |line: &FeeLine| FeeReply {
            name: line.name.clone(),
            amount: line.amount.amount(),
            rule: translate(&line.rule),
        };
        let tick = place.terms.tick.as_ref();
        Self {
            quantity: card.quantity.to_string(),
            price: card.price.display(2),
            notional: card.value.amount(),
            fees: card.fees.iter().map(fee).collect(),
            fee_total: card.fee_total.amount(),
            total: card.total.amount(),
            currency: card.total.currency.code().to_owned(),
            price_currency: card.value.currency.code().to_owned(),
            held_amount: card.held.amount(),
            buying_power: card.available.amount(),
            buying_power_after: card.available_after.amount(),
            settle_timestamp: place.terms.hours.settles_at.filter(|_| margin.is_none()).map(|at| at.to_string()),
            margin: margin.map(|margin| MarginReply::of(place, margin)),
            rule_version: place.terms.rules.fees.version.clone(),
            bid: tick.map(|tick| tick.bid().display(2)),
            ask: tick.map(|tick| tick.ask().display(2)),
            tick_seq: tick.map(|tick| tick.seq.to_string()),
            error: card.refusal.map(|refusal| refusal.word().to_owned()),
        }
    }
}

impl MarginReply {
    fn of(place: &Place, cost: MarginCost) -> Self {
        Self {
            isolated_position: cost.margin.amount(),
            leverage: place.leverage.to_string(),
            leverage_cap: place.terms.rules.leverage_cap().map(|cap| cap.to_string()),
            pip_value: cost.pip_value.amount(),
            spread_cost: cost.spread.amount(),
            night_financing: cost.financing.map(|financing| financing.amount()),
            liquidation_price: cost.liquidation_price.map(|price| price.display(2)),
        }
    }
}
