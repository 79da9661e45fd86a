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
    FIND: "SELECT code_hash, sent_at, sent_count, tries FROM email_codes WHERE email = $1 AND scene = $2";
    STORE: "INSERT INTO email_codes (email, scene, code_hash, sent_at, sent_count, tries) VALUES ($1, $2, $3, $4, $5, 0)
        ON CONFLICT (email, scene) DO UPDATE SET code_hash = excluded.code_hash, sent_at = excluded.sent_at,
            sent_count = excluded.sent_count, tries = 0";
    /// Counts a guess and locks the row, so that parallel guesses are counted one by one.
    COUNT_TRY: "UPDATE email_codes SET tries = tries + 1 WHERE email = $1 AND scene = $2
        RETURNING code_hash, sent_at, sent_count, tries";
    DELETE: "DELETE FROM email_codes WHERE email = $1 AND scene = $2";
    /// The code that was not delivered is named by its hash, so that no other one goes.
    WITHDRAW: "DELETE FROM email_codes WHERE email = $1 AND scene = $2 AND code_hash = $3";
    RESTORE: "UPDATE email_codes SET code_hash = $4, sent_at = $5, sent_count = $6, tries = $7
        WHERE email = $1 AND scene = $2 AND code_hash = $3";
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

/// A code that is stored and yet to be delivered.
#[derive(Debug)]
pub struct Issued {
    pub sent: SentCode,
    hash: String,
    /// The hash and the life of the code that it took the place of.
    replaced: Option<(String, SentCode)>,
}

/// Stores the hash of a new code for `email`, or refuses because the last one is too young.
pub async fn issue(app: &App, email: &str, scene: Scene, code: &Secret) -> Result<Issued, ApiError> {
    let mut tx = app.db.begin().await?;
    let replaced = fetch_optional!(&mut tx, (String, i64, i64, i64), FIND, email, scene.tag())?;
    let replaced = replaced
        .map(|(hash, sent_at, sent_count, tries)| (hash, SentCode { sent_at: UnixMillis(sent_at), sent_count, tries }));
    let previous = replaced.as_ref().map(|(_, sent)| *sent);
    let sent = SentCode::send(previous, app.clock.now()).map_err(|wait| ApiError::rate_limited(wait.seconds()))?;
    let hash = hash(app, email, scene, code);
    execute!(&mut tx, STORE, email, scene.tag(), hash.as_str(), sent.sent_at.0, sent.sent_count)?;
    tx.commit().await?;
    Ok(Issued { sent, hash, replaced })
}

/// Takes a code back that could not be delivered, so that the customer may ask again at once. The code before it,
/// which may be in the customer's hands, is as good as it was.
pub async fn withdraw(app: &App, email: &str, scene: Scene, issued: &Issued) -> Result<(), DbError> {
    let mut tx = app.db.begin().await?;
    let undelivered = issued.hash.as_str();
    match &issued.replaced {
        None => execute!(&mut tx, WITHDRAW, email, scene.tag(), undelivered)?,
        Some((hash, sent)) => {
            let SentCode { sent_at, sent_count, tries } = *sent;
            execute!(&mut tx, RESTORE, email, scene.tag(), undelivered, hash.as_str(), sent_at.0, sent_count, tries)?
        }
    };
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
