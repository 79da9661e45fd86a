//! Limits on uploads and views in progress: each costs memory and time, so there are few at a time, and a share for
//! each network and customer.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use plumbline_core::ids::AccountId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::http::places::{Full, Place, Places};
use crate::http::{ApiError, ClientAddress};
use crate::turns::{Held, Turns};

/// Pictures that are received at a time. With the product's 5 M each they are 120 MB at most.
const RECEIVED: u32 = 24;
/// The share of one network; a site has that of a few.
const FROM_ONE_NETWORK: u32 = 4;
/// Pictures that are drawn anew at a time, each in up to 250 MB.
const DRAWN: usize = 2;
/// Pictures that are shown at a time, each in up to 10 MB until it is sent.
const SHOWN: u32 = 24;
const SHOWN_TO_ONE_NETWORK: u32 = 6;
/// Time to wait for the customer's own other picture, and for the drawing of others'.
const WAIT_MAX: Duration = Duration::from_secs(60);
/// Seconds after which the client should try again.
const RETRY_AFTER: u64 = 5;

/// The places for pictures in progress.
#[derive(Debug)]
pub struct Admission {
    own: Arc<Turns<AccountId>>,
    received: Arc<Places>,
    drawn: Arc<Semaphore>,
    shown: Arc<Places>,
}

/// A place among the pictures being received, while it is held.
#[derive(Debug)]
pub struct Admitted {
    _place: Place,
    _own: Held<AccountId>,
}

impl Default for Admission {
    fn default() -> Self {
        let received = Places::new(RECEIVED, FROM_ONE_NETWORK);
        let shown = Places::new(SHOWN, SHOWN_TO_ONE_NETWORK);
        Self { own: Arc::default(), received, drawn: Arc::new(Semaphore::new(DRAWN)), shown }
    }
}

impl Admission {
    /// A place for one picture. A customer sends one at a time, and waits for the own ones.
    ///
    /// # Errors
    /// `rate_limited` when this network or customer has its share, `overloaded` when all places are taken.
    pub async fn admit(&self, account: AccountId, client: ClientAddress) -> Result<Admitted, ApiError> {
        let seat = self.own.seat(account).ok_or_else(too_many)?;
        let own = timeout(WAIT_MAX, seat.turn()).await.map_err(|_| too_many())?;
        let place = self.received.take(Some(client)).map_err(refusal)?;
        Ok(Admitted { _place: place, _own: own })
    }

    /// A place for a picture that is shown, which is held until it is sent.
    ///
    /// # Errors
    /// `rate_limited` when this network has its share, `overloaded` when all places are taken.
    pub fn show(&self, client: Option<ClientAddress>) -> Result<Place, ApiError> {
        self.shown.take(client).map_err(refusal)
    }

    /// The permission to draw one. It is held by the work, which cannot be interrupted.
    pub async fn draw(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let permit = timeout(WAIT_MAX, Arc::clone(&self.drawn).acquire_owned()).await;
        permit.ok().and_then(Result::ok).ok_or_else(overloaded)
    }
}

fn refusal(full: Full) -> ApiError {
    match full {
        Full::Network => too_many(),
        Full::Everywhere => overloaded(),
    }
}

fn too_many() -> ApiError {
    ApiError::rate_limited(RETRY_AFTER)
}

fn overloaded() -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_shown_a_share_of_the_pictures() {
        let admission = Admission::default();
        let [ann, bo] = [1, 2].map(|host| Some(ClientAddress([192, 0, 2, host].into())));
        let shown: Vec<_> = (0..SHOWN_TO_ONE_NETWORK).map(|_| admission.show(ann).unwrap()).collect();
        assert_eq!(admission.show(ann).unwrap_err().word, "rate_limited");
        assert!(admission.show(bo).is_ok());
        drop(shown);
        assert!(admission.show(ann).is_ok());
    }
}
