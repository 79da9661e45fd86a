//! Waits until committed transactions are on the disk.
//!
//! A crash of PostgreSQL ends every connection and loses commits that had not reached the disk. So the connection that
//! will force them to the disk is opened before a batch is decided: if it is still open afterwards, the batch is on the
//! disk. It is never reopened in between, and each connection has a number of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};
use tokio::sync::Mutex;

use super::DbError;

/// Timeout of a new connection.
const CONNECTED_WITHIN: Duration = Duration::from_secs(5);
/// A transaction that writes, so that its commit waits for the disk, and for all that was committed before it.
pub(super) const FLUSH: &str = "SELECT pg_logical_emit_message(true, 'plumbline', '')";
/// A connection idle for longer may be dead without notice, such as behind a firewall: it is pinged first.
const IDLE_MAX: Duration = Duration::from_secs(1);
/// Timeout of that ping.
const ALIVE_WITHIN: Duration = Duration::from_secs(2);

/// The connection that forces a PostgreSQL database's commits to the disk. It is separate because all others may be
/// held by code that waits for the writer.
#[derive(Clone, Debug)]
pub struct Disk {
    options: Arc<PgConnectOptions>,
    /// Locked while a caller waits for the disk with it.
    way: Arc<Mutex<Way>>,
    /// The number of the present connection, or of the last one.
    number: Arc<AtomicU64>,
}

#[derive(Debug, Default)]
struct Way {
    /// A connection that is not put back after use is not used again.
    connection: Option<PgConnection>,
    used: Option<Instant>,
}

impl Way {
    /// Keeps the connection if it is alive; an idle one is pinged.
    async fn is_alive(&mut self) -> bool {
        let Some(mut connection) = self.connection.take() else { return false };
        let is_alive = self.used.is_some_and(|used| used.elapsed() <= IDLE_MAX)
            || matches!(tokio::time::timeout(ALIVE_WITHIN, connection.ping()).await, Ok(Ok(())));
        if is_alive {
            self.connection = Some(connection);
            self.used = Some(Instant::now());
        }
        is_alive
    }
}

impl Disk {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Self { options: Arc::new(options), way: Arc::default(), number: Arc::default() }
    }

    /// The number of the connection that will force commits to the disk.
    pub(super) async fn ready(&self) -> Result<u64, DbError> {
        // A caller is waiting for the disk with it, so it was alive a moment ago.
        let Ok(mut way) = self.way.try_lock() else { return Ok(self.number.load(Ordering::SeqCst)) };
        if !way.is_alive().await {
            let connecting = PgConnection::connect_with(&self.options);
            let connected = tokio::time::timeout(CONNECTED_WITHIN, connecting).await;
            way.connection = Some(connected.map_err(|_| sqlx::Error::PoolTimedOut)??);
            way.used = Some(Instant::now());
            self.number.fetch_add(1, Ordering::SeqCst);
        }
        Ok(self.number.load(Ordering::SeqCst))
    }

    /// Returns once everything committed is on the disk, with the number of the connection that was used: a batch begun
    /// under another number may be lost.
    pub(super) async fn flush(&self) -> Result<u64, DbError> {
        let mut way = self.way.lock().await;
        let mut connection = way.connection.take().ok_or(sqlx::Error::PoolClosed)?;
        sqlx::query(FLUSH).execute(&mut connection).await?;
        way.connection = Some(connection);
        way.used = Some(Instant::now());
        Ok(self.number.load(Ordering::SeqCst))
    }

    pub(super) async fn close(&self) {
        let connection = self.way.lock().await.connection.take();
        if let Some(connection) = connection {
            let _ = connection.close().await;
        }
    }

    /// Takes the connection away, as a crash of PostgreSQL does.
    #[cfg(feature = "testing")]
    pub fn lose(&self) -> Option<PgConnection> {
        self.way.try_lock().ok()?.connection.take()
    }
}
