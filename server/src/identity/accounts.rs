//! The shared parts of the actions on accounts and their secrets.

use std::sync::Arc;

use super::{Notifier, Passwords, SessionListener};
use crate::clock::Clock;
use crate::db::Db;
use crate::ids::Ids;
use crate::server_key::ServerKey;

/// The parts that signing up, logging in and changing a secret share.
#[derive(Debug)]
pub struct Accounts {
    pub db: Db,
    pub clock: Clock,
    pub ids: Arc<Ids>,
    pub key: ServerKey,
    pub passwords: Passwords,
    /// The longest life of a session, in milliseconds.
    pub session_life: i64,
    /// Notified of the sessions that an action has ended, after the commit.
    pub listener: Arc<dyn SessionListener>,
    /// Commits an action with its notice to the customer.
    pub notifier: Arc<dyn Notifier>,
}
