//! Text that must not reach a log, a reply or an error message.

use std::fmt;

use serde::Deserialize;
use utoipa::ToSchema;

/// A password, code or key. It prints as `<redacted>` and cannot be serialised.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, format = Password)]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_does_not_print() {
        assert_eq!(format!("{:?}", Some(Secret::new("hunter2"))), "Some(<redacted>)");
    }
}
