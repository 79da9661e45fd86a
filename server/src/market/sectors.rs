//! The industries of a market: today's turnover and change of each, and its most traded stocks.

use std::collections::BTreeMap;

use plumbline_core::decimal::{divide_half_away, format_percent};
use plumbline_core::market::Market as MarketName;
use plumbline_core::money::{Currency, Money};
use serde::Serialize;
use utoipa::ToSchema;

use super::industries::industry_name;
use super::list::Asker;
use super::list_request::ListedMarket;
use super::quoted::Quoted;
use super::shared::{Shared, SharedReply};
use super::snapshot::{Form, PageKey};
use crate::http::{ApiError, Envelope, Language, Params, wire};

/// Stocks that are shown of each industry.
const STOCKS: usize = 12;
/// The markets whose instruments are traded in one currency, so that their turnovers can be added.
const MARKETS: [MarketName; 3] = [MarketName::UsStock, MarketName::HongKong, MarketName::Crypto];

/// The industries of a market, the most traded first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Sectors {
    pub market: wire::Market,
    /// The currency of turnovers.
    pub currency: wire::Currency,
    pub sectors: Vec<Sector>,
}

/// An industry; for coins a class.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Sector {
    /// The value of `classify` that lists are filtered by.
    pub classify: wire::Industry,
    /// The name in the caller's language.
    pub name: String,
    /// The value of the day's volumes at the present prices.
    pub turnover: wire::Decimal,
    /// The mean of its instruments' changes in percent, weighted by their turnovers; null where nothing was traded.
    #[serde(rename = "change_ratio")]
    pub change_ratio: Option<wire::Decimal>,
    /// The number of instruments above their previous close; the next two count those below and at it.
    pub risen: usize,
    pub fallen: usize,
    pub unchanged: usize,
    /// The most traded instruments first, twelve at most.
    pub stocks: Vec<SectorStock>,
}

/// One of an industry's most traded instruments.
#[derive(Debug, Serialize, ToSchema)]
pub struct SectorStock {
    pub stock_code: wire::StockCode,
    pub name: String,
    pub price_nominal: Option<wire::Decimal>,
    /// The change since the previous close, in percent.
    pub change_ratio: wire::Decimal,
    pub turnover: wire::Decimal,
}

/// The turnover of each industry of a market, and its change. They are worked out once a second for all callers.
#[utoipa::path(get, path = "/market/sectors", tag = "market", security((), ("session" = [])), params(ListedMarket),
    responses((status = 200, body = Envelope<Sectors>),
        (status = 422, description = "market_unknown")))]
pub async fn sectors(asker: Asker, Params(of): Params<ListedMarket>) -> Result<SharedReply, ApiError> {
    let market = MARKETS.into_iter().find(|market| of.market == market.code());
    let market = market.ok_or(ApiError::invalid("market_unknown", "market"))?;
    let page = asker.snapshot.page(PageKey::whole(Form::Sectors, market, asker.language), || {
        Shared::write(told(&asker.snapshot.all, market, asker.language), std::iter::empty())
    })?;
    Ok(page.for_all())
}

fn told(all: &[Quoted], market: MarketName, language: Language) -> Sectors {
    let mut industries: BTreeMap<&str, Vec<(&Quoted, Money)>> = BTreeMap::new();
    let of_market = all.iter().filter(|quoted| quoted.instrument.market == market);
    for quoted in of_market.filter(|quoted| !quoted.instrument.industry.is_empty()) {
        if let Some(turnover) = quoted.turnover() {
            industries.entry(&quoted.instrument.industry).or_default().push((quoted, turnover));
        }
    }
    let currency = industries.values().flatten().next().map_or(Currency::Usd, |(_, turnover)| turnover.currency);
    let mut sectors: Vec<(i128, Sector)> =
        industries.into_iter().map(|(industry, traded)| sector(industry, traded, language)).collect();
    sectors.sort_by_key(|(turnover, _)| std::cmp::Reverse(*turnover));
    Sectors {
        market: market.into(),
        currency: currency.into(),
        sectors: sectors.into_iter().map(|(_, sector)| sector).collect(),
    }
}

/// An industry, with its turnover in minor units.
fn sector(industry: &str, mut traded: Vec<(&Quoted, Money)>, language: Language) -> (i128, Sector) {
    traded.sort_by_key(|(_, turnover)| std::cmp::Reverse(turnover.minor));
    let currency = traded.first().map_or(Currency::Usd, |(_, turnover)| turnover.currency);
    let turnover: i128 = traded.iter().map(|(_, turnover)| i128::from(turnover.minor)).sum();
    let moved =
        |(quoted, turnover): &(&Quoted, Money)| i128::from(quoted.change_basis_points()) * i128::from(turnover.minor);
    let change = (turnover > 0).then(|| divide_half_away(traded.iter().map(moved).sum(), turnover));
    let count =
        |wanted: i64| traded.iter().filter(|(quoted, _)| quoted.change_basis_points().signum() == wanted).count();
    let sector = Sector {
        classify: industry.into(),
        name: industry_name(industry, language).to_owned(),
        turnover: Money::new(i64::try_from(turnover).unwrap_or(i64::MAX), currency).into(),
        change_ratio: change.and_then(|change| i64::try_from(change).ok()).map(format_percent).map(Into::into),
        risen: count(1),
        fallen: count(-1),
        unchanged: count(0),
        stocks: traded.iter().take(STOCKS).map(|(quoted, turnover)| stock(quoted, *turnover, language)).collect(),
    };
    (turnover, sector)
}

fn stock(quoted: &Quoted, turnover: Money, language: Language) -> SectorStock {
    let instrument = &quoted.instrument;
    SectorStock {
        stock_code: instrument.code.clone().into(),
        name: language.name(&instrument.names).to_owned(),
        price_nominal: quoted.tick.as_ref().map(|tick| instrument.shown(tick.last).into()),
        change_ratio: format_percent(quoted.change_basis_points()).into(),
        turnover: turnover.into(),
    }
}
