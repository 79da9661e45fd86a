use plumbline_core::market::Market as MarketName;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::list::{Asker, ids};
use super::list_order::Ranking;
use super::quoted::Quoted;
use super::shared::{Shared, SharedReply};

use super::stock_row::StockRow;
use crate::http::{ApiError, Envelope, PageRequest, Paged, Params, wire};

/// Fewer instruments than this are not shown as a trend.
const TRENDS_MIN: usize = 3;
/// Instruments that are shown at most.
const TOLD_MAX: usize = 30;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct TrendingRequest {
    /// The number of rows: 1 to 100, of at most 30 that are published; 20 when absent.
    pub page_size: Option<wire::PageSize>,
}

/// The instruments that are looked at most.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrendingReply {
    /// opened: the instruments that most customers opened or watched lately. traded: the most traded of each class,
    /// while there is nothing to say of that.
    pub basis: wire::TrendingBasis,
    pub list: Vec<StockRow>,
}

/// A [`TrendingReply`] with rows that are written already.
#[derive(Serialize)]
struct Written<'a> {
    basis: &'static str,
    list: Vec<&'a RawValue>,
}

/// The instruments that customers look at most lately, over all classes: counted without keeping who looked, and
/// published once enough customers look at the same.
#[utoipa::path(get, path = "/market/trending", tag = "market", security((), ("session" = [])), params(TrendingRequest),
    responses((status = 200, body = Envelope<TrendingReply>),
        (status = 422, description = "page_invalid")))]
pub async fn trending(asker: Asker, Params(request): Params<TrendingRequest>) -> Result<SharedReply, ApiError> {
    let opened = asker.market.trending.ranked(asker.snapshot.taken_at);
    let opened: Vec<&Quoted> = opened.into_iter().filter_map(|id| asker.snapshot.get(id)).take(TOLD_MAX).collect();
    let (basis, all) = if opened.len() < TRENDS_MIN { ("traded", most_traded(&asker)) } else { ("opened", opened) };
    let Paged { list: shown, .. } = PageRequest::of_size(request.page_size).checked()?.cut(&all);
    let reply = Shared::write(Written { basis, list: asker.rows().all(&shown)? }, ids(&shown))?;
    Ok(reply.for_watcher(&asker.watched))
}

/// The most traded of each class in turns: values in several currencies and of several kinds cannot be ranked together.
fn most_traded(asker: &Asker) -> Vec<&Quoted> {
    let snapshot = &asker.snapshot;
    let order = snapshot.ordered(Ranking::Actives.order(), asker.language);
    let ranked: Vec<&Quoted> = order.iter().map(|place| &snapshot.all[*place]).collect();
    let classes = MarketName::ALL.into_iter().filter(|market| *market != MarketName::Index);
    let mut classes: Vec<_> = classes
        .map(|market| {
            let of = move |quoted: &&&Quoted| {
                quoted.instrument.market == market
                    && Ranking::Actives.keeps(quoted)
                    && (market != MarketName::Future || snapshot.is_main_month(quoted))
            };
            ranked.iter().filter(of).copied()
        })
        .collect();
    let mut found = Vec::new();
    while found.len() < TOLD_MAX {
        let before = found.len();
        found.extend(classes.iter_mut().filter_map(Iterator::next));
        if found.len() == before {
            break;
        }
    }
    found.truncate(TOLD_MAX);
    found
}
