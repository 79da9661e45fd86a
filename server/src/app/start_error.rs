use thiserror::Error;

use crate::bus::BusError;
use crate::db::DbError;
use crate::files::objects::ObjectsError;
use crate::funds::chains::{ChainsError, NodeError};
use crate::funds::payouts::SettingsError;
use crate::leader::LeaderError;
use crate::mail::MailError;
use crate::market::calendars::CalendarError;
use crate::market::feeds::FeedError;
use crate::market::{CatalogError, RulesError};
use crate::orders::fee_schedule::FeeScheduleError;
use crate::push::HubError;
use crate::sealing::KeysError;
use crate::server_key::ServerKeyError;
use crate::writer::WriterError;

/// The reason why the server could not start.
#[derive(Debug, Error)]
pub enum StartError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Leader(#[from] LeaderError),
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    #[error("mode live needs a live feed, and {0} is for paper money")]
    PaperFeed(String),
    #[error(
        "--starts-at is for paper money in SQLite: mode live and servers that share a database go by the time that it is"
    )]
    PaperClock,
    #[error("this database is of mode {0}: paper money and real money are never in one, so take another for mode {1}")]
    BegunMode(String, &'static str),
    #[error(transparent)]
    Feed(#[from] FeedError),
    #[error(transparent)]
    Calendar(#[from] CalendarError),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    Fees(#[from] FeeScheduleError),
    #[error(transparent)]
    Mail(#[from] MailError),
    #[error(transparent)]
    Chains(#[from] ChainsError),
    #[error(transparent)]
    Payouts(#[from] SettingsError),
    #[error(transparent)]
    Nodes(#[from] NodeError),
    #[error(transparent)]
    Key(#[from] ServerKeyError),
    #[error(transparent)]
    SealingKeys(#[from] KeysError),
    #[error(transparent)]
    Files(#[from] ObjectsError),
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error(transparent)]
    Hub(#[from] HubError),
    #[error(transparent)]
    Writer(#[from] WriterError),
}
