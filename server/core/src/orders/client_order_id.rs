//! The names that clients give their orders.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::decision::Record;
use crate::ids::{AccountId, OrderId};

/// The greatest length of a name, in bytes.
pub const CLIENT_ORDER_ID_LENGTH_MAX: usize = 128;

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("not a client order id")]
pub struct NotAClientOrderId;

/// A client's own name of an order: 1 to 128 printable ASCII characters, as in FIX. An account uses each once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientOrderId([u8; CLIENT_ORDER_ID_LENGTH_MAX]);

impl ClientOrderId {
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(self.0.len());
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }
}

impl FromStr for ClientOrderId {
    type Err = NotAClientOrderId;

    fn from_str(text: &str) -> Result<Self, NotAClientOrderId> {
        let mut bytes = [0; CLIENT_ORDER_ID_LENGTH_MAX];
        let is_printable = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if text.is_empty() || text.len() > bytes.len() || !is_printable {
            return Err(NotAClientOrderId);
        }
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self(bytes))
    }
}

impl fmt::Debug for ClientOrderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for ClientOrderId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for ClientOrderId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

/// The order that an account gave a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientOrder {
    pub account: AccountId,
    pub name: ClientOrderId,
    pub order: OrderId,
}

impl Record for ClientOrder {
    type Key = (AccountId, ClientOrderId);

    const NAME: &'static str = "client order id";
    const HAS_ID: bool = false;

    fn key(&self) -> (AccountId, ClientOrderId) {
        (self.account, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_printable_and_neither_empty_nor_long() {
        let longest = "x".repeat(CLIENT_ORDER_ID_LENGTH_MAX);
        for good in ["a", "grid 7/buy-1", &longest] {
            assert_eq!(good.parse::<ClientOrderId>().unwrap().as_str(), good);
        }
        for bad in ["", "a\n", "é", "\u{0}", &format!("{longest}x")] {
            assert!(bad.parse::<ClientOrderId>().is_err(), "{bad:?}");
        }
    }
}
