use crate::http::wire;
use plumbline_core::decimal::Leverage;
use plumbline_core::orders::{Cost, MarginCost};
use plumbline_core::products::{FeeLine, Product, Terms};
use serde::Serialize;
use utoipa::ToSchema;

/// One fee of the cost card.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeeReply {
    /// A stable name, such as `sec`.
    pub name: wire::Word,
    pub amount: wire::Decimal,
    /// The rate as its source states it, in the language of the request.
    pub rule: String,
}

/// The cost card.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostReply {
    pub quantity: wire::Decimal,
    /// The price from which the card is worked out.
    pub price: wire::Decimal,
    pub notional: wire::Decimal,
    pub fees: Vec<FeeReply>,
    pub fee_total: wire::Decimal,
    /// For an opening order the amount paid or set aside, fees included; for a closing one the amount received, less
    /// fees.
    pub total: wire::Decimal,
    /// The part of `total` that was set aside for the position on margin that is closed; the rest is the profit, less
    /// fees. Null for any other order.
    pub released: Option<wire::Decimal>,
    /// The currency of all amounts but `notional`, which is the wallet's.
    pub currency: wire::Currency,
    /// The currency of prices and of `notional`.
    pub price_currency: wire::Currency,
    /// The amount that would be set aside for the part that rests.
    pub held_amount: wire::Decimal,
    pub buying_power: wire::Decimal,
    pub buying_power_after: wire::Decimal,
    /// The time at which a purchase or sale made now has settled and can be transferred; null when it settles at once.
    pub settle_timestamp: Option<wire::Timestamp>,
    /// The margin of the position that would be opened; null for owned instruments.
    pub margin: Option<MarginReply>,
    /// The fee table's version: the day from which it is in force.
    pub rule_version: wire::Date,
    pub bid: Option<wire::Decimal>,
    pub ask: Option<wire::Decimal>,
    pub tick_seq: Option<wire::FeedNumber>,
    /// The refusal that placing the order would meet now, such as `insufficient_funds`.
    pub error: Option<wire::RefusalWord>,
}

/// The part of the cost card that only orders that open a position on margin have. Amounts are in the wallet's
/// currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarginReply {
    /// The amount that would be set aside, without fees.
    pub isolated_position: wire::Decimal,
    pub leverage: wire::Decimal,
    /// The highest leverage that can be chosen; null where none can.
    pub leverage_cap: Option<wire::Decimal>,
    /// The gain or loss of the quantity when the price moves by a pip.
    pub pip_value: wire::Decimal,
    /// The loss from buying the quantity at the ask and selling it at the bid now.
    pub spread_cost: wire::Decimal,
    /// The margin below which more is called for at a daily settlement; null for what is not settled each day.
    pub maintenance_margin: Option<wire::Decimal>,
    /// The gain of a night at the rates of the day, negative when it costs; null where no rates are known.
    pub night_financing: Option<wire::Decimal>,
    /// The mark at which the house would close the position; null where no price is that bad.
    pub liquidation_price: Option<wire::Decimal>,
}

impl CostReply {
    /// Each rule of a fee is told as `translate` has it.
    pub fn of(terms: &Terms, card: Cost, margin: Option<MarginReply>, translate: impl Fn(&str) -> String) -> Self {
        let fee = |line: &FeeLine| FeeReply {
            name: line.name.clone().into(),
            amount: line.amount.into(),
            rule: translate(&line.rule),
        };
        let tick = terms.tick.as_ref();
        let settles_at = terms.hours.settles_at.filter(|_| terms.rules.product == Product::Spot);
        Self {
            quantity: card.quantity.into(),
            price: card.price.display(2).into(),
            notional: card.value.into(),
            fees: card.fees.iter().map(fee).collect(),
            fee_total: card.fee_total.into(),
            total: card.total.into(),
            released: card.released.map(Into::into),
            currency: card.total.currency.into(),
            price_currency: card.value.currency.into(),
            held_amount: card.held.into(),
            buying_power: card.available.into(),
            buying_power_after: card.available_after.into(),
            settle_timestamp: settles_at.map(Into::into),
            margin,
            rule_version: terms.rules.fees.version.clone().into(),
            bid: tick.map(|tick| tick.bid().display(2).into()),
            ask: tick.map(|tick| tick.ask().display(2).into()),
            tick_seq: tick.map(|tick| tick.seq.into()),
            error: card.refusal.map(|refusal| refusal.word().into()),
        }
    }
}

impl MarginReply {
    pub fn of(terms: &Terms, leverage: Leverage, cost: MarginCost) -> Self {
        Self {
            isolated_position: cost.margin.into(),
            leverage: leverage.into(),
            leverage_cap: terms.rules.leverage_cap().map(Into::into),
            pip_value: cost.pip_value.into(),
            spread_cost: cost.spread.into(),
            maintenance_margin: cost.maintenance.map(Into::into),
            night_financing: cost.financing.map(Into::into),
            liquidation_price: cost.liquidation_price.map(|price| price.display(2).into()),
        }
    }
}
