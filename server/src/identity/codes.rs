//! The codes that prove an e-mail address: sent by [`super::request_code`], redeemed by the actions they guard.

use plumbline_core::identity::email_code::{CodeRefusal, SentCode};
use plumbline_core::time::UnixMillis;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::db::{DbError, Tx};
use crate::http::ApiError;
use crate::secret::Secret;
use crate::{execute, fetch_optional, statements};

statements! {
    FIND: "SELECT sent_at, sent_count, tries FROM email_codes WHERE email = $1 AND scene = $2";
    STORE: "INSERT INTO email_codes (email, scene, code_hash, sent_at, sent_count, tries) VALUES ($1, $2, $3, $4, $5, 0)
        ON CONFLICT (email, scene) DO UPDATE SET code_hash = excluded.code_hash, sent_at = excluded.sent_at,
            sent_count = excluded.sent_count, tries = 0";
    /// Counts a guess and locks the row, so that parallel guesses are counted one by one.
    COUNT_TRY: "UPDATE email_codes SET tries = tries + 1 WHERE email = $1 AND scene = $2
        RETURNING code_hash, sent_at, sent_count, tries";
    DELETE: "DELETE FROM email_codes WHERE email = $1 AND scene = $2";
    PURGE: "DELETE FROM email_codes WHERE sent_at < $1";
}

/// What a code is for; a code of one scene is worth nothing in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Scene {
    Register,
    ResetPassword,
    Security,
}

impl Scene {
    const fn tag(self) -> &'static str {
        match self {
            Scene::Register => "register",
            Scene::ResetPassword => "resetPassword",
            Scene::Security => "security",
        }
    }
}

/// Stores the hash of a new code for `email`, or refuses because the last one is too young.
pub async fn issue(app: &App, email: &str, scene: Scene, code: &Secret) -> Result<SentCode, ApiError> {
    let mut tx = app.db.begin().await?;
    let previous = fetch_optional!(&mut tx, (i64, i64, i64), FIND, email, scene.tag())?;
    let previous =
        previous.map(|(sent_at, sent_count, tries)| SentCode { sent_at: UnixMillis(sent_at), sent_count, tries });
    let sent = SentCode::send(previous, app.clock.now()).map_err(|wait| ApiError::rate_limited(wait.seconds()))?;
    let hash = hash(app, email, scene, code);
    execute!(&mut tx, STORE, email, scene.tag(), hash, sent.sent_at.0, sent.sent_count)?;
    tx.commit().await?;
    Ok(sent)
}

/// Takes a code back that could not be delivered, so that the customer may ask again at once.
pub async fn withdraw(app: &App, email: &str, scene: Scene) -> Result<(), DbError> {
    let mut tx = app.db.begin().await?;
    execute!(&mut tx, DELETE, email, scene.tag())?;
    tx.commit().await
}

/// Uses up the right code and gives the open transaction in which it is gone; unless the caller commits it, the
/// code stays good. A wrong guess is counted before this returns.
///
/// # Errors
/// `code_invalid`, `code_expired`, `too_many_tries`.
pub async fn redeem(app: &App, email: &str, scene: Scene, code: &Secret) -> Result<Tx, ApiError> {
    let mut tx = app.db.begin().await?;
    let row = fetch_optional!(&mut tx, (String, i64, i64, i64), COUNT_TRY, email, scene.tag())?;
    let (stored, sent_at, sent_count, tries) = row.ok_or(ApiError::invalid("code_invalid", "code"))?;
    let sent = SentCode { sent_at: UnixMillis(sent_at), sent_count, tries };
    let matches = stored == hash(app, email, scene, code);
    match sent.judge(matches, app.clock.now()) {
        Ok(()) => {
            execute!(&mut tx, DELETE, email, scene.tag())?;
            Ok(tx)
        }
        Err(refusal) => {
            tx.commit().await?;
            Err(ApiError::invalid(word(refusal), "code"))
        }
    }
}

/// Forgets codes sent before `before`.
pub async fn purge(app: &App, before: UnixMillis) -> Result<(), DbError> {
    let mut tx = app.db.begin().await?;
    execute!(&mut tx, PURGE, before.0)?;
    tx.commit().await
}

fn word(refusal: CodeRefusal) -> &'static str {
    match refusal {
        CodeRefusal::Wrong => "code_invalid",
        CodeRefusal::Expired => "code_expired",
        CodeRefusal::TooManyTries => "too_many_tries",
    }
}

/// A code has only twenty bits, so its hash is keyed: the database alone does not give it away.
fn hash(app: &App, email: &str, scene: Scene, code: &Secret) -> String {
    app.key.tag(&["email code", email, scene.tag(), code.expose().trim()])
}
