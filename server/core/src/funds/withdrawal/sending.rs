use serde::{Deserialize, Serialize};

/// How a withdrawal was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sending {
    /// Paper money, which leaves for nowhere.
    Simulated,
    /// In a file of payouts, which the bank or whoever holds the coins carries out.
    File,
    /// By people, who name what shows it: the transaction on its chain, or the bank's own reference.
    ByHand { reference: String },
}

impl Sending {
    pub const CODES: [&'static str; 3] = ["simulated", "file", "by_hand"];

    /// The word on the wire and in the database.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Simulated => "simulated",
            Self::File => "file",
            Self::ByHand { .. } => "by_hand",
        }
    }

    pub fn reference(&self) -> Option<&str> {
        match self {
            Self::Simulated | Self::File => None,
            Self::ByHand { reference } => Some(reference),
        }
    }

    /// Reads what was stored: only what people sent has a reference, and always.
    pub fn read(code: &str, reference: Option<String>) -> Option<Self> {
        match (code, reference) {
            ("simulated", None) => Some(Self::Simulated),
            ("file", None) => Some(Self::File),
            ("by_hand", Some(reference)) => Some(Self::ByHand { reference }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sending_is_read_as_it_was_written() {
        let by_hand = Sending::ByHand { reference: "0xabc".into() };
        for (sending, code) in [Sending::Simulated, Sending::File, by_hand].into_iter().zip(Sending::CODES) {
            assert_eq!(sending.code(), code);
            assert_eq!(Sending::read(code, sending.reference().map(str::to_owned)), Some(sending));
        }
        assert_eq!(Sending::read("by_hand", None), None);
        assert_eq!(Sending::read("file", Some("0xabc".into())), None);
        assert_eq!(Sending::read("", None), None);
    }
}
