//! The login password of a customer who is logged in, asked for again before what somebody with a stolen session would do.

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
    // A form that was sent too early is not a guess.
    let given = given.filter(|given| !given.expose().is_empty()).ok_or(wrong(FIELD))?;
    let turn = turn(accounts, session).await?;
    let account = store::account(&mut accounts.db.read().await?, session.account_id).await?;
    check(accounts, &turn, session, &account.ok_or(ApiError::session_required())?, given, FIELD).await
}

/// The turn of the session's account to try its login password. A session that has no tries left takes no place in that
/// line, so that whoever has got hold of one does not keep the customer waiting there.
///
/// # Errors
/// `rate_limited`, `overloaded`.
pub(super) async fn turn(accounts: &Accounts, session: CurrentSession) -> Result<Turn<'_>, ApiError> {
    throttle::look(accounts, &new_password::login_budget(session)).await??;
    accounts.passwords.turn(Asker::Customer(session.account_id)).await
}

/// Who has got hold of a session must not be able to guess the password with it.
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
