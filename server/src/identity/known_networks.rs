//! The networks that a customer has logged in from. Tries by strangers elsewhere do not hold the customer up there.

use std::net::IpAddr;

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use crate::db::{Db, DbError, Session, Tx};
use crate::{execute, fetch_optional, statements};

statements! {
    REMEMBER_NETWORK: "INSERT INTO known_networks (account_id, network, last_at) VALUES ($1, $2, $3)
        ON CONFLICT (account_id, network) DO UPDATE SET last_at = excluded.last_at";
    /// Finds the account by a normalised e-mail address or a user ID.
    KNOWS_NETWORK: "SELECT k.last_at FROM known_networks k JOIN accounts a ON a.id = k.account_id
        WHERE (a.email = $1 OR a.user_id = $1) AND k.network = $2";
    NETWORK: "SELECT last_at FROM known_networks WHERE account_id = $1 AND network = $2";
    FORGET_NETWORKS: "DELETE FROM known_networks WHERE last_at < $1";
}

/// Time for which a network stays known after its last use.
const REMEMBERED_FOR: i64 = 90 * UnixMillis::DAY;

/// Stores that the customer has logged in from this network; true if it was known before.
pub async fn remember(tx: &mut Tx, account: AccountId, site: IpAddr, now: UnixMillis) -> Result<bool, DbError> {
    let was_known = fetch_optional!(tx, (i64,), NETWORK, account.0, site.to_string())?.is_some();
    execute!(tx, REMEMBER_NETWORK, account.0, site.to_string(), now.0)?;
    Ok(was_known)
}

/// True if the account with this normalised address or user ID has logged in from this network.
pub async fn is_known(on: &mut impl Session, login: &str, site: IpAddr) -> Result<bool, DbError> {
    Ok(fetch_optional!(on, (i64,), KNOWS_NETWORK, login, site.to_string())?.is_some())
}

/// Deletes the networks that have not been used for long.
pub async fn purge(db: &Db, now: UnixMillis) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, FORGET_NETWORKS, now.plus(-REMEMBERED_FOR).0)?;
    tx.commit().await
}
