//! The one place that draws random numbers, from the operating system.

/// `N` unpredictable bytes.
///
/// # Panics
/// The operating system gives no randomness: nothing secure can be done then.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut drawn = [0; N];
    getrandom::fill(&mut drawn).expect("the operating system gives random bytes");
    drawn
}

/// An unpredictable number.
pub fn number() -> u64 {
    u64::from_le_bytes(bytes())
}
