//! What lists are asked for, one type a kind of list.

use plumbline_core::market::Market;
use serde::Deserialize;
use utoipa::IntoParams;

use super::Ranking;
use super::snapshot::{List, Months, PageKey, Quoted, Snapshot};
use crate::http::{ApiError, Language, Page};

/// A page of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ListRequest {
    /// NASDAQ, NYSE or AMEX; all when absent or empty.
    pub exchange: Option<String>,
    /// An industry; all when absent or empty.
    pub classify: Option<String>,
    /// From 1.
    pub page_num: Option<i64>,
    /// 1 to 100; 20 when absent.
    pub page_size: Option<i64>,
}

/// A page of a list that can be ranked in several ways.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RankedRequest {
    /// gainers, losers or actives; gainers when absent or empty.
    #[param(pattern = "^(gainers|losers|actives)?$")]
    pub r#type: Option<String>,
    /// NASDAQ, NYSE or AMEX; all when absent or empty.
    pub exchange: Option<String>,
    /// An industry; all when absent or empty.
    pub classify: Option<String>,
    /// From 1.
    pub page_num: Option<i64>,
    /// 1 to 100; 20 when absent.
    pub page_size: Option<i64>,
}

/// A page of the instruments of one market.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MarketListRequest {
    /// gainers, losers or actives; the best-known first when absent or empty.
    #[param(pattern = "^(gainers|losers|actives)?$")]
    pub r#type: Option<String>,
    /// An industry, or a class of pairs: major, minor, exotic; all when absent or empty.
    pub classify: Option<String>,
    /// From 1.
    pub page_num: Option<i64>,
    /// 1 to 100; 20 when absent.
    pub page_size: Option<i64>,
}

/// The beginning of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct TopRequest {
    /// NASDAQ, NYSE or AMEX; all when absent or empty.
    pub exchange: Option<String>,
    /// An industry; all when absent or empty.
    pub classify: Option<String>,
    /// How many: 1 to 100; 20 when absent.
    pub page_size: Option<i64>,
}

/// Which instruments of a market a list shows, and which page of them.
#[derive(Debug)]
pub struct Wanted {
    market: Market,
    /// All when empty.
    exchange: String,
    /// All when empty.
    industry: String,
    months: Months,
    pub page: Page,
}

impl From<ListRequest> for Wanted {
    fn from(request: ListRequest) -> Self {
        let page = Page { page_num: request.page_num, page_size: request.page_size };
        Self::us_stocks(request.exchange, request.classify, page)
    }
}

impl From<RankedRequest> for Wanted {
    fn from(request: RankedRequest) -> Self {
        let page = Page { page_num: request.page_num, page_size: request.page_size };
        Self::us_stocks(request.exchange, request.classify, page)
    }
}

impl From<TopRequest> for Wanted {
    fn from(request: TopRequest) -> Self {
        Self::us_stocks(request.exchange, request.classify, Page { page_num: None, page_size: request.page_size })
    }
}

impl RankedRequest {
    /// The ranking that is asked for.
    ///
    /// # Errors
    /// `type_invalid`.
    pub fn ranking(&self) -> Result<Ranking, ApiError> {
        match self.r#type.as_deref() {
            None | Some("") => Ok(Ranking::Gainers),
            Some(code) => ranking(code),
        }
    }
}

impl MarketListRequest {
    /// The list that is asked for.
    ///
    /// # Errors
    /// `type_invalid`.
    pub fn list(&self) -> Result<List, ApiError> {
        match self.r#type.as_deref() {
            None | Some("") => Ok(List::All),
            Some(code) => ranking(code).map(List::Ranked),
        }
    }
}

fn ranking(code: &str) -> Result<Ranking, ApiError> {
    Ranking::from_code(code).ok_or(ApiError::invalid("type_invalid", "type"))
}

impl Wanted {
    fn us_stocks(exchange: Option<String>, industry: Option<String>, page: Page) -> Self {
        let (exchange, industry) = (exchange.unwrap_or_default(), industry.unwrap_or_default());
        Self { market: Market::UsStock, exchange, industry, months: Months::All, page }
    }

    /// Those of a market.
    pub fn of(market: Market, request: MarketListRequest) -> Self {
        let page = Page { page_num: request.page_num, page_size: request.page_size };
        let industry = request.classify.unwrap_or_default();
        Self { market, exchange: String::new(), industry, months: Months::All, page }
    }

    /// Futures of a class, or of all where it is empty.
    pub const fn futures(class: String, months: Months, page: Page) -> Self {
        Self { market: Market::Future, exchange: String::new(), industry: class, months, page }
    }

    /// What the page is known by: what is asked for in two ways has one name.
    pub fn key(&self, list: List, language: Language) -> PageKey {
        PageKey {
            list,
            market: self.market,
            exchange: self.exchange.clone(),
            industry: self.industry.clone(),
            months: self.months,
            page_num: self.page.number(),
            page_size: self.page.size(),
            language,
        }
    }

    /// Whether the list shows an instrument.
    pub fn keeps(&self, quoted: &Quoted, snapshot: &Snapshot) -> bool {
        let matches = |wanted: &str, value: &str| wanted.is_empty() || wanted == value;
        quoted.instrument.market == self.market
            && matches(&self.exchange, &quoted.instrument.exchange)
            && matches(&self.industry, &quoted.instrument.industry)
            && (self.months == Months::All || snapshot.is_nearest(quoted))
    }
}
