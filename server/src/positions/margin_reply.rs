use plumbline_core::decimal::Price;
use plumbline_core::positions::Position;
use serde::Serialize;
use utoipa::ToSchema;

/// A position on margin, as answered by the calls that change its margin, its leverage or its protection.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarginPositionReply {
    pub id: String,
    /// 0 long, 1 short.
    pub direction: i64,
    pub position_num: String,
    pub avg_price: String,
    /// The money set aside for the position.
    pub isolated_position: String,
    /// The initial margin that its leverage required: at half of this the house closes half of the position, and then
    /// all.
    pub initial_margin: String,
    /// The currency of the money set aside, which is the wallet's.
    pub currency: String,
    pub leverage: String,
    pub stop_loss: Option<String>,
    pub take_profit: Option<String>,
    pub version: i64,
}

impl From<&Position> for MarginPositionReply {
    fn from(position: &Position) -> Self {
        let shown = |price: Price| price.display(2);
        let margin = position.margin;
        Self {
            id: position.id.to_string(),
            direction: position.key.direction.code(),
            position_num: position.quantity.to_string(),
            avg_price: shown(position.average_price()),
            isolated_position: position.stake().amount(),
            initial_margin: margin.map_or(position.cost, |margin| margin.initial).amount(),
            currency: position.fees.currency.code().to_owned(),
            leverage: margin.map(|margin| margin.leverage.to_string()).unwrap_or_default(),
            stop_loss: position.protection.stop_loss.map(shown),
            take_profit: position.protection.take_profit.map(shown),
            version: position.version,
        }
    }
}
