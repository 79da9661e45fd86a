//! Files that take as long to write as a hundred pages: few are written at a time, and of each customer one.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::http::StatusCode;
use plumbline_core::ids::AccountId;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::ApiError;
use crate::turns::{Held, Turns};

/// All customers together.
static WRITING: Semaphore = Semaphore::const_new(2);
/// Of each customer one at a time, so that nobody stands in the way of others.
static OWN: LazyLock<Arc<Turns<AccountId>>> = LazyLock::new(Arc::default);
const WAIT_MAX: Duration = Duration::from_secs(10);
/// When a repeat makes sense for a customer who has too many files waiting, in seconds.
const RETRY_AFTER: u64 = 10;

/// The place of who has a file written, for as long as it is kept.
#[derive(Debug)]
pub struct ExportPlace {
    // Given back before the customer's turn is.
    _writing: SemaphorePermit<'static>,
    _own: Held<AccountId>,
}

impl ExportPlace {
    /// Waits for it.
    ///
    /// # Errors
    /// `rate_limited` while other files of the customer are written, `overloaded` while those of others are.
    pub async fn wait(account: AccountId) -> Result<Self, ApiError> {
        let too_many = || ApiError::rate_limited(RETRY_AFTER);
        let seat = OWN.seat(account).ok_or_else(too_many)?;
        let own = timeout(WAIT_MAX, seat.turn()).await.map_err(|_| too_many())?;
        let overloaded = || ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded");
        let writing = timeout(WAIT_MAX, WRITING.acquire()).await.map_err(|_| overloaded())?;
        Ok(Self { _writing: writing.map_err(|_| overloaded())?, _own: own })
    }
}
