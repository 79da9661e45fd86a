use axum::extract::State;

use super::list_request::{TopRequest, Wanted};
use super::shared::{Shared, SharedReply};
use super::snapshot::List;
use super::stock_row::{Rows, StockRow, snapshot, watched};
use crate::app::App;
use crate::http::{ApiError, Envelope, Language, Params};
use crate::identity::MaybeSession;

/// The largest companies first: the catalog's own order.
#[utoipa::path(get, path = "/m_ft/topList", tag = "market", security((), ("session" = [])), params(TopRequest),
    responses((status = 200, body = Envelope<Vec<StockRow>>)))]
pub async fn top_list(
    State(app): State<App>,
    session: MaybeSession,
    language: Language,
    Params(request): Params<TopRequest>,
) -> Result<SharedReply, ApiError> {
    let (wanted, snapshot, watched) = (Wanted::from(request), snapshot(&app), watched(&app, session).await?);
    let page = snapshot.page(wanted.key(List::Top, language), || {
        let kept: Vec<_> = snapshot.all.iter().filter(|quoted| wanted.keeps(quoted)).collect();
        let shown = wanted.page.cut(&kept).list;
        let rows = Rows::new(&app.market, language, snapshot.taken_at).all(&shown)?;
        Shared::write(rows, shown.iter().map(|quoted| quoted.instrument.id))
    })?;
    Ok(page.for_watcher(&watched))
}
