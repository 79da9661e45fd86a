use serde::{Deserialize, Serialize};
use strum::{EnumIter, IntoEnumIterator};

/// The way in which a withdrawal was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum Sending {
    /// Paper money, which is sent nowhere.
    Simulated,
    /// In a file of payouts, which the bank or the holder of the coins carries out.
    File,
    /// By people, who name the proof: the transaction on its chain, or the bank's own reference.
    ByHand { reference: String },
}

impl Sending {
    /// The words of all.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        Self::iter().map(|sending| sending.code())
    }

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

    /// Reads a stored sending: only one by hand has a reference, and always.
    pub fn read(code: &str, reference: Option<String>) -> Option<Self> {
        match Self::iter().find(|sending| sending.code() == code)? {
            Self::ByHand { .. } => Some(Self::ByHand { reference: reference? }),
            sending @ (Self::Simulated | Self::File) => reference.is_none().then_some(sending),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sending_is_read_as_it_was_written() {
        for sending in Sending::iter() {
            assert_eq!(Sending::read(sending.code(), sending.reference().map(str::to_owned)), Some(sending));
        }
        let by_hand = Sending::ByHand { reference: "0xabc".into() };
        assert_eq!(Sending::read("by_hand", Some("0xabc".into())), Some(by_hand));
        assert_eq!(Sending::read("by_hand", None), None);
        assert_eq!(Sending::read("file", Some("0xabc".into())), None);
        assert_eq!(Sending::read("", None), None);
    }
}
