use crate::http::wire;
use plumbline_core::decimal::{Leverage, Price};
use plumbline_core::orders::Protected;
use plumbline_core::positions::Position;
use serde::Serialize;
use utoipa::ToSchema;

use super::protection::Protection;
use crate::orders::LegReply;

/// A position, as answered by the calls that change its margin, its leverage or its protection.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarginPositionReply {
    pub id: wire::Id,
    /// 0 long, 1 short.
    pub direction: wire::PositionSide,
    pub position_num: wire::Decimal,
    pub avg_price: wire::Decimal,
    /// The money set aside for the position.
    pub isolated_position: wire::Decimal,
    /// The initial margin that its leverage required: at half of this the house closes half of the position, and then
    /// all.
    pub initial_margin: wire::Decimal,
    /// The currency of the money set aside, which is the wallet's.
    pub currency: wire::Currency,
    /// The leverage; `1` without borrowing.
    pub leverage: wire::Decimal,
    pub version: i64,
}

/// A position with the orders that protect it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProtectReply {
    #[serde(flatten)]
    pub position: MarginPositionReply,
    pub stop_loss: Option<wire::Decimal>,
    pub take_profit: Option<wire::Decimal>,
    /// The id of the group; null where the protection was cleared.
    pub group_id: Option<wire::Id>,
    pub legs: Vec<LegReply>,
}

impl From<&Protected> for ProtectReply {
    fn from(protected: &Protected) -> Self {
        let shown = |price: Price| price.display(2).into();
        let Protection { stop_loss, take_profit, .. } = Protection::by(&protected.legs);
        let leg = protected.legs.first();
        Self {
            position: MarginPositionReply::from(&protected.position),
            stop_loss: stop_loss.map(shown),
            take_profit: take_profit.map(shown),
            group_id: leg.and_then(|leg| leg.at.group).map(|group| group.id.into()),
            legs: leg.map(|leg| LegReply::of(&leg.at)).unwrap_or_default(),
        }
    }
}

impl From<&Position> for MarginPositionReply {
    fn from(position: &Position) -> Self {
        let margin = position.margin;
        Self {
            id: position.id.into(),
            direction: position.key.direction.into(),
            position_num: position.quantity.into(),
            avg_price: position.average_price().display(2).into(),
            isolated_position: position.stake().into(),
            initial_margin: margin.map_or(position.cost, |margin| margin.initial).into(),
            currency: position.fees.currency.into(),
            leverage: margin.map_or(Leverage::ONE, |margin| margin.leverage).into(),
            version: position.version,
        }
    }
}
