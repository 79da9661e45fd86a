//! A reference that proves a payment by hand proves one payment: the second reviewer's agreement takes it for that
//! withdrawal.

use super::{Decision, Opinion, Verdict};
use crate::db::{DbError, Session, Tx};
use crate::{execute, fetch_optional, statements};

statements! {
    /// Changes nothing and locks the row, so that of two concurrent decisions the second sees the first.
    LOCK: "UPDATE withdrawals SET status = status WHERE id = $1";
    PAYS: "SELECT withdrawal_id FROM payout_references WHERE reference_key = $1";
    TAKE: "INSERT INTO payout_references (reference_key, withdrawal_id) VALUES ($1, $2)
        ON CONFLICT (reference_key) DO NOTHING";
}

/// True if a withdrawal may have this reference. Other decisions on the withdrawal wait until the transaction ends.
pub(super) async fn is_free(tx: &mut Tx, reference: &str, withdrawal: i64) -> Result<bool, DbError> {
    execute!(tx, LOCK, withdrawal)?;
    Ok(pays(tx, reference).await?.is_none_or(|other| other == withdrawal))
}

/// Takes the reference that the opinions on a withdrawal agree on, if they do; false if it proves another payment.
pub(super) async fn take(tx: &mut Tx, opinions: &[Opinion], withdrawal: i64) -> Result<bool, DbError> {
    let Verdict::Agreed(Decision::Sent(reference)) = Verdict::of(opinions) else { return Ok(true) };
    execute!(tx, TAKE, key_of(&reference), withdrawal)?;
    Ok(pays(tx, &reference).await? == Some(withdrawal))
}

async fn pays(on: &mut impl Session, reference: &str) -> Result<Option<i64>, DbError> {
    Ok(fetch_optional!(on, (i64,), PAYS, key_of(reference))?.map(|(withdrawal,)| withdrawal))
}

/// In lower case: transaction ids are digits of either case.
fn key_of(reference: &str) -> String {
    reference.to_ascii_lowercase()
}
