//! The parameters of lists.

use std::collections::HashSet;

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Column, Instrument, Market};
use serde::Deserialize;
use utoipa::IntoParams;

use super::catalog::Catalog;
use super::list_order::{Order, Ranking};
use super::quoted::Quoted;
use super::snapshot::{Form, Months, PageKey, Snapshot};
use crate::http::{ApiError, Language, Page, text, wire};

/// Which instruments of its class a list shows, and in which order.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ListRequest {
    /// gainers, losers or actives; by default the list's own order: the best-known first, or gainers.
    #[param(pattern = "^(gainers|losers|actives)?$")]
    pub r#type: Option<String>,
    /// The exchange, such as NASDAQ; all when absent or empty.
    pub exchange: Option<String>,
    /// The industry, or the class of a pair, an index, a future or a coin; all when absent or empty.
    pub classify: Option<String>,
    /// A code or a name, in any of the three languages, or pinyin or its initials.
    #[param(max_length = 64)]
    pub keyword: Option<String>,
    /// True for only the instruments that the caller watches.
    pub watched: Option<bool>,
    /// The column to sort by.
    pub sort: Option<wire::SortColumn>,
    /// asc or desc; by default words ascending, figures descending.
    #[param(pattern = "^(asc|desc)?$")]
    pub order: Option<String>,
}

/// The class of instruments that a list is of.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListedMarket {
    pub market: wire::Market,
}

/// A list as it was requested, without the page.
#[derive(Clone, Debug)]
pub struct Wanted {
    market: Market,
    /// All when empty.
    exchange: String,
    /// All when empty.
    industry: String,
    /// All when empty.
    pub keyword: String,
    only_watched: bool,
    months: Months,
    ranking: Option<Ranking>,
    pub order: Order,
}

impl Wanted {
    /// The list of a market, in the catalog's order unless another one is requested.
    ///
    /// # Errors
    /// `type_invalid`, `sort_invalid`, `keyword_too_long`.
    pub fn of(market: Market, request: ListRequest) -> Result<Self, ApiError> {
        let ranking = match request.r#type.as_deref() {
            None | Some("") => None,
            Some(code) => Some(Ranking::from_code(code).ok_or(ApiError::invalid("type_invalid", "type"))?),
        };
        let usual = ranking.map_or(Order::Catalog, Ranking::order);
        Ok(Self {
            market,
            order: order(request.sort.as_deref(), request.order.as_deref(), usual)?,
            exchange: request.exchange.unwrap_or_default(),
            industry: request.classify.unwrap_or_default(),
            keyword: text::keyword(request.keyword.as_deref())?,
            only_watched: request.watched.unwrap_or_default(),
            // Lists show the main month of each future; `POST /m_ft/futures` has the others.
            months: if market == Market::Future { Months::Main } else { Months::All },
            ranking,
        })
    }

    /// A ranking of US stocks, `usual` unless another one is requested.
    ///
    /// # Errors
    /// As `of`.
    pub fn ranked(request: ListRequest, usual: &str) -> Result<Self, ApiError> {
        let asked = request.r#type.filter(|code| !code.is_empty());
        Self::of(Market::UsStock, ListRequest { r#type: Some(asked.unwrap_or_else(|| usual.to_owned())), ..request })
    }

    /// Checks that instruments of the market have the exchange and the industry that narrow the list.
    ///
    /// # Errors
    /// `exchange_unknown`, `classify_unknown`.
    pub fn ensure_known(&self, catalog: &Catalog) -> Result<(), ApiError> {
        let ensure = |wanted: &str, has: fn(&Instrument) -> &str, word, field| {
            let mut of_market = catalog.iter().filter(|instrument| instrument.market == self.market);
            let known = wanted.is_empty() || of_market.any(|instrument| has(instrument) == wanted);
            if known { Ok(()) } else { Err(ApiError::invalid(word, field)) }
        };
        ensure(&self.exchange, |instrument| &instrument.exchange, "exchange_unknown", "exchange")?;
        ensure(&self.industry, |instrument| &instrument.industry, "classify_unknown", "classify")
    }

    /// The key of the written page: equal requests have one key. `None` for a list of the caller's watchlist, or of a
    /// keyword, which others hardly type.
    pub fn key(&self, form: Form, page: Page, language: Language) -> Option<PageKey> {
        (self.keyword.is_empty() && !self.only_watched).then(|| PageKey {
            form,
            market: self.market,
            exchange: self.exchange.clone(),
            industry: self.industry.clone(),
            months: self.months,
            ranking: self.ranking,
            order: self.order,
            page_num: page.number(),
            page_size: page.size(),
            language,
        })
    }

    /// True if the list shows an instrument.
    pub fn keeps(&self, quoted: &Quoted, snapshot: &Snapshot, watched: &HashSet<InstrumentId>) -> bool {
        let matches = |wanted: &str, value: &str| wanted.is_empty() || wanted == value;
        quoted.instrument.market == self.market
            && matches(&self.exchange, &quoted.instrument.exchange)
            && matches(&self.industry, &quoted.instrument.industry)
            && (self.months == Months::All || snapshot.is_main_month(quoted))
            && self.ranking.is_none_or(|ranking| ranking.keeps(quoted))
            && (!self.only_watched || watched.contains(&quoted.instrument.id))
    }
}

fn order(column: Option<&str>, direction: Option<&str>, usual: Order) -> Result<Order, ApiError> {
    let said = match direction {
        None | Some("") => None,
        Some("asc") => Some(false),
        Some("desc") => Some(true),
        Some(_) => return Err(ApiError::invalid("sort_invalid", "order")),
    };
    match column {
        None | Some("") => Ok(usual),
        Some(code) => {
            let column = Column::from_code(code).ok_or(ApiError::invalid("sort_invalid", "sort"))?;
            Ok(Order::By { column, descending: said.unwrap_or(column.is_figure()) })
        }
    }
}
