use axum::extract::State;

use super::list_request::ListRequest;
use super::stock_row::{Rows, StockRow, snapshot};
use crate::app::App;
use crate::http::{ApiError, Envelope, Language, Params, Reply};
use crate::identity::MaybeSession;

/// The largest companies first: the catalog's own order.
#[utoipa::path(get, path = "/m_ft/topList", tag = "market", security((), ("session" = [])), params(ListRequest),
    responses((status = 200, body = Envelope<Vec<StockRow>>)))]
pub async fn top_list(
    State(app): State<App>,
    session: MaybeSession,
    language: Language,
    Params(request): Params<ListRequest>,
) -> Result<Reply<Vec<StockRow>>, ApiError> {
    let snapshot = snapshot(&app);
    let kept: Vec<_> = snapshot.all.iter().filter(|quoted| request.keeps(quoted)).cloned().collect();
    let rows = Rows::for_caller(&app, session, language).await?;
    Ok(Reply(rows.all(&request.page().cut(&kept).list)))
}
