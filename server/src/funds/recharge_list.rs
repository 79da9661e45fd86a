use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::AccountId;

use super::chains::{Chains, heights, seen};
use super::{DepositReply, queries};
use crate::db::{DbError, Session};
use crate::files::Files;
use crate::http::{ApiError, Body, Envelope, Histories, PageRequest, Paged, Reply};
use crate::identity::CurrentSession;

/// The customer's deposits, newest first: announced ones, and payments received on chains.
#[utoipa::path(post, path = "/recharge/listPage", tag = "funds", request_body = PageRequest,
    responses((status = 200, body = Envelope<Paged<DepositReply>>),
        (status = 422, description = "page_invalid")))]
pub async fn recharge_list(
    State(histories): State<Histories>,
    State(chains): State<Arc<Chains>>,
    State(files): State<Arc<Files>>,
    session: CurrentSession,
    Body(page): Body<PageRequest>,
) -> Result<Reply<Paged<DepositReply>>, ApiError> {
    let page = page.checked()?;
    let mut reader = histories.read(session.account_id).await?;
    let (ids, total) = queries::deposit_ids(&mut reader, session.account_id, page).await?;
    let mut found = of_chains(&mut reader, &chains, &ids).await?;
    found.extend(announced(&mut reader, &files, session.account_id, &ids).await?);
    Ok(Reply(page.of(ids.iter().filter_map(|id| found.remove(id)).collect(), total)))
}

async fn of_chains(on: &mut impl Session, chains: &Chains, ids: &[i64]) -> Result<HashMap<i64, DepositReply>, DbError> {
    let heights: HashMap<String, i64> = heights(on).await?.into_iter().collect();
    let of_chains = seen(on, ids).await?.into_iter().map(|seen| {
        let needed = chains.find(&seen.chain).map(|chain| chain.confirmations);
        let height = heights.get(&seen.chain).copied();
        (seen.id, DepositReply::seen(seen, height, needed))
    });
    Ok(of_chains.collect())
}

/// Adds links to the proofs of payment, which are in no reply that is stored: each is valid for some minutes.
async fn announced(
    on: &mut impl Session,
    files: &Files,
    account: AccountId,
    ids: &[i64],
) -> Result<HashMap<i64, DepositReply>, DbError> {
    let announced = queries::deposits(on, ids).await?;
    let proofs: Vec<_> = announced.iter().map(|deposit| deposit.proof_url.as_deref()).collect();
    let links = files.own_links(on, account, &proofs).await?;
    let replies = announced.iter().zip(links).map(|(deposit, proof_url)| {
        (deposit.id.0, DepositReply { proof_url: proof_url.map(Into::into), ..deposit.into() })
    });
    Ok(replies.collect())
}
