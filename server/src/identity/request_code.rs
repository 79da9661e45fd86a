use std::sync::Arc;

use axum::extract::State;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::codes::{self, Claim, Scene};
use super::{Accounts, store};
use crate::http::{ApiError, Body, ClientAddress, Envelope, Language, Reply, wire};
use crate::mail::{self, Content, Mail, Mailer};
use crate::secret::Secret;

#[derive(Debug, Deserialize, ToSchema)]
pub struct RequestCode {
    pub email: wire::Email,
    pub scene: Scene,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeSent {
    /// Seconds for which the code is good.
    pub expires_in: i64,
    /// Seconds after which another code may be asked for.
    pub resend_in: i64,
}

/// Sends a six-digit code to an e-mail address.
///
/// While a code is good, asking again sends the same one. If one was sent a moment ago to somebody who asked from
/// another network, nothing is sent: the newest message has the code.
///
/// The answer and the work are the same whether or not the address has an account. If it should have one and has none,
/// the message says so to its owner.
#[utoipa::path(
    post,
    path = "/getEmailCode",
    tag = "identity",
    security(()),
    request_body = RequestCode,
    responses((status = 200, body = Envelope<CodeSent>), (status = 422, description = "email_invalid"),
        (status = 503, description = "mail_unavailable"))
)]
pub async fn request_code(
    State(accounts): State<Arc<Accounts>>,
    State(mailer): State<Arc<Mailer>>,
    language: Language,
    client: ClientAddress,
    Body(request): Body<RequestCode>,
) -> Result<Reply<CodeSent>, ApiError> {
    let email = mail::address(&request.email)?;
    let claim = Claim { email: &email, scene: request.scene, site: client.site() };
    let issued = codes::issue(&accounts, claim).await?;
    let known = store::account_by_login(&mut accounts.db.read().await?, &email).await?.is_some();
    if let Some(code) = issued.code.clone() {
        let content = content(request.scene, known, code);
        if let Err(error) = mailer.send(&Mail { to: email.clone(), language, content }).await {
            if let Err(error) = codes::withdraw(&accounts, claim, &issued).await {
                tracing::error!(%error, "a code that was not delivered could not be taken back");
            }
            return Err(error.into());
        }
    }
    Ok(Reply(CodeSent {
        expires_in: issued.ends_in / UnixMillis::SECOND,
        // Rounded up, so that a request after these seconds is not too early.
        resend_in: (issued.resend_in + UnixMillis::SECOND - 1) / UnixMillis::SECOND,
    }))
}

fn content(scene: Scene, known: bool, code: Secret) -> Content {
    match scene {
        Scene::Register => Content::RegisterCode(code),
        _ if !known => Content::NoAccount,
        Scene::ResetPassword => Content::ResetPasswordCode(code),
        Scene::Security => Content::SecurityCode(code),
    }
}
