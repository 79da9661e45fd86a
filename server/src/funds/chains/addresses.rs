//! The addresses of customers. A customer has one place in the operator's keys, the same on every chain: a payment to
//! the right address on the wrong chain of its kind does not go to another customer.

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use super::chain::Chain;
use crate::db::{Db, DbError, Session};
use crate::http::ApiError;
use crate::{execute, fetch_optional, statements};

/// Customers who get their first address at one moment compete for a place; each try lets one through.
const TRIES: usize = 20;

statements! {
    FIND: "SELECT address FROM chain_addresses WHERE chain = $1 AND account_id = $2";
    PLACE: "SELECT place FROM address_indices WHERE account_id = $1";
    TAKE_PLACE: "INSERT INTO address_indices (account_id, place)
        SELECT CAST($1 AS BIGINT), COALESCE(MAX(place) + 1, 0) FROM address_indices WHERE TRUE ON CONFLICT DO NOTHING";
    ADD: "INSERT INTO chain_addresses (chain, account_id, address, created_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (chain, account_id) DO NOTHING";
}

/// The customer's address on a chain, which is created if there is none.
pub async fn of(db: &Db, chain: &Chain, account: AccountId, now: UnixMillis) -> Result<String, ApiError> {
    if let Some(known) = find(&mut db.read().await?, chain, account).await? {
        return Ok(known);
    }
    let place = place(db, account).await?;
    let index = u32::try_from(place).map_err(ApiError::internal)?;
    let address = chain.derivation.address(index).map_err(ApiError::internal)?;
    let mut tx = db.begin().await?;
    execute!(&mut tx, ADD, chain.name.as_str(), account.0, address.as_str(), now.0)?;
    tx.commit().await?;
    let known = find(&mut db.read().await?, chain, account).await?;
    known.ok_or_else(|| ApiError::internal("an address that was stored is not there"))
}

async fn find(on: &mut impl Session, chain: &Chain, account: AccountId) -> Result<Option<String>, DbError> {
    Ok(fetch_optional!(on, (String,), FIND, chain.name.as_str(), account.0)?.map(|(address,)| address))
}

async fn place(db: &Db, account: AccountId) -> Result<i64, ApiError> {
    for _ in 0..TRIES {
        let mut tx = db.begin().await?;
        execute!(&mut tx, TAKE_PLACE, account.0)?;
        let place = fetch_optional!(&mut tx, (i64,), PLACE, account.0)?;
        tx.commit().await?;
        if let Some((place,)) = place {
            return Ok(place);
        }
    }
    Err(ApiError::internal("no place for an address was free"))
}
