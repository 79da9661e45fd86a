use axum::extract::State;

use super::Ranking;
use super::list_request::ListRequest;
use super::stock_row::{Rows, StockRow, snapshot};
use crate::app::App;
use crate::http::{ApiError, Envelope, Language, Paged, Params, Reply};
use crate::identity::MaybeSession;

/// Gainers, losers or most actives, of one exchange or of all.
#[utoipa::path(get, path = "/m_ft/stock_list", tag = "market", security((), ("session" = [])), params(ListRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid")))]
pub async fn stock_list(
    app: State<App>,
    session: MaybeSession,
    language: Language,
    Params(request): Params<ListRequest>,
) -> Result<Reply<Paged<StockRow>>, ApiError> {
    let ranking = request.ranking(Ranking::Gainers)?;
    ranked(&app, session, language, &request, ranking).await
}

/// The stocks with the greatest traded value of the day.
#[utoipa::path(get, path = "/m_ft/hot_stock", tag = "market", security((), ("session" = [])), params(ListRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>)))]
pub async fn hot_stocks(
    app: State<App>,
    session: MaybeSession,
    language: Language,
    Params(request): Params<ListRequest>,
) -> Result<Reply<Paged<StockRow>>, ApiError> {
    ranked(&app, session, language, &request, Ranking::Actives).await
}

/// All US stocks, in the catalog's order.
#[utoipa::path(get, path = "/m_ft/all_stock_list", tag = "market", security((), ("session" = [])), params(ListRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>)))]
pub async fn all_stocks(
    State(app): State<App>,
    session: MaybeSession,
    language: Language,
    Params(request): Params<ListRequest>,
) -> Result<Reply<Paged<StockRow>>, ApiError> {
    let snapshot = snapshot(&app);
    let kept: Vec<_> = snapshot.all.iter().filter(|quoted| request.keeps(quoted)).cloned().collect();
    let rows = Rows::for_caller(&app, session, language).await?;
    let page = request.page().cut(&kept);
    Ok(Reply(Paged { list: rows.all(&page.list), page: page.page }))
}

async fn ranked(
    app: &App,
    session: MaybeSession,
    language: Language,
    request: &ListRequest,
    ranking: Ranking,
) -> Result<Reply<Paged<StockRow>>, ApiError> {
    let snapshot = snapshot(app);
    let kept: Vec<_> = snapshot.ranked(ranking, |quoted| request.keeps(quoted)).into_iter().cloned().collect();
    let rows = Rows::for_caller(app, session, language).await?;
    let page = request.page().cut(&kept);
    Ok(Reply(Paged { list: rows.all(&page.list), page: page.page }))
}
