//! Whether the writer can store what it decides.

use std::time::Duration;

use tokio::time::Instant;

use crate::db::Db;
use crate::leader::Leadership;

/// Without a batch for so long after one that failed, the database is tried with something else.
const QUIET: Duration = Duration::from_secs(10);

/// Unwell from a batch that failed to the next that is stored.
#[derive(Debug, Default)]
pub(super) struct Health {
    failed_at: Option<Instant>,
}

impl Health {
    /// A batch came to an end.
    pub fn heard(&mut self, stored: bool) {
        self.failed_at = (!stored).then(Instant::now);
    }

    /// A server that is not ready may get no orders, and would never be well again. So when all is quiet, a renewal of
    /// its lease that is stored is as good as a batch.
    pub async fn is_well(&mut self, db: &Db, leadership: &Leadership) -> bool {
        let is_quiet = self.failed_at.is_some_and(|at| at.elapsed() >= QUIET);
        if is_quiet && leadership.answers().await && db.batch().await.is_ok() {
            self.failed_at = None;
        }
        self.failed_at.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::testing::{databases, leadership};

    #[tokio::test]
    async fn a_writer_that_nobody_asks_is_well_again_when_the_database_is() {
        for (uri, _folder) in databases("health").await {
            let db = Db::open(&uri).await.unwrap();
            let lease = leadership(&db, &Clock::System).await;
            let mut health = Health::default();
            assert!(health.is_well(&db, &lease).await);
            health.heard(false);
            assert!(!health.is_well(&db, &lease).await, "not at once");
            health.heard(true);
            assert!(health.is_well(&db, &lease).await);
            let quiet = || Health { failed_at: Instant::now().checked_sub(QUIET) };
            assert!(quiet().is_well(&db, &lease).await);
            db.close().await;
            assert!(!quiet().is_well(&db, &lease).await, "the database is not back");
        }
    }
}
