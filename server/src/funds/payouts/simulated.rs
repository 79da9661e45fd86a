use futures_util::future::{self, BoxFuture, FutureExt};
use plumbline_core::funds::Sending;

use super::store;
use super::way::{PayoutError, Payouts};
use crate::db::{Db, DbError};

/// Paper money: nothing is handed over, and the autopilot settles it. Once a server of the database was started with
/// `--payouts`, this server's payouts go into files too, and it leaves them to that server.
#[derive(Debug)]
pub struct Simulated {
    pub db: Db,
}

impl Payouts for Simulated {
    fn sending(&self) -> BoxFuture<'_, Result<Sending, DbError>> {
        async move {
            let by_files = store::are_files(&mut self.db.read().await?).await?;
            Ok(if by_files { Sending::File } else { Sending::Simulated })
        }
        .boxed()
    }

    fn hand_over(&self) -> BoxFuture<'_, Result<(), PayoutError>> {
        future::ready(Ok(())).boxed()
    }
}
