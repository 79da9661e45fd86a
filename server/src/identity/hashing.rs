//! Argon2id, and its slots: a limited number of runs at a time, each with memory of its own.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{self, Error};
use argon2::{Algorithm, Argon2, Block, Params, RECOMMENDED_SALT_LEN, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::random;
use crate::secret::Secret;

/// The memory of a run: 19 MiB with the crate's default parameters, which OWASP's Password Storage Cheat Sheet
/// recommends. The next run reuses it. If each run allocated it anew, the allocator would keep as much for each thread,
/// for good.
#[derive(Default)]
struct Memory(Vec<Block>);

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Memory({} KiB)", self.0.len())
    }
}

impl Memory {
    /// Runs Argon2id over `password`.
    fn run(
        &mut self,
        argon2: &Argon2<'_>,
        password: &Secret,
        salt: &[u8],
        length: usize,
    ) -> password_hash::Result<Output> {
        let blocks = argon2.params().block_count();
        if self.0.len() < blocks {
            self.0 = vec![Block::new(); blocks];
        }
        let mut made = [0; Output::MAX_LENGTH];
        let made = made.get_mut(..length).ok_or(Error::OutputSize)?;
        argon2.hash_password_into_with_memory(password.expose().as_bytes(), salt, made, &mut self.0)?;
        Ok(Output::new(made)?)
    }
}

/// A slot, occupied until it is dropped.
#[derive(Debug)]
pub struct Slot {
    memory: Memory,
    idle: Arc<Mutex<Vec<Memory>>>,
    /// Given back after the memory.
    _permit: OwnedSemaphorePermit,
}

impl Slot {
    /// The PHC string to store for a password.
    pub fn hash(&mut self, password: &Secret) -> password_hash::Result<String> {
        let (argon2, salt) = (Argon2::default(), random::bytes::<RECOMMENDED_SALT_LEN>());
        let made = self.memory.run(&argon2, password, &salt, Params::DEFAULT_OUTPUT_LEN)?;
        let hash = PasswordHash {
            algorithm: Algorithm::default().ident(),
            version: Some(Version::default().into()),
            params: ParamsString::try_from(argon2.params())?,
            salt: Some(Salt::new(&salt)?),
            hash: Some(made),
        };
        Ok(hash.to_string())
    }

    /// True if `stored` was made from `password`, with any parameters.
    pub fn verify(&mut self, password: &Secret, stored: &str) -> password_hash::Result<bool> {
        let stored = PasswordHash::new(stored)?;
        let (Some(salt), Some(expected)) = (&stored.salt, &stored.hash) else { return Ok(false) };
        let algorithm = Algorithm::try_from(stored.algorithm.as_str())?;
        let version = stored.version.map(Version::try_from).transpose()?.unwrap_or_default();
        let argon2 = Argon2::new(algorithm, version, Params::try_from(&stored)?);
        // Outputs are compared in constant time.
        Ok(self.memory.run(&argon2, password, salt, expected.len())? == *expected)
    }
}

/// True if a hash was made with today's parameters.
pub fn is_current(stored: &str) -> bool {
    let today = ParamsString::try_from(Argon2::default().params());
    PasswordHash::new(stored).is_ok_and(|stored| {
        stored.algorithm == Algorithm::default().ident()
            && stored.version == Some(Version::default().into())
            && today.is_ok_and(|today| stored.params == today)
    })
}

impl Drop for Slot {
    fn drop(&mut self) {
        lock(&self.idle).push(std::mem::take(&mut self.memory));
    }
}

/// Slots, given out in the order of the requests.
#[derive(Debug)]
pub struct Slots {
    free: Arc<Semaphore>,
    /// The memory of free slots that were used before.
    idle: Arc<Mutex<Vec<Memory>>>,
}

impl Slots {
    pub fn new(count: usize) -> Self {
        Self { free: Arc::new(Semaphore::new(count)), idle: Arc::default() }
    }

    /// Waits for a free slot.
    pub async fn take(&self) -> Slot {
        let permit = Arc::clone(&self.free).acquire_owned().await.expect("the semaphore is never closed");
        let memory = lock(&self.idle).pop().unwrap_or_default();
        Slot { memory, idle: Arc::clone(&self.idle), _permit: permit }
    }
}

fn lock(idle: &Mutex<Vec<Memory>>) -> MutexGuard<'_, Vec<Memory>> {
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::password_hash::{CustomizedPasswordHasher, PasswordHasher, PasswordVerifier};
    use futures_util::FutureExt;

    #[tokio::test]
    async fn hashes_are_those_of_the_crate() {
        let mut slot = Slots::new(1).take().await;
        let (right, wrong) = (Secret::new("correct horse"), Secret::new("correct house"));
        let ours = slot.hash(&right).unwrap();
        assert_eq!(Argon2::default().verify_password(right.expose().as_bytes(), ours.as_str()), Ok(()));
        let theirs = Argon2::default().hash_password(right.expose().as_bytes()).unwrap().to_string();
        // Stored with other parameters, which an older or a newer version may have chosen: less memory, then more.
        let stored_with = |memory: u32| {
            let params = Params::new(memory, 1, 1, None).unwrap();
            let made = Argon2::default().hash_password_customized(b"correct horse", b"some salt", None, None, params);
            made.unwrap().to_string()
        };
        for stored in [ours, theirs, stored_with(8), stored_with(32 * 1024)] {
            assert_eq!((slot.verify(&right, &stored), slot.verify(&wrong, &stored)), (Ok(true), Ok(false)), "{stored}");
        }
        assert!(slot.verify(&right, "no hash").is_err());
        assert!(is_current(&slot.hash(&right).unwrap()));
        for other in [stored_with(8), stored_with(32 * 1024), "no hash".to_owned()] {
            assert!(!is_current(&other), "{other}");
        }
    }

    #[tokio::test]
    async fn a_slots_memory_is_used_again() {
        let slots = Slots::new(2);
        let used = |mut slot: Slot| {
            slot.hash(&Secret::new("correct horse")).unwrap();
            slot.memory.0.as_ptr() as usize
        };
        let mut first = [slots.take().await, slots.take().await].map(used);
        assert!(slots.take().now_or_never().is_some(), "both are free again");
        let mut again = [slots.take().await, slots.take().await].map(used);
        first.sort_unstable();
        again.sort_unstable();
        assert_eq!(first, again);
        assert_eq!(lock(&slots.idle).len(), 2);
    }
}
