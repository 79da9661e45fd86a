//! Text that must not reach a log, a reply or an error message.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

/// A password, code or key. It prints as `<redacted>` and cannot be serialised.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself; keep it out of anything that is printed.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<redacted>")
    }
}

impl<'de> Deserialize<'de> for Secret {
    /// An error does not quote the given value, which may be the secret as a number.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Not as a string: JSON would then refuse, and quote, a value of another type.
        deserializer.deserialize_any(Text)
    }
}

struct Text;

impl Visitor<'_> for Text {
    type Value = Secret;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Secret, E> {
        Ok(Secret::new(text))
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Secret, E> {
        Err(E::custom("a text is expected"))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Secret, E> {
        Err(E::custom("a text is expected"))
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Secret, E> {
        Err(E::custom("a text is expected"))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Secret, E> {
        Err(E::custom("a text is expected"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_that_is_no_text_is_not_quoted() {
        for secret in ["4111111111111111", "-4111111111111111", "41111.5", "true", "[411]", "null"] {
            let error = serde_json::from_str::<Secret>(secret).unwrap_err().to_string();
            assert!(!error.contains("411") && !error.contains("true"), "{error}");
        }
        assert_eq!(serde_json::from_str::<Secret>("\"a\\u0062\"").unwrap().expose(), "ab");
    }

    #[test]
    fn a_secret_does_not_print() {
        assert_eq!(format!("{:?}", Some(Secret::new("hunter2"))), "Some(<redacted>)");
    }
}
