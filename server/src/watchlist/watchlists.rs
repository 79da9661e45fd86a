use std::sync::Arc;

use plumbline_core::ids::{AccountId, InstrumentId};

use crate::clock::Clock;
use crate::db::{Db, Tx};
use crate::http::ApiError;
use crate::ids::Ids;
use crate::market::Market;

use super::store;

/// The shared parts of the calls on watchlists.
#[derive(Debug)]
pub struct Watchlists {
    pub db: Db,
    pub clock: Clock,
    pub ids: Arc<Ids>,
    pub market: Arc<Market>,
}

impl Watchlists {
    /// Puts an instrument on the watchlist of a locked account; gives the entry's id, the existing one if it was
    /// watched before.
    ///
    /// # Errors
    /// `watchlist_full`.
    pub async fn watch(&self, tx: &mut Tx, account: AccountId, instrument: InstrumentId) -> Result<i64, ApiError> {
        if let Some(known) = store::find(tx, account, instrument).await? {
            return Ok(known);
        }
        if store::count(tx, account).await? >= store::MAX {
            return Err(ApiError::conflict("watchlist_full"));
        }
        Ok(store::add(tx, self.ids.next(), account, instrument, self.clock.now()).await?)
    }
}
