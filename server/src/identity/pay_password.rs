//! The pay password, which guards actions that move money.

use axum::http::StatusCode;
use plumbline_core::identity::throttle::{Blocked, PAY_PASSWORD};
use plumbline_core::ids::AccountId;

use super::passwords::{Asker, Turn};
use super::throttle::{self, Budget};
use super::{Accounts, CurrentSession, store};
use crate::http::ApiError;
use crate::secret::Secret;

/// Refuses unless `pay_password` is that of the session's account. Five wrong tries in a row lock it for a quarter of
/// an hour. Call it before the action's own transaction: hashing takes tens of milliseconds, and waiting for the turn
/// may take seconds, so that the session is checked once more.
///
/// # Errors
/// `session_required`, and those of [`verify`].
pub async fn check(accounts: &Accounts, session: CurrentSession, pay_password: &str) -> Result<(), ApiError> {
    let turn = accounts.passwords.turn(Asker::Customer(session.account_id)).await?;
    verify(accounts, &turn, session.account_id, pay_password).await?;
    session.ensure_lives(&mut accounts.db.read().await?).await
}

/// The stored hash of the account's pay password, if it was made from `pay_password`. It is read within the turn, so
/// that it is the result of the turn before.
///
/// # Errors
/// `pay_password_not_set`, `pay_password_wrong` (with `triesLeft`), `pay_password_locked` (with `Retry-After`).
pub(super) async fn verify(
    accounts: &Accounts,
    turn: &Turn<'_>,
    account: AccountId,
    pay_password: &str,
) -> Result<String, ApiError> {
    let stored = store::pay_password_hash(&mut accounts.db.read().await?, account).await?;
    let stored = stored.ok_or(ApiError::conflict("pay_password_not_set"))?;
    if pay_password.is_empty() {
        // An empty field is a form sent too early and not a guess.
        return Err(wrong());
    }
    let budget = [budget(account)];
    let tries = throttle::attempt(accounts, &budget).await?.map_err(|used_up| locked(used_up.wait))?;
    if turn.verify(Secret::new(pay_password), Some(stored.clone())).await? {
        throttle::succeeded(accounts, &budget).await?;
        return Ok(stored);
    }
    let tries = tries.first().copied().unwrap_or_default();
    let left = PAY_PASSWORD.left(tries);
    if left == 0 {
        return Err(locked(Blocked(tries.blocked_until.since(tries.last_at))));
    }
    Err(wrong().with_detail(serde_json::json!({ "triesLeft": left })))
}

pub(super) const fn wrong() -> ApiError {
    ApiError::invalid("pay_password_wrong", "payPassword")
}

/// The budget of its tries.
pub fn budget(account: AccountId) -> Budget {
    Budget::new(&PAY_PASSWORD, format!("pay_password:{account}"))
}

fn locked(Blocked(millis): Blocked) -> ApiError {
    let seconds = Blocked(millis).seconds();
    let mut error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "pay_password_locked").on_field("payPassword");
    error.retry_after_seconds = Some(seconds);
    error.with_detail(serde_json::json!({ "retryAfterSeconds": seconds }))
}
