use plumbline_core::market::Market as MarketName;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::list::Asker;
use super::list_request::{ListRequest, Wanted};
use super::quoted::Quoted;
use super::shared::{Shared, SharedReply};
use super::snapshot::{Form, PageKey};
use super::stock_row::StockRow;
use crate::http::{ApiError, Envelope};

const ROWS: usize = 6;

/// The short lists of the home page.
#[derive(Debug, Serialize, ToSchema)]
pub struct HomeLists<'a> {
    #[schema(value_type = Vec<StockRow>)]
    pub gainers: Vec<&'a RawValue>,
    #[schema(value_type = Vec<StockRow>)]
    pub losers: Vec<&'a RawValue>,
    #[schema(value_type = Vec<StockRow>)]
    pub actives: Vec<&'a RawValue>,
}

/// The stocks for the home page: six gainers, six losers and the six most active.
#[utoipa::path(get, path = "/m_ft/home_custom_list", tag = "market", security((), ("session" = [])),
    responses((status = 200, body = Envelope<HomeLists<'static>>)))]
pub async fn home_lists(asker: Asker) -> Result<SharedReply, ApiError> {
    let page = asker.snapshot.page(PageKey::whole(Form::Home, MarketName::UsStock, asker.language), || {
        let list = |ranking| {
            let wanted = Wanted::ranked(ListRequest::default(), ranking)?;
            Ok::<Vec<&Quoted>, ApiError>(asker.kept(&wanted).into_iter().take(ROWS).collect())
        };
        let shown @ [gainers, losers, actives] = &[list("gainers")?, list("losers")?, list("actives")?];
        let rows = asker.rows();
        let lists = HomeLists { gainers: rows.all(gainers)?, losers: rows.all(losers)?, actives: rows.all(actives)? };
        Shared::write(lists, shown.iter().flatten().map(|quoted| quoted.instrument.id))
    })?;
    Ok(page.for_watcher(&asker.watched))
}
