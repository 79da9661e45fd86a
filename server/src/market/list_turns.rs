//! Turns for writing long lists, so that these leave the processor to orders and quotes.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::http::{ApiError, ClientAddress};
use crate::turns::{Held, Seat, Turns};

/// Lists that are written or compressed at a time, over all callers.
const WRITTEN_AT_ONCE: usize = 2;
/// Seconds after which a client with too many lists waiting should try again.
const RETRY_AFTER: u64 = 2;

/// Turns first among the requests of one site, then among all sites: a client that requests all lists waits for itself.
/// A waiting request ends with its caller.
#[derive(Clone, Debug)]
pub struct ListTurns {
    sites: Arc<Turns<IpAddr>>,
    all: Arc<Semaphore>,
}

/// A site's turn, which its work keeps until it is done. `None` for callers whose lists are not counted.
pub type SiteTurn = Option<Arc<Held<IpAddr>>>;

impl Default for ListTurns {
    fn default() -> Self {
        Self { sites: Arc::default(), all: Arc::new(Semaphore::new(WRITTEN_AT_ONCE)) }
    }
}

impl ListTurns {
    /// Waits until nothing else is written for this client.
    ///
    /// # Errors
    /// `rate_limited` when the client has too many waiting.
    pub async fn of(&self, client: Option<ClientAddress>) -> Result<SiteTurn, ApiError> {
        let Some(seat) = self.seat(client)? else { return Ok(None) };
        Ok(Some(Arc::new(seat.turn().await)))
    }

    /// A place among the requests of a client, which has a limited number.
    ///
    /// # Errors
    /// `rate_limited` when all are taken.
    pub fn seat(&self, client: Option<ClientAddress>) -> Result<Option<Seat<IpAddr>>, ApiError> {
        let seat = |client: ClientAddress| self.sites.seat(client.site()).ok_or(ApiError::rate_limited(RETRY_AFTER));
        client.map(seat).transpose()
    }

    /// Runs long work on a blocking thread when it gets its turn among all sites.
    pub async fn run<T: Send + 'static>(
        &self,
        turn: SiteTurn,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let among_all = self.all.clone().acquire_owned().await.map_err(ApiError::internal)?;
        let work = move || {
            // The turns end with the work and not with the caller, who may hang up.
            let _kept = (turn, among_all);
            work()
        };
        spawn_blocking(work).await.map_err(ApiError::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use futures_util::FutureExt;

    use super::*;

    fn client(address: &str) -> Option<ClientAddress> {
        Some(ClientAddress(address.parse().unwrap()))
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn few_lists_are_written_at_a_time() {
        let (turns, writing) = (ListTurns::default(), Arc::new(AtomicUsize::new(0)));
        let written = (0..8).map(|_| {
            let (turns, writing) = (turns.clone(), writing.clone());
            let write = move || {
                let others = writing.fetch_add(1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(20));
                writing.fetch_sub(1, Ordering::SeqCst);
                others
            };
            async move { turns.run(None, write).await }
        });
        let others = futures_util::future::try_join_all(written).await.unwrap();
        assert!(others.iter().all(|others| *others < WRITTEN_AT_ONCE), "{others:?}");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn one_site_waits_for_itself_and_is_refused_when_it_asks_for_too_many() {
        let turns = ListTurns::default();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let held = turns.of(client("2001:db8:1:2::7")).await.unwrap();
        let write = turns.run(held, move || ended.recv());
        // The caller hangs up; work that has begun goes on, and keeps the site's turn.
        let given_up = tokio::time::timeout(Duration::from_millis(20), write).await;
        assert!(given_up.is_err());
        let mut waiting: Vec<_> = (0..40).map(|_| Box::pin(turns.of(client("2001:db8:1:3::9")))).collect();
        let answers: Vec<_> = waiting.iter_mut().map(FutureExt::now_or_never).collect();
        let refused = answers.iter().flatten().filter_map(|answer| answer.as_ref().err());
        assert!(refused.map(|refused| refused.word).all(|word| word == "rate_limited"));
        let is_waiting = answers.iter().filter(|answer| answer.is_none()).count();
        assert!((20..40).contains(&is_waiting), "{is_waiting} wait and the others are refused");
        assert_eq!(turns.run(turns.of(client("192.0.2.1")).await.unwrap(), || 7).await.unwrap(), 7, "a stranger");
        drop(waiting);
        end.send(()).unwrap();
        let next = tokio::time::timeout(Duration::from_secs(20), turns.of(client("2001:db8:1:2::7"))).await;
        assert!(next.unwrap().is_ok(), "who hung up left nothing behind");
    }
}
