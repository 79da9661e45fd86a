//! User IDs and invite codes, by which customers are known to each other and to us.

/// Without 0, O, 1, I and L, which people mistake for each other.
const INVITE_ALPHABET: &[u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const INVITE_LENGTH: usize = 8;

/// Eight digits, the first not zero. They do not reveal the order in which customers came.
pub fn user_id(random: u64) -> String {
    (10_000_000 + random % 90_000_000).to_string()
}

/// Eight characters that can be read out on the telephone.
pub fn invite_code(random: u64) -> String {
    let mut rest = random;
    let mut next = || {
        let symbol = INVITE_ALPHABET[usize::try_from(rest % 31).unwrap_or(0)];
        rest /= 31;
        char::from(symbol)
    };
    (0..INVITE_LENGTH).map(|_| next()).collect()
}

/// The stored form of an invite code: people type it in lower case and with spaces around it.
pub fn normalize_invite_code(text: &str) -> String {
    text.trim().to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_keep_their_form() {
        for random in [0, 1, 30, 31, 89_999_999, 90_000_000, u64::MAX] {
            let id = user_id(random);
            assert!(id.len() == 8 && !id.starts_with('0') && id.bytes().all(|b| b.is_ascii_digit()), "{id}");
            let code = invite_code(random);
            assert!(code.len() == 8 && code.bytes().all(|b| INVITE_ALPHABET.contains(&b)), "{code}");
            assert_eq!(normalize_invite_code(&format!(" {} ", code.to_lowercase())), code);
        }
        assert_eq!((user_id(0), user_id(89_999_999)), ("10000000".into(), "99999999".into()));
        assert_ne!(invite_code(1), invite_code(2));
    }
}
