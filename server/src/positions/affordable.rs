use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decimal::{Leverage, Price, Quantity};
use plumbline_core::ids;
use plumbline_core::ledger::BalanceKey;
use plumbline_core::money::Money;
use plumbline_core::orders::{Side, affordable};
use plumbline_core::positions::{Direction, Position};
use plumbline_core::products::Terms;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::queries;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;
use crate::ledger;
use crate::orders::{Pricing, leverage};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AffordableRequest {
    pub stock_code: wire::StockCode,
    pub market: Option<wire::Market>,
    /// 0 buy, 1 sell; for a position on margin the direction to open: 0 long, 1 short.
    pub direction: wire::Direction,
    /// The leverage of a position on margin; when absent that of the open position, or else the highest that can be
    /// chosen.
    pub leverage: Option<wire::Decimal>,
    /// The limit price; when absent the worst price of a market order.
    pub price: Option<wire::Quantity>,
    /// The share of the greatest quantity: `half` or `full`, or a percentage from 1 to 100.
    pub size: wire::PositionShare,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Affordable {
    /// A whole number of lots.
    pub quantity: wire::Decimal,
}

/// The quantity that can be bought with the buying power, fees included, or the available quantity that can be sold. On
/// margin, the quantity that can be opened: the free money in the wallet times the leverage.
#[utoipa::path(post, path = "/position/getHalfOrFullNum", tag = "positions", request_body = AffordableRequest,
    responses((status = 200, body = Envelope<Affordable>),
        (status = 404, description = "instrument_unknown"),
        (status = 409, description = "no_quote, instrument_not_tradable"),
        (status = 422, description = "market_unknown, price_invalid, leverage_unavailable, out_of_range")))]
pub async fn half_or_full(
    State(pricing): State<Arc<Pricing>>,
    State(db): State<Db>,
    session: CurrentSession,
    Body(request): Body<AffordableRequest>,
) -> Result<Reply<Affordable>, ApiError> {
    let instrument = pricing.market.find(request.market.as_deref(), &request.stock_code)?;
    let percent = percent(&request.size)?;
    let terms = pricing.terms(instrument)?;
    let mut reader = db.read().await?;
    let held = queries::of_instrument(&mut reader, session.account_id, instrument.id).await?;
    let wanted = Wanted::read(&request, &terms, &held)?;
    let whole = match wanted {
        Wanted::Sell => held.first().map_or(Quantity::ZERO, Position::available),
        Wanted::Open { side, leverage } => {
            let key = BalanceKey::new(session.account_id, terms.rules.wallet);
            let balance = ledger::store::load_balances(&mut reader, &[key].into()).await?;
            let available = balance.first().map(|(_, b)| b.available()).unwrap_or(0);
            let price = price(&request, || worst(&terms, side))?;
            affordable(Money::new(available, key.currency()), price, terms.rules.lot, side, leverage, &terms)
        }
    };
    // A part of what has a fraction may have one.
    let step = terms.rules.step(!whole.is_multiple_of(terms.rules.lot));
    let share = if percent == 100 { whole } else { part(whole, percent).round_down_to(step) };
    // What closes all that is owned may be more than an order that opens.
    let share = if matches!(wanted, Wanted::Sell) { share } else { share.min(pricing.greatest(instrument)) };
    Ok(Reply(Affordable { quantity: share.into() }))
}

/// What the quantity is for.
enum Wanted {
    /// Of what is owned.
    Sell,
    Open {
        side: Side,
        leverage: Leverage,
    },
}

impl Wanted {
    fn read(request: &AffordableRequest, terms: &Terms, held: &[Position]) -> Result<Self, ApiError> {
        let invalid = || ApiError::invalid("body_invalid", "direction");
        let Some(cap) = terms.rules.leverage_cap() else {
            let side = Side::from_code(request.direction.0).ok_or_else(invalid)?;
            return Ok(if side == Side::Sell { Self::Sell } else { Self::Open { side, leverage: Leverage::ONE } });
        };
        let direction = Direction::from_code(request.direction.0).ok_or_else(invalid)?;
        let open = held.iter().find(|position| position.key.direction == direction).and_then(Position::leverage);
        let leverage = match request.leverage.as_deref() {
            None | Some("") => open.unwrap_or(cap),
            Some(text) => leverage(text)?,
        };
        if !(Leverage::ONE..=cap).contains(&leverage) {
            return Err(ApiError::invalid("leverage_unavailable", "leverage"));
        }
        Ok(Self::Open { side: direction.opening(), leverage })
    }
}

/// The worst price of a market order.
fn worst(terms: &Terms, side: Side) -> Option<Price> {
    let quote = side.levels(terms.tick.as_ref()?)[0].price;
    quote.is_positive().then(|| terms.rules.collar(quote, side == Side::Buy))
}

fn percent(size: &str) -> Result<i64, ApiError> {
    match size {
        "half" => Ok(50),
        "full" => Ok(100),
        other => {
            let percent = ids::parse(other).ok().filter(|percent| (1..=100).contains(percent));
            percent.ok_or(ApiError::invalid("body_invalid", "size"))
        }
    }
}

fn part(whole: Quantity, percent: i64) -> Quantity {
    let units = i128::from(whole.units()) * i128::from(percent) / 100;
    Quantity::from_units(i64::try_from(units).unwrap_or(i64::MAX))
}

fn price(request: &AffordableRequest, market: impl FnOnce() -> Option<Price>) -> Result<Price, ApiError> {
    match request.price.as_deref() {
        None | Some("") => market().ok_or(ApiError::conflict("no_quote")),
        Some(text) => {
            let price = text.parse().ok().filter(|price: &Price| price.is_positive());
            price.ok_or(ApiError::invalid("price_invalid", "price"))
        }
    }
}
