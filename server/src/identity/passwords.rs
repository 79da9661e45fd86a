//! Hashing passwords with Argon2id, away from the async threads and only so many at once.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use argon2::{Argon2, Params};
use axum::http::StatusCode;
use plumbline_core::ids::AccountId;
use tokio::sync::{Mutex, MutexGuard, OwnedSemaphorePermit, Semaphore};

use crate::http::ApiError;
use crate::secret::Secret;

/// A caller that has waited this long for a free slot is told that the server is busy.
const WAIT_MAX: Duration = Duration::from_secs(10);

/// Accounts share this many turns.
const TURNS: usize = 64;

/// Hashes and verifies. Each run takes 19 MiB and tens of milliseconds (the parameters that OWASP's Password
/// Storage Cheat Sheet recommends, the crate's default), so at most one a processor core runs at a time.
#[derive(Debug)]
pub struct Passwords {
    slots: Arc<Semaphore>,
    decoy: String,
    turns: [Mutex<()>; TURNS],
}

impl Default for Passwords {
    fn default() -> Self {
        let slots = std::thread::available_parallelism().map_or(1, usize::from);
        let decoy = hash(&Secret::new("nobody's password")).expect("the default parameters are valid");
        Self { slots: Arc::new(Semaphore::new(slots)), decoy, turns: std::array::from_fn(|_| Mutex::default()) }
    }
}

impl Passwords {
    /// The PHC string to store for a password.
    pub async fn hash(&self, password: Secret) -> Result<String, ApiError> {
        self.run(move || hash(&password)).await?.map_err(ApiError::internal)
    }

    /// Whether `password` is the one that `stored` was made of. Without a stored hash the answer is no, and
    /// takes as long.
    pub async fn verify(&self, password: Secret, stored: Option<String>) -> Result<bool, ApiError> {
        let exists = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.decoy.clone());
        let right = self.run(move || verify(&password, &stored)).await?.map_err(ApiError::internal)?;
        Ok(right && exists)
    }

    /// Waits until no other check of this account is under way. Calls that arrive together with the right password
    /// would otherwise count as failed tries of each other.
    pub async fn turn(&self, account: AccountId) -> MutexGuard<'_, ()> {
        let index = usize::try_from(account.0.rem_euclid(TURNS as i64)).unwrap_or_default();
        self.turns[index].lock().await
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
        let slot = self.slot().await?;
        let done = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            work()
        });
        done.await.map_err(ApiError::internal)
    }

    async fn slot(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let waiting = tokio::time::timeout(WAIT_MAX, self.slots.clone().acquire_owned()).await;
        waiting.ok().and_then(Result::ok).ok_or(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded"))
    }
}

fn hash(password: &Secret) -> Result<String, argon2::password_hash::Error> {
    let argon2 = Argon2::from(Params::default());
    Ok(argon2.hash_password(password.expose().as_bytes())?.to_string())
}

fn verify(password: &Secret, stored: &str) -> Result<bool, argon2::password_hash::Error> {
    let stored = PasswordHash::new(stored)?;
    match Argon2::default().verify_password(password.expose().as_bytes(), &stored) {
        Ok(()) => Ok(true),
        Err(argon2::password_hash::Error::PasswordInvalid) => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hash_fits_its_password_only() {
        let passwords = Passwords::default();
        let stored = passwords.hash(Secret::new("correct horse")).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(passwords.verify(Secret::new("correct horse"), Some(stored.clone())).await.unwrap());
        assert!(!passwords.verify(Secret::new("correct house"), Some(stored)).await.unwrap());
        assert!(!passwords.verify(Secret::new("nobody's password"), None).await.unwrap(), "the decoy opens nothing");
    }
}
