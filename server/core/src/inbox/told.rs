//! The content of a notice: its subject, and the values of its sentence.

use crate::decimal::{Price, Quantity};
use crate::ids::InstrumentId;
use crate::money::{Currency, Money};
use crate::positions::Direction;

/// The subject of a notice, which decides the screen that it opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Order,
    Deposit,
    Withdrawal,
    Position,
    Security,
    Payout,
    Identity,
    Service,
    Wallet,
}

impl Subject {
    pub const ALL: [Self; 9] = [
        Self::Order,
        Self::Deposit,
        Self::Withdrawal,
        Self::Position,
        Self::Security,
        Self::Payout,
        Self::Identity,
        Self::Service,
        Self::Wallet,
    ];

    /// The name on the wire, which is stable.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Deposit => "deposit",
            Self::Withdrawal => "withdrawal",
            Self::Position => "position",
            Self::Security => "security",
            Self::Payout => "payout",
            Self::Identity => "identity",
            Self::Service => "service",
            Self::Wallet => "wallet",
        }
    }
}

/// A value of a sentence, written for its reader by the server.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    Quantity(Quantity),
    Price(Price),
    /// A price with the currency of the instrument.
    PriceIn(Price),
    PriceOf(Price, Currency),
    /// A calculated price, to the decimals of quotes.
    WorkedOut(Price),
    Money(Money),
    /// An amount of a currency, as it was written.
    Sum(&'a str, &'a str),
    /// A number that is not the customer's own, such as that of nights.
    Number(i64),
    /// A masked number or an address.
    Text(&'a str),
    /// The name of a device; empty if unknown.
    Device(&'a str),
    Direction(Direction),
    /// A stored word for a reason; empty for none.
    Reason(&'a str),
    Reasons(&'a [String]),
    /// The code of a service.
    Service(&'a str),
}

/// A notice as it is told.
#[derive(Clone, Debug)]
pub struct Told<'a> {
    /// The name on the wire, which is stable.
    pub code: &'static str,
    /// The sentences of title and text: `notice_<title>` and `notice_<text>_text` in the server's words.
    pub title: &'static str,
    pub text: &'static str,
    pub subject: Subject,
    /// The id of the order, deposit, withdrawal or position; `None` for a subject without an id.
    pub subject_id: Option<i64>,
    /// The instrument, whose name and code are values of the sentence as well.
    pub instrument: Option<InstrumentId>,
    /// The values by the names of their places.
    pub values: Vec<(&'static str, Value<'a>)>,
}

impl<'a> Told<'a> {
    /// A notice whose sentences are named by its code.
    pub const fn new(code: &'static str, subject: Subject, subject_id: Option<i64>) -> Self {
        Self { code, title: code, text: code, subject, subject_id, instrument: None, values: Vec::new() }
    }

    pub fn titled(self, title: &'static str) -> Self {
        Self { title, ..self }
    }

    pub fn worded(self, text: &'static str) -> Self {
        Self { text, ..self }
    }

    pub fn about(self, instrument: InstrumentId) -> Self {
        Self { instrument: Some(instrument), ..self }
    }

    pub fn with<const N: usize>(self, values: [(&'static str, Value<'a>); N]) -> Self {
        Self { values: values.to_vec(), ..self }
    }
}
