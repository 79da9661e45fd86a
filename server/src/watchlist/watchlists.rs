use std::sync::Arc;

use crate::clock::Clock;
use crate::db::Db;
use crate::ids::Ids;
use crate::market::Market;

/// What the calls on watchlists work with.
#[derive(Debug)]
pub struct Watchlists {
    pub db: Db,
    pub clock: Clock,
    pub ids: Arc<Ids>,
    pub market: Arc<Market>,
}
