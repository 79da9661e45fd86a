use axum::extract::State;
use plumbline_core::market::Instrument;
use serde::Deserialize;
use utoipa::IntoParams;

use super::snapshot::Quoted;
use super::stock_row::{Rows, StockRow};
use crate::app::App;
use crate::http::{ApiError, Envelope, Language, Page, Paged, Params, Reply};
use crate::identity::MaybeSession;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SearchRequest {
    /// A code or a name, in any of the three languages, or pinyin or its initials.
    pub keyword: String,
    /// From 1.
    pub page_num: Option<i64>,
    /// 1 to 100; 20 when absent.
    pub page_size: Option<i64>,
}

/// Instruments that a keyword finds, the best match first.
#[utoipa::path(get, path = "/quotes/getStock", tag = "market", security((), ("session" = [])), params(SearchRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>)))]
pub async fn search(
    State(app): State<App>,
    session: MaybeSession,
    language: Language,
    Params(request): Params<SearchRequest>,
) -> Result<Reply<Paged<StockRow>>, ApiError> {
    let keyword = request.keyword.trim().to_lowercase();
    let mut found: Vec<_> =
        app.market.catalog.all().iter().filter_map(|i| Some((rank(i, &keyword)?, i.clone()))).collect();
    found.sort_by_key(|(rank, instrument)| (*rank, instrument.id));
    let rows = Rows::for_caller(&app, session, language).await?;
    let page = Page { page_num: request.page_num, page_size: request.page_size }.cut(&found);
    let list = page.list.iter().map(|(_, instrument)| rows.row(&Quoted::of(instrument, &app.market.board)));
    Ok(Reply(Paged { list: list.collect(), page: page.page }))
}

/// How well an instrument answers to a keyword in lower case, 0 the best; `None` when it does not.
fn rank(instrument: &Instrument, keyword: &str) -> Option<u8> {
    if keyword.is_empty() {
        return None;
    }
    let code = instrument.code.to_lowercase();
    let names = &instrument.names;
    let names = [&names.english, &names.simplified, &names.traditional].map(|name| name.to_lowercase());
    let spoken = [&instrument.pinyin, &instrument.initials];
    if code == keyword {
        Some(0)
    } else if code.starts_with(keyword) {
        Some(1)
    } else if names.iter().any(|name| name.starts_with(keyword)) {
        Some(2)
    } else if spoken.iter().any(|text| text.starts_with(keyword)) {
        Some(3)
    } else if names.iter().any(|name| name.contains(keyword)) {
        Some(4)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Catalog, InstrumentSeed};

    #[test]
    fn keywords_find_codes_names_and_pinyin() {
        let seeds: Vec<InstrumentSeed> = Catalog::seed().unwrap();
        let instruments = crate::market::catalog::number(&seeds, &[]).unwrap();
        let best = |keyword: &str| {
            let ranked = instruments.iter().filter_map(|i| Some((rank(i, keyword)?, i.id, &i.code)));
            ranked.min().map(|(_, _, code)| code.as_str())
        };
        for keyword in ["aapl", "苹果", "蘋果", "pingguo", "apple"] {
            assert_eq!(best(keyword), Some("AAPL"), "{keyword}");
        }
        assert_eq!(best("特斯拉"), Some("TSLA"));
        assert_eq!(best(""), None);
        assert_eq!(best("no such company"), None);
    }
}
