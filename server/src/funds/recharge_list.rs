use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;

use super::chains::{Chains, heights, seen};
use super::{DepositReply, queries};
use crate::db::{DbError, Session};
use crate::http::{ApiError, Body, Envelope, Histories, PageRequest, Paged, Reply};
use crate::identity::CurrentSession;

/// The customer's deposits, newest first: those that were announced, and what came in on chains.
#[utoipa::path(post, path = "/recharge/listPage", tag = "funds", request_body = PageRequest,
    responses((status = 200, body = Envelope<Paged<DepositReply>>),
        (status = 422, description = "page_invalid")))]
pub async fn recharge_list(
    State(histories): State<Histories>,
    State(chains): State<Arc<Chains>>,
    session: CurrentSession,
    Body(page): Body<PageRequest>,
) -> Result<Reply<Paged<DepositReply>>, ApiError> {
    let page = page.checked()?;
    let mut reader = histories.read(session.account_id).await?;
    let (ids, total) = queries::deposit_ids(&mut reader, session.account_id, page).await?;
    let mut found = replies(&mut reader, &chains, &ids).await?;
    Ok(Reply(page.of(ids.iter().filter_map(|id| found.remove(id)).collect(), total)))
}

async fn replies(on: &mut impl Session, chains: &Chains, ids: &[i64]) -> Result<HashMap<i64, DepositReply>, DbError> {
    let heights: HashMap<String, i64> = heights(on).await?.into_iter().collect();
    let of_chains = seen(on, ids).await?.into_iter().map(|seen| {
        let needed = chains.find(&seen.chain).map(|chain| chain.confirmations);
        let height = heights.get(&seen.chain).copied();
        (seen.id, DepositReply::seen(seen, height, needed))
    });
    let mut all: HashMap<i64, DepositReply> = of_chains.collect();
    let announced = queries::deposits(on, ids).await?;
    all.extend(announced.iter().map(|deposit| (deposit.id.0, deposit.into())));
    Ok(all)
}
