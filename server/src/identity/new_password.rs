//! The rules for a chosen password beyond its length: it must not be one that guessers try first, nor the customer's
//! other password.

use plumbline_core::identity::password::{is_login_password, is_pay_password};
use plumbline_core::identity::throttle::{LOGIN, PAY_PASSWORD};
use zxcvbn::zxcvbn;

use super::passwords::Turn;
use super::store::AccountRow;
use super::throttle::{self, Budget};
use super::{Accounts, CurrentSession};
use crate::http::ApiError;
use crate::secret::Secret;

/// The least guesses that a login password must withstand by zxcvbn's estimate. Six random letters withstand a million,
/// a word of a dictionary or a common password with a digit behind it fewer than these. Guessers have 3,000 tries a day
/// ([`plumbline_core::identity::throttle::LOGIN_ANYWHERE`]).
const LOGIN_GUESSES_MIN: u64 = 100_000;
/// A pay password may be six digits. Guessers have five tries and then four an hour, and need a session.
const PAY_GUESSES_MIN: u64 = 1_000;

/// Checks a chosen login password against the rules. `about` are words that a guesser may know of the customer.
///
/// # Errors
/// `password_length`, `password_blank`, `password_common`.
pub fn check_login(chosen: &Secret, about: &[&str]) -> Result<(), ApiError> {
    if !is_login_password(chosen.expose()) {
        return Err(ApiError::invalid("password_length", "password"));
    }
    check_guesses(chosen, about, LOGIN_GUESSES_MIN).map_err(|error| error.on_field("password"))
}

/// Checks a chosen pay password against the rules.
///
/// # Errors
/// `pay_password_length`, `password_blank`, `password_common`.
pub fn check_pay(chosen: &Secret) -> Result<(), ApiError> {
    if !is_pay_password(chosen.expose()) {
        return Err(ApiError::invalid("pay_password_length", "payPassword"));
    }
    check_guesses(chosen, &[], PAY_GUESSES_MIN).map_err(|error| error.on_field("payPassword"))
}

fn check_guesses(chosen: &Secret, about: &[&str], least: u64) -> Result<(), ApiError> {
    if chosen.expose().trim().is_empty() {
        return Err(ApiError::invalid("password_blank", "password"));
    }
    let known: Vec<&str> = about.iter().flat_map(|text| text.split('@')).chain(["plumbline"]).collect();
    if zxcvbn(chosen.expose(), &known).guesses() < least {
        return Err(ApiError::invalid("password_common", "password"));
    }
    Ok(())
}

/// Refuses a pay password that equals the login password. With a stolen session this could be used to guess the login
/// password, so it counts as a try at it.
///
/// # Errors
/// `passwords_equal`, `rate_limited`.
pub async fn differs_from_login(
    accounts: &Accounts,
    turn: &Turn<'_>,
    session: CurrentSession,
    account: &AccountRow,
    chosen: &Secret,
) -> Result<(), ApiError> {
    throttle::attempt(accounts, &[login_budget(session)]).await??;
    if turn.verify(chosen.clone(), Some(account.password_hash.clone())).await? {
        return Err(ApiError::invalid("passwords_equal", "payPassword"));
    }
    Ok(())
}

/// The budget of a logged-in customer's tries at the login password: each session has its own, so that a thief with one
/// cannot use up the tries with which the customer ends it.
pub fn login_budget(session: CurrentSession) -> Budget {
    Budget::new(&LOGIN, format!("password:{}:{}", session.account_id, session.session_id))
}

/// Refuses a login password that equals the pay password. With the login password this could be used to guess the pay
/// password, so comparisons are as limited as tries at it. They are counted separately: no change of the login password
/// locks the pay password, and when none is left nothing is compared, so that a new login password can always be set.
/// # Errors
/// `passwords_equal`.
pub async fn differs_from_pay(
    accounts: &Accounts,
    turn: &Turn<'_>,
    account: &AccountRow,
    chosen: &Secret,
) -> Result<(), ApiError> {
    let Some(stored) = account.pay_password_hash.clone() else { return Ok(()) };
    let budget = Budget::new(&PAY_PASSWORD, format!("compared:{}", account.id));
    let is_compared = throttle::attempt(accounts, &[budget]).await?.is_ok();
    if is_compared && turn.verify(chosen.clone(), Some(stored)).await? {
        return Err(ApiError::invalid("passwords_equal", "password"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_guessers_try_first_is_refused() {
        let table = [
            ("short", Some("password_length"), Some("pay_password_length")),
            ("      ", Some("password_blank"), Some("password_blank")),
            ("\u{3000}\u{3000}\u{3000}\u{3000}\u{3000}\u{3000}", Some("password_blank"), Some("password_blank")),
            ("123456", Some("password_common"), Some("password_common")),
            ("000000", Some("password_common"), Some("password_common")),
            ("888888", Some("password_common"), Some("password_common")),
            ("121212", Some("password_common"), Some("password_common")),
            ("qwerty", Some("password_common"), Some("password_common")),
            ("Password1!", Some("password_common"), None),
            ("plumbline1", Some("password_common"), None),
            ("ann.lee1", Some("password_common"), None),
            ("736205", None, None),
            ("xk7q2p", None, None),
            ("correct horse", None, None),
            ("马到成功再来一次", None, None),
        ];
        for (text, login, pay) in table {
            let chosen = Secret::new(text);
            let refusal = |checked: Result<(), ApiError>| checked.err().map(|error| error.word);
            assert_eq!(refusal(check_login(&chosen, &["ann.lee@b.example"])), login, "{text}");
            assert_eq!(refusal(check_pay(&chosen)), pay, "{text}");
        }
        assert_eq!(check_login(&Secret::new("123456"), &[]).unwrap_err().field, Some("password"));
        assert_eq!(check_pay(&Secret::new("123456")).unwrap_err().field, Some("payPassword"));
    }
}
