//! The customers who joined by a customer's invitation. The inviter learns no more of them than a row shows.

use axum::extract::State;
use plumbline_core::identity::masked::masked_email;
use serde::Serialize;
use utoipa::ToSchema;

use super::{CurrentSession, store};
use crate::http::{ApiError, Body, Envelope, Histories, PageRequest, Paged, Reply, wire};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitedCustomer {
    /// Two letters of the e-mail address and the end of its domain, so that only a person who knows the address
    /// recognises it.
    pub email: wire::MaskedEmail,
    /// The time at which the customer signed up, in Unix milliseconds.
    pub create_time_timestamp: wire::Timestamp,
}

/// The customers who signed up with the customer's invite code, newest first.
#[utoipa::path(
    post,
    path = "/api/user/invited",
    tag = "identity",
    request_body = PageRequest,
    responses((status = 200, body = Envelope<Paged<InvitedCustomer>>), (status = 422, description = "page_invalid"))
)]
pub async fn list_invited(
    State(histories): State<Histories>,
    session: CurrentSession,
    Body(page): Body<PageRequest>,
) -> Result<Reply<Paged<InvitedCustomer>>, ApiError> {
    let page = page.checked()?;
    let mut reader = histories.read(session.account_id).await?;
    let (rows, total) = store::invited(&mut reader, session.account_id, page).await?;
    let customers = rows.into_iter().map(|(email, joined_at)| InvitedCustomer {
        email: masked_email(&email).into(),
        create_time_timestamp: joined_at.into(),
    });
    Ok(Reply(page.of(customers.collect(), total)))
}
