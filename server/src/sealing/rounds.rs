//! The change to a new key while servers go on sealing: data that they sealed with the old key may be stored a while
//! after all tables were checked.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// The time within which sealed data is in its table: the store of files may take half of it.
pub const STORED_WITHIN: Duration = Duration::from_secs(60);

/// Repeats `round`, which seals the found data again and gives its number, until one that began after `stored_within`
/// finds nothing. Gives the total.
///
/// # Errors
/// Those of `round`.
pub async fn until_nothing_is_left<E>(
    stored_within: Duration,
    mut round: impl AsyncFnMut() -> Result<u64, E>,
) -> Result<u64, E> {
    let (all_is_stored, mut sealed) = (Instant::now() + stored_within, 0);
    loop {
        let was_all_stored = Instant::now() >= all_is_stored;
        match round().await? {
            0 if was_all_stored => return Ok(sealed),
            0 => sleep_until(all_is_stored).await,
            found => sealed += found,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The total that these rounds find, and the number of rounds and seconds until the end.
    async fn takes(finds: &[u64]) -> (u64, usize, u64) {
        let (began, mut rounds, mut finds) = (Instant::now(), 0, finds.iter().copied());
        let round = async || {
            rounds += 1;
            Ok::<u64, ()>(finds.next().unwrap_or(0))
        };
        let sealed = until_nothing_is_left(STORED_WITHIN, round).await.unwrap();
        (sealed, rounds, began.elapsed().as_secs())
    }

    #[tokio::test(start_paused = true)]
    async fn a_round_behind_all_that_was_under_way_has_to_find_nothing() {
        assert_eq!(takes(&[]).await, (0, 2, 60));
        assert_eq!(takes(&[5]).await, (5, 3, 60));
        assert_eq!(takes(&[5, 0, 2]).await, (7, 4, 60), "what came late");
        assert_eq!(takes(&[0, 1, 1, 0]).await, (2, 4, 60));
        let failed = until_nothing_is_left(STORED_WITHIN, async || Err("no")).await;
        assert_eq!(failed, Err("no"));
    }
}
