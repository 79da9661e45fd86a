//! The topics that a client can subscribe to.

use std::fmt;
use std::str::FromStr;

use super::source::MarketSource;

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

/// The kinds of topics that are open to everyone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Quote,
    Depth,
    Trades,
    Bars,
    Status,
    News,
}

impl Kind {
    pub const ALL: [Kind; 6] = [Self::Quote, Self::Depth, Self::Trades, Self::Bars, Self::Status, Self::News];

    /// The word that topics of the kind begin with.
    pub const fn code(self) -> &'static str {
        match self {
            Kind::Quote => "quote",
            Kind::Depth => "depth",
            Kind::Trades => "trades",
            Kind::Bars => "bars",
            Kind::Status => "status",
            Kind::News => "news",
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The most topics of the kind that a client may have: lists of quotes, and the topics of a few open screens.
    pub const fn most(self) -> usize {
        match self {
            Kind::Quote => 500,
            Kind::Depth | Kind::Trades => 20,
            Kind::Bars => 10,
            Kind::Status => 50,
            Kind::News => 1,
        }
    }
}

/// One topic of a `subscribe` frame.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A public topic: its kind, and the text behind that; empty where the kind is the whole topic.
    Public(Kind, String),
    /// A topic of the account that the socket is authenticated for.
    User(UserTopic),
}

/// The subject of a public topic. They are ordered as the source has them in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// An instrument, by its number at the [`MarketSource`].
    Quote(u32),
    Depth(u32),
    Trades(u32),
    /// The bar of an instrument that is being built, and the number of its length.
    Bars(u32, u8),
    /// One calendar by its number, or all.
    Status(Option<u16>),
    News,
}

impl Subject {
    pub const fn kind(self) -> Kind {
        match self {
            Subject::Quote(_) => Kind::Quote,
            Subject::Depth(_) => Kind::Depth,
            Subject::Trades(_) => Kind::Trades,
            Subject::Bars(..) => Kind::Bars,
            Subject::Status(_) => Kind::Status,
            Subject::News => Kind::News,
        }
    }
}

impl FromStr for Topic {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Some(topic) = UserTopic::from_code(text) {
            return Ok(Topic::User(topic));
        }
        let (kind, rest) = text.split_once(':').map_or((text, ""), |(kind, rest)| (kind, rest));
        let kind = Kind::from_code(kind).ok_or(())?;
        if text.ends_with(':') {
            return Err(());
        }
        Ok(Topic::Public(kind, rest.to_owned()))
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Topic::Public(kind, rest) if rest.is_empty() => f.write_str(kind.code()),
            Topic::Public(kind, rest) => write!(f, "{}:{rest}", kind.code()),
            Topic::User(topic) => f.write_str(topic.code()),
        }
    }
}

/// The subject of a topic of that kind; `None` when the market has none of that name.
pub fn subject(kind: Kind, rest: &str, market: &dyn MarketSource) -> Option<Subject> {
    let instrument = |name: &str| name.split_once(':').and_then(|(of, code)| market.find(of, code));
    match kind {
        Kind::Quote => instrument(rest).map(Subject::Quote),
        Kind::Depth => instrument(rest).map(Subject::Depth),
        Kind::Trades => instrument(rest).map(Subject::Trades),
        Kind::Bars => {
            let (name, period) = rest.rsplit_once(':')?;
            Some(Subject::Bars(instrument(name)?, market.period(period)?))
        }
        Kind::Status if rest.is_empty() => Some(Subject::Status(None)),
        Kind::Status => market.calendar(rest).map(|calendar| Subject::Status(Some(calendar))),
        Kind::News => rest.is_empty().then_some(Subject::News),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::tests::support::Board;

    #[test]
    fn topics_read_and_write_the_same() {
        let known = ["quote:UsStock:AAPL", "quote:Crypto:BTC:USDT", "orders", "positions", "wallets", "messages"];
        let public =
            ["depth:UsStock:AAPL", "trades:UsStock:AAPL", "bars:UsStock:AAPL:5m", "status:XNYS", "status", "news"];
        for text in known.into_iter().chain(public) {
            assert_eq!(text.parse::<Topic>().unwrap().to_string(), text);
        }
        for text in ["", "quote:", "quote:UsStock:", "Orders", "prices:UsStock:AAPL", "status:", ":"] {
            assert_eq!(text.parse::<Topic>(), Err(()), "{text}");
        }
    }

    #[test]
    fn what_there_is_nothing_of_is_no_subject() {
        let table = [
            ("quote:UsStock:1", Some(Subject::Quote(1))),
            ("depth:UsStock:1", Some(Subject::Depth(1))),
            ("trades:UsStock:1", Some(Subject::Trades(1))),
            ("bars:UsStock:1:5m", Some(Subject::Bars(1, 1))),
            ("status", Some(Subject::Status(None))),
            ("status:XNYS", Some(Subject::Status(Some(0)))),
            ("news", Some(Subject::News)),
            ("quote", None),
            ("quote:UsStock", None),
            ("depth:UsStock:1000", None),
            ("depth:HK:1", None),
            ("bars:UsStock:1", None),
            ("bars:UsStock:1:7m", None),
            ("bars:UsStock:1000:5m", None),
            ("status:NONE", None),
            ("news:today", None),
        ];
        for (text, expected) in table {
            let Ok(Topic::Public(kind, rest)) = text.parse() else { panic!("{text}") };
            assert_eq!(subject(kind, &rest, &Board::default()), expected, "{text}");
        }
    }
}
