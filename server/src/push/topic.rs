//! What a client can subscribe to.

use std::fmt;
use std::str::FromStr;

/// The topics of one customer's account stream. They share one sequence of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UserTopic {
    Orders,
    Positions,
    Wallets,
    Messages,
}

impl UserTopic {
    pub const ALL: [UserTopic; 4] = [Self::Orders, Self::Positions, Self::Wallets, Self::Messages];

    /// The name on the wire and in `account_events`.
    pub const fn code(self) -> &'static str {
        match self {
            UserTopic::Orders => "orders",
            UserTopic::Positions => "positions",
            UserTopic::Wallets => "wallets",
            UserTopic::Messages => "messages",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.code() == code)
    }
}

/// One topic of a `subscribe` frame.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// `quote:MARKET:CODE`, open to everyone.
    Quote { market: String, code: String },
    /// A topic of the account that the socket is authenticated for.
    User(UserTopic),
}

impl FromStr for Topic {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Some(topic) = UserTopic::from_code(text) {
            return Ok(Topic::User(topic));
        }
        let (market, code) = text.strip_prefix("quote:").and_then(|rest| rest.split_once(':')).ok_or(())?;
        if market.is_empty() || code.is_empty() {
            return Err(());
        }
        Ok(Topic::Quote { market: market.to_owned(), code: code.to_owned() })
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Topic::Quote { market, code } => write!(f, "quote:{market}:{code}"),
            Topic::User(topic) => f.write_str(topic.code()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_read_and_write_the_same() {
        for text in ["quote:UsStock:AAPL", "quote:Crypto:BTC:USDT", "orders", "positions", "wallets", "messages"] {
            assert_eq!(text.parse::<Topic>().unwrap().to_string(), text);
        }
        for text in ["", "quote:", "quote:UsStock", "quote:UsStock:", "quote::AAPL", "Orders", "trades:UsStock:AAPL"] {
            assert_eq!(text.parse::<Topic>(), Err(()), "{text}");
        }
    }
}
