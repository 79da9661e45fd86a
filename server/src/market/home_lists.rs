use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::Ranking;
use super::stock_row::{Rows, StockRow, snapshot};
use crate::app::App;
use crate::http::{ApiError, Envelope, Language, Reply};
use crate::identity::MaybeSession;

const ROWS: usize = 6;

/// The short lists of the home page.
#[derive(Debug, Serialize, ToSchema)]
pub struct HomeLists {
    pub gainers: Vec<StockRow>,
    pub losers: Vec<StockRow>,
    pub actives: Vec<StockRow>,
}

/// Six gainers, losers and most actives.
#[utoipa::path(get, path = "/m_ft/home_custom_list", tag = "market", security((), ("session" = [])),
    responses((status = 200, body = Envelope<HomeLists>)))]
pub async fn home_lists(
    State(app): State<App>,
    session: MaybeSession,
    language: Language,
) -> Result<Reply<HomeLists>, ApiError> {
    let snapshot = snapshot(&app);
    let rows = Rows::for_caller(&app, session, language).await?;
    let list = |ranking| rows.all(snapshot.ranked(ranking, |_| true).into_iter().take(ROWS));
    Ok(Reply(HomeLists {
        gainers: list(Ranking::Gainers),
        losers: list(Ranking::Losers),
        actives: list(Ranking::Actives),
    }))
}
