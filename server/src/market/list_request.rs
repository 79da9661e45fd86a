use plumbline_core::market::Market;
use serde::Deserialize;
use utoipa::IntoParams;

use super::snapshot::{List, PageKey, Quoted};
use crate::http::{ApiError, Language, Page};

/// Which instruments a list is asked for, and which page of it.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ListRequest {
    /// gainers, losers or actives.
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

impl ListRequest {
    pub const fn page(&self) -> Page {
        Page { page_num: self.page_num, page_size: self.page_size }
    }

    /// What the page is known by: what is asked for in two ways has one name.
    pub fn key(&self, list: List, language: Language) -> PageKey {
        let page = self.page();
        PageKey {
            list,
            exchange: self.exchange.clone().unwrap_or_default(),
            classify: self.classify.clone().unwrap_or_default(),
            page_num: page.number(),
            page_size: page.size(),
            language,
        }
    }

    /// Whether the list shows an instrument of US stocks.
    pub fn keeps(&self, quoted: &Quoted) -> bool {
        let matches = |wanted: &Option<String>, value: &str| match wanted.as_deref() {
            None | Some("") => true,
            Some(wanted) => wanted == value,
        };
        quoted.instrument.market == Market::UsStock
            && matches(&self.exchange, &quoted.instrument.exchange)
            && matches(&self.classify, &quoted.instrument.industry)
    }

    /// The ranking, or `default` when none is asked for.
    pub fn ranking(&self, default: super::Ranking) -> Result<super::Ranking, ApiError> {
        match self.r#type.as_deref() {
            None | Some("") => Ok(default),
            Some(code) => super::Ranking::from_code(code).ok_or(ApiError::invalid("type_invalid", "type")),
        }
    }
}
