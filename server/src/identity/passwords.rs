//! Hashing passwords with Argon2id, off the async threads and a limited number at once.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use futures_util::FutureExt;
use plumbline_core::ids::AccountId;
use tokio::time::timeout;

use super::hashing::{Slot, Slots, is_current};
use crate::http::ApiError;
use crate::secret::Secret;
use crate::turns::{Held, Turns};

/// A caller that has waited this long for its turn, or then for a free slot, gets the answer that the server is busy.
const WAIT_MAX: Duration = Duration::from_secs(10);
/// Seconds after which a caller whose own queue is full should try again.
const RETRY_AFTER: u64 = 2;

/// The party that a password check counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asker {
    /// A caller without a session, by network ([`crate::http::ClientAddress::site`]). Not by the named account:
    /// strangers must not be able to hold up its customer.
    Stranger(IpAddr),
    /// A customer, with any number of sessions.
    Customer(AccountId),
}

/// Hashes and verifies. Each run takes 19 MiB and tens of milliseconds, so their number at a time is limited.
#[derive(Debug)]
pub struct Passwords {
    turns: Arc<Turns<Asker>>,
    /// Strangers and customers have slots of their own, half of the processor's cores each, so that a flood of logins
    /// cannot keep a customer from moving money. Both are given out in the order of the requests, and an asker is in
    /// the queue at most once.
    strangers: Slots,
    customers: Slots,
    decoy: String,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let [strangers, customers] = [(); 2].map(|()| Slots::new((cores / 2).max(1)));
        let mut slot = strangers.take().now_or_never().expect("a new slot is free");
        let decoy = slot.hash(&Secret::new("nobody's password")).expect("the default parameters are valid");
        drop(slot);
        Self { turns: Arc::default(), strangers, customers, decoy }
    }
}

/// An asker's turn: no other check of that asker runs until it is dropped. Otherwise calls that arrive together with
/// the right password would count as failed tries of each other.
#[derive(Debug)]
pub struct Turn<'a> {
    held: Arc<Held<Asker>>,
    slots: &'a Slots,
    decoy: &'a str,
}

impl Passwords {
    /// Waits until no other check of this asker is running.
    ///
    /// # Errors
    /// `rate_limited` when the asker has too many waiting, `overloaded` when they take too long.
    pub async fn turn(&self, asker: Asker) -> Result<Turn<'_>, ApiError> {
        let seat = self.turns.seat(asker).ok_or(ApiError::rate_limited(RETRY_AFTER))?;
        let held = timeout(WAIT_MAX, seat.turn()).await.map_err(|_| overloaded())?;
        let slots = match asker {
            Asker::Stranger(_) => &self.strangers,
            Asker::Customer(_) => &self.customers,
        };
        Ok(Turn { held: Arc::new(held), slots, decoy: &self.decoy })
    }
}

impl Turn<'_> {
    /// The PHC string to store for a password.
    pub async fn hash(&self, password: Secret) -> Result<String, ApiError> {
        self.run(move |slot| slot.hash(&password)).await?.map_err(ApiError::internal)
    }

    /// The PHC string to replace `stored`, which was made from `password`, if hashes are made differently by now.
    /// `None` also if it cannot be made at once: the next login can do it.
    pub async fn renewed(&self, password: Secret, stored: &str) -> Option<String> {
        if is_current(stored) { None } else { self.hash(password).await.ok() }
    }

    /// True if `stored` was made from `password`. Without a stored hash the answer is false, after an equally long
    /// time.
    pub async fn verify(&self, password: Secret, stored: Option<String>) -> Result<bool, ApiError> {
        let exists = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.decoy.to_owned());
        let right = self.run(move |slot| slot.verify(&password, &stored)).await?.map_err(ApiError::internal)?;
        Ok(right && exists)
    }

    /// The turn lasts as long as the work, even if the caller hangs up in the middle of it.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce(&mut Slot) -> T + Send + 'static) -> Result<T, ApiError> {
        let mut slot = timeout(WAIT_MAX, self.slots.take()).await.map_err(|_| overloaded())?;
        let held = Arc::clone(&self.held);
        let done = tokio::task::spawn_blocking(move || {
            let _held = held;
            work(&mut slot)
        });
        done.await.map_err(ApiError::internal)
    }
}

const fn overloaded() -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded")
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;

    const ANN: Asker = Asker::Customer(AccountId(1 << 20));
    const BO: Asker = Asker::Customer(AccountId(2 << 20));
    const STRANGER: Asker = Asker::Stranger(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));

    #[tokio::test]
    async fn a_hash_fits_its_password_only() {
        let passwords = Passwords::default();
        let turn = passwords.turn(ANN).await.unwrap();
        let stored = turn.hash(Secret::new("correct horse")).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(turn.verify(Secret::new("correct horse"), Some(stored.clone())).await.unwrap());
        assert!(!turn.verify(Secret::new("correct house"), Some(stored)).await.unwrap());
        assert!(!turn.verify(Secret::new("nobody's password"), None).await.unwrap(), "the decoy opens nothing");
    }

    #[tokio::test]
    async fn a_customers_many_checks_stand_in_nobody_elses_way() {
        let passwords = Passwords::default();
        let first = passwords.turn(ANN).await.unwrap();
        let mut waiting: Vec<_> = (0..100).map(|_| Box::pin(passwords.turn(ANN))).collect();
        let refused = waiting.iter_mut().filter_map(|turn| turn.now_or_never()).map(|turn| turn.unwrap_err().word);
        let refused: Vec<_> = refused.collect();
        assert!(refused.len() > 50 && refused.iter().all(|word| *word == "rate_limited"), "{refused:?}");
        // None of them has a slot, so later askers are checked while all of them still wait.
        for other in [BO, STRANGER] {
            let turn = passwords.turn(other).now_or_never().expect("nobody is before it").unwrap();
            assert!(!turn.verify(Secret::new("a guess"), None).await.unwrap());
        }
        drop((first, waiting));
        assert!(passwords.turn(ANN).now_or_never().is_some());
    }

    #[tokio::test]
    async fn strangers_cannot_take_the_customers_slots() {
        let passwords = Passwords::default();
        let all: Vec<_> = std::iter::from_fn(|| passwords.strangers.take().now_or_never()).collect();
        let customer = passwords.turn(ANN).await.unwrap();
        assert!(!customer.verify(Secret::new("a guess"), None).await.unwrap());
        drop(all);
    }

    #[tokio::test]
    async fn a_caller_who_goes_away_keeps_the_turn_until_the_work_is_done() {
        let passwords = Passwords::default();
        let (started, go_on) = (std::sync::mpsc::channel(), std::sync::mpsc::channel::<()>());
        let turn = passwords.turn(ANN).await.unwrap();
        let mut work = Box::pin(turn.run(move |_| {
            started.0.send(()).unwrap();
            go_on.1.recv().ok();
        }));
        assert!(work.as_mut().now_or_never().is_none());
        tokio::task::spawn_blocking(move || started.1.recv()).await.unwrap().unwrap();
        drop(work);
        drop(turn);
        let mut next = Box::pin(passwords.turn(ANN));
        assert!(next.as_mut().now_or_never().is_none(), "the first check still runs");
        drop(go_on.0);
        next.await.unwrap();
    }

    /// Memory of this process that is in use, in MiB.
    #[cfg(target_os = "linux")]
    fn resident() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn checks_take_no_more_memory_on_whatever_threads_they_run() {
        use tokio::task::spawn_blocking;

        let (passwords, threads) = (Passwords::default(), 12);
        let guess = async |customer: i64| {
            let turn = passwords.turn(Asker::Customer(AccountId(customer))).await.unwrap();
            assert!(!turn.verify(Secret::new("a guess"), None).await.unwrap());
        };
        guess(0).await;
        let before = resident();
        for round in 1..5 {
            // All of these threads exist, and any of them may run the next check.
            let together = Arc::new(std::sync::Barrier::new(threads));
            let all =
                (0..threads).map(|_| Arc::clone(&together)).map(|all| spawn_blocking(move || all.wait().is_leader()));
            join_all(all).await;
            join_all((0..24).map(|n| guess(round * 100 + n))).await;
        }
        let grown = resident().saturating_sub(before);
        assert!(grown < 40, "{grown} MiB more");
    }
}
