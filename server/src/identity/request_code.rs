use axum::extract::State;
use plumbline_core::identity::address::normalize_email;
use plumbline_core::identity::email_code::{VALID_FOR, six_digits};
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::codes::{self, Scene};
use super::store;
use crate::app::App;
use crate::http::{ApiError, Body, Envelope, Language, Reply};
use crate::mail::{Content, Mail};
use crate::random;
use crate::secret::Secret;

#[derive(Debug, Deserialize, ToSchema)]
pub struct RequestCode {
    pub email: String,
    pub scene: Scene,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeSent {
    /// Seconds for which the code is good.
    pub expires_in: i64,
    /// Seconds after which another may be asked for.
    pub resend_in: i64,
}

/// Sends a six-digit code to an e-mail address.
///
/// The answer and the work are the same whether or not the address has an account: where it should have one and
/// has not, the message says so to its owner.
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
    State(app): State<App>,
    language: Language,
    Body(request): Body<RequestCode>,
) -> Result<Reply<CodeSent>, ApiError> {
    let email = normalize_email(&request.email).ok_or(ApiError::invalid("email_invalid", "email"))?;
    let code = Secret::new(six_digits(random::number()));
    let issued = codes::issue(&app, &email, request.scene, &code).await?;
    let known = store::account_by_login(&mut app.db.read().await?, &email).await?.is_some();
    let content = content(request.scene, known, code);
    if let Err(error) = app.mailer.send(&Mail { to: email.clone(), language, content }).await {
        if let Err(error) = codes::withdraw(&app, &email, request.scene, &issued).await {
            tracing::error!(%error, "a code that was not delivered could not be taken back");
        }
        return Err(error.into());
    }
    Ok(Reply(CodeSent {
        expires_in: VALID_FOR / UnixMillis::SECOND,
        resend_in: issued.sent.resend_after() / UnixMillis::SECOND,
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
