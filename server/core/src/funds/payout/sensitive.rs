use std::fmt;

use serde::{Deserialize, Serialize};

/// The most characters of the text's end that are ever shown.
const SHOWN_MAX: usize = 4;

/// A number or an address that money goes to: plain ASCII, read already. `Debug` masks it, but its serialised form is
/// whole: keep values that hold it out of replies.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sensitive(String);

impl Sensitive {
    /// Wraps a text that was read before, or stored.
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// The whole text, for sending money and for storing it; keep it out of anything that is printed.
    pub fn whole(&self) -> &str {
        &self.0
    }

    /// The last four characters, and never more than half of the text.
    pub fn ending(&self) -> &str {
        let shown = SHOWN_MAX.min(self.0.len() / 2);
        self.0.get(self.0.len() - shown..).unwrap_or_default()
    }

    /// The form in which it is shown: `****3000`.
    pub fn masked(&self) -> String {
        format!("****{}", self.ending())
    }
}

impl fmt::Debug for Sensitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.masked())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_shown_and_never_most_of_it() {
        let table = [
            ("DE89370400440532013000", "****3000"),
            ("12345678", "****5678"),
            ("1234567", "****567"),
            ("1234", "****34"),
            ("1", "****"),
            ("", "****"),
        ];
        for (whole, masked) in table {
            let number = Sensitive::new(whole.to_owned());
            assert_eq!((number.masked().as_str(), format!("{number:?}").as_str()), (masked, masked));
        }
    }
}
