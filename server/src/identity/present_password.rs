//! The login password of a logged-in customer, requested again before actions that a thief with a stolen session would
//! try.

use super::passwords::{Asker, Turn};
use super::store::{self, AccountRow};
use super::{Accounts, CurrentSession, new_password, throttle};
use crate::http::ApiError;
use crate::secret::Secret;

pub const fn wrong(field: &'static str) -> ApiError {
    ApiError::invalid("password_wrong", field)
}

/// Refuses unless `given`, of the request field `password`, is the login password of the session's account.
///
/// # Errors
/// `password_wrong`, and `rate_limited` after a few wrong ones.
pub async fn ask(accounts: &Accounts, session: CurrentSession, given: Option<Secret>) -> Result<(), ApiError> {
    const FIELD: &str = "password";
    // An empty field is a form sent too early and not a guess.
    let given = given.filter(|given| !given.expose().is_empty()).ok_or(wrong(FIELD))?;
    let turn = turn(accounts, session).await?;
    let account = store::account(&mut accounts.db.read().await?, session.account_id).await?;
    check(accounts, &turn, session, &account.ok_or(ApiError::session_required())?, given, FIELD).await
}

/// The turn of the session's account to try its login password. A session without tries left does not queue for it, so
/// that a thief with one does not keep the customer waiting.
///
/// # Errors
/// `rate_limited`, `overloaded`.
pub(super) async fn turn(accounts: &Accounts, session: CurrentSession) -> Result<Turn<'_>, ApiError> {
    throttle::look(accounts, &new_password::login_budget(session)).await??;
    accounts.passwords.turn(Asker::Customer(session.account_id)).await
}

/// Checks the password within the session's budget, so that a thief with the session cannot guess it.
pub(super) async fn check(
    accounts: &Accounts,
    turn: &Turn<'_>,
    session: CurrentSession,
    account: &AccountRow,
    given: Secret,
    field: &'static str,
) -> Result<(), ApiError> {
    let budget = [new_password::login_budget(session)];
    throttle::attempt(accounts, &budget).await??;
    if !turn.verify(given, Some(account.password_hash.clone())).await? {
        return Err(wrong(field));
    }
    Ok(throttle::succeeded(accounts, &budget).await?)
}
