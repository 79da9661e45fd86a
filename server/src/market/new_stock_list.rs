use std::sync::Arc;

use axum::extract::State;
use plumbline_core::market::{Instrument, OfferingStatus};
use plumbline_core::money::Rounding;
use plumbline_core::multiplier::Multiplier;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::new_stocks::NewStock;
use super::quoted::Quoted;
use super::shared::{Shared, SharedReply};
use super::stock_row::{Rows, StockRow};
use super::watched::Watched;
use super::{Market, State as InstrumentState, named};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Language, PageRequest, Paged, Params, wire};

/// Time for which a listed stock stays among the new ones: a year.
const NEW_FOR: i64 = 365 * UnixMillis::DAY;

/// Which new stocks.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct NewStockRequest {
    /// upcoming, open, allotment or listed; all when absent or empty.
    #[param(pattern = "^(upcoming|open|allotment|listed)?$")]
    pub r#type: Option<String>,
    /// UsStock or HK; both when absent or empty.
    pub market: Option<wire::Market>,
}

/// An offer of a company's shares before their listing. Days are where its exchange is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    /// True: the company is invented, for the simulated market.
    pub simulated: bool,
    /// upcoming, open, allotment or listed.
    pub offer_status: wire::OfferStatus,
    pub subscription_price: wire::Decimal,
    /// The lower end of the range in which the price was to lie.
    pub price_low: wire::Decimal,
    pub price_high: wire::Decimal,
    /// The number of shares that are offered.
    pub shares_offered: wire::Decimal,
    /// The value of the offered shares at the subscription price.
    pub fund_raising: wire::Decimal,
    pub exchange_code: wire::Exchange,
    pub prospectus_submission_date: wire::Date,
    pub subscription_date: wire::Date,
    pub purchase_end_date: wire::Date,
    pub allotment_date: wire::Date,
    pub list_date: wire::Date,
    /// The time from which the stock can be subscribed to.
    pub subscription_timestamp: wire::Timestamp,
    pub purchase_end_timestamp: wire::Timestamp,
    /// The time at which the stock is first traded.
    pub list_timestamp: wire::Timestamp,
}

/// An instrument with its offer. It has no quote until it is listed.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewStockRow {
    #[serde(flatten)]
    pub row: StockRow,
    #[serde(flatten)]
    pub offer: Offer,
}

impl Offer {
    /// The offer of an instrument at a moment; `None` if it is no new stock, and before its prospectus.
    pub fn of(market: &Market, instrument: &Instrument, now: UnixMillis) -> Option<Self> {
        let stock = market.new_stocks.of(instrument, now)?;
        let raised = Multiplier::ONE.value(stock.price, stock.shares, instrument.currency, Rounding::Down).ok()?;
        Some(Self {
            simulated: true,
            offer_status: stock.offering.status(now).into(),
            subscription_price: instrument.shown(stock.price).into(),
            price_low: instrument.shown(stock.price_low).into(),
            price_high: instrument.shown(stock.price_high).into(),
            shares_offered: stock.shares.into(),
            fund_raising: raised.into(),
            exchange_code: instrument.exchange.clone().into(),
            prospectus_submission_date: stock.prospectus.into(),
            subscription_date: stock.subscription.0.into(),
            purchase_end_date: stock.subscription.1.into(),
            allotment_date: stock.allotment.into(),
            list_date: stock.listed.into(),
            subscription_timestamp: stock.offering.subscription.start.into(),
            purchase_end_timestamp: stock.offering.subscription.end.into(),
            list_timestamp: stock.offering.listed_at.into(),
        })
    }
}

/// New stocks: first those that can be subscribed to, the one that ends next first; then those that wait for their
/// listing, those to come that have a prospectus, and those that were listed within a year, the latest first.
#[utoipa::path(get, path = "/m_ft/webull/new/stock", tag = "market", security((), ("session" = [])),
    params(NewStockRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<NewStockRow>>),
        (status = 422, description = "type_invalid, market_unknown, page_invalid")))]
pub async fn new_stocks(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Params(request): Params<NewStockRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    let wanted = match request.r#type.as_deref() {
        None | Some("") => None,
        Some(code) => Some(OfferingStatus::from_code(code).ok_or(ApiError::invalid("type_invalid", "type"))?),
    };
    let (of, now) = (named(request.market.as_deref())?, clock.now());
    let is_wanted = |stock: &NewStock| {
        let status = stock.offering.status(now);
        now.since(stock.offering.listed_at) < NEW_FOR && wanted.is_none_or(|wanted| wanted == status)
    };
    let mut shown: Vec<(&Arc<Instrument>, &NewStock)> = market
        .catalog
        .iter()
        .filter(|instrument| of.is_none_or(|market| instrument.market == market))
        .filter_map(|instrument| Some((instrument, market.new_stocks.of(instrument, now)?)))
        .filter(|(instrument, stock)| is_wanted(stock) && market.states.of(instrument.id) != InstrumentState::Retired)
        .collect();
    shown.sort_by_key(|(instrument, stock)| (place(stock, now), instrument.id));
    let Paged { list: shown, page } = page.checked()?.cut(&shown);
    let rows = Rows::new(&market, language, now);
    let list: Option<Vec<NewStockRow>> =
        shown.iter().map(|(instrument, _)| row(&market, &rows, instrument, now)).collect();
    let list = list.unwrap_or_default();
    Ok(Shared::write(Paged { list, page }, shown.iter().map(|(instrument, _)| instrument.id))?.for_watcher(&watched))
}

/// The sort key in the list: stocks to act on now first, then those that come next.
fn place(stock: &NewStock, now: UnixMillis) -> (u8, i64) {
    match stock.offering.status(now) {
        OfferingStatus::Open => (0, stock.offering.subscription.end.0),
        OfferingStatus::Allotment => (1, stock.offering.listed_at.0),
        OfferingStatus::Upcoming => (2, stock.offering.subscription.start.0),
        OfferingStatus::Listed => (3, -stock.offering.listed_at.0),
    }
}

fn row(market: &Market, rows: &Rows<'_>, instrument: &Arc<Instrument>, now: UnixMillis) -> Option<NewStockRow> {
    let offer = Offer::of(market, instrument, now)?;
    let row = rows.row(&Quoted::of(instrument, &market.board));
    // The offer expires with the last day of subscription.
    Some(NewStockRow { row: StockRow { expiry_date: Some(offer.purchase_end_date.clone()), ..row }, offer })
}
