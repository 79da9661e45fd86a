use axum::extract::State;

use super::Ranking;
use super::list_request::{ListRequest, RankedRequest, Wanted};
use super::shared::{Shared, SharedReply};
use super::snapshot::{List, Quoted};
use super::stock_row::{Rows, StockRow, snapshot, watched};
use crate::app::App;
use crate::http::{ApiError, Envelope, Language, Paged, Params};
use crate::identity::MaybeSession;

/// Gainers, losers or most actives, of one exchange or of all.
#[utoipa::path(get, path = "/m_ft/stock_list", tag = "market", security((), ("session" = [])), params(RankedRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid")))]
pub async fn stock_list(
    app: State<App>,
    session: MaybeSession,
    language: Language,
    Params(request): Params<RankedRequest>,
) -> Result<SharedReply, ApiError> {
    let ranking = request.ranking()?;
    list(&app, session, language, &request.into(), List::Ranked(ranking)).await
}

/// The stocks with the greatest traded value of the day.
#[utoipa::path(get, path = "/m_ft/hot_stock", tag = "market", security((), ("session" = [])), params(ListRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>)))]
pub async fn hot_stocks(
    app: State<App>,
    session: MaybeSession,
    language: Language,
    Params(request): Params<ListRequest>,
) -> Result<SharedReply, ApiError> {
    list(&app, session, language, &request.into(), List::Ranked(Ranking::Actives)).await
}

/// All US stocks, in the catalog's order.
#[utoipa::path(get, path = "/m_ft/all_stock_list", tag = "market", security((), ("session" = [])), params(ListRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>)))]
pub async fn all_stocks(
    app: State<App>,
    session: MaybeSession,
    language: Language,
    Params(request): Params<ListRequest>,
) -> Result<SharedReply, ApiError> {
    list(&app, session, language, &request.into(), List::All).await
}

async fn list(
    app: &App,
    session: MaybeSession,
    language: Language,
    wanted: &Wanted,
    list: List,
) -> Result<SharedReply, ApiError> {
    let (snapshot, watched) = (snapshot(app), watched(app, session).await?);
    let page = snapshot.page(wanted.key(list, language), || {
        let keep = |quoted: &Quoted| wanted.keeps(quoted);
        let kept: Vec<&Quoted> = match list {
            List::Ranked(ranking) => snapshot.ranked(ranking, keep),
            _ => snapshot.all.iter().filter(|quoted| keep(quoted)).collect(),
        };
        let Paged { list: shown, page } = wanted.page.cut(&kept);
        let list = Rows::new(&app.market, language, snapshot.taken_at).all(&shown)?;
        Shared::write(Paged { list, page }, shown.iter().map(|quoted| quoted.instrument.id))
    })?;
    Ok(page.for_watcher(&watched))
}
