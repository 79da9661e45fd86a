//! Files that take as long to write as a hundred pages: few are written at a time, and one for each customer.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::http::StatusCode;
use plumbline_core::ids::AccountId;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::ApiError;
use crate::turns::{Held, Turns};

/// The limit for all customers together.
static WRITING: Semaphore = Semaphore::const_new(2);
/// One at a time for each customer, so that none holds up others.
static OWN: LazyLock<Arc<Turns<AccountId>>> = LazyLock::new(Arc::default);
const WAIT_MAX: Duration = Duration::from_secs(10);
/// Seconds after which a customer with too many files waiting should try again.
const RETRY_AFTER: u64 = 10;

/// The right to have a file written, while it is held.
#[derive(Debug)]
pub struct ExportPlace {
    // Given back before the customer's turn.
    _writing: SemaphorePermit<'static>,
    _own: Held<AccountId>,
}

impl ExportPlace {
    /// Waits for the place.
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
