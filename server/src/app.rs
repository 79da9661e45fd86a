//! What the whole server shares, built once at the start.

use std::ops::Deref;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Db, DbError};
use crate::funds;
use crate::identity::{LastSeen, Passwords, housekeeping};
use crate::ids::Ids;

/// The running product. Cheap to clone; handlers get it as axum state.
#[derive(Clone, Debug)]
pub struct App(Arc<AppState>);

#[derive(Debug)]
pub struct AppState {
    pub config: Config,
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub passwords: Passwords,
    pub last_seen: LastSeen,
    /// Cancelled when the server begins to stop.
    pub stopping: CancellationToken,
}

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl App {
    /// Opens the database and starts the background work.
    pub async fn start(config: Config, clock: Clock) -> Result<Self, DbError> {
        let db = Db::open(&config.database_uri()).await?;
        funds::rates::install(&db).await?;
        let ids = Ids::new(clock.clone(), config.node);
        let app = App(Arc::new(AppState {
            config,
            db,
            clock,
            ids,
            passwords: Passwords::default(),
            last_seen: LastSeen::default(),
            stopping: CancellationToken::new(),
        }));
        housekeeping::start(&app);
        Ok(app)
    }
}
