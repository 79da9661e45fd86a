use serde::{Deserialize, Serialize};

/// A chain that money can be sent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chain {
    Bitcoin,
    Ethereum,
    Tron,
}

/// A currency that is sent to wallets.
#[derive(Debug, PartialEq, Eq)]
pub struct Coin {
    pub currency: &'static str,
    /// The chains that it can be sent on.
    pub chains: &'static [Chain],
}

/// The coins that can be sent, with their chains: a coin's own chain, and for the dollar tokens those on which their
/// issuers (Tether, Circle) issue them.
pub const COINS: [Coin; 5] = [
    Coin { currency: "BTC", chains: &[Chain::Bitcoin] },
    Coin { currency: "ETH", chains: &[Chain::Ethereum] },
    Coin { currency: "TRX", chains: &[Chain::Tron] },
    Coin { currency: "USDC", chains: &[Chain::Ethereum] },
    Coin { currency: "USDT", chains: &[Chain::Ethereum, Chain::Tron] },
];

impl Coin {
    /// `None` for a currency that is not sent to wallets.
    pub fn find(currency: &str) -> Option<&'static Self> {
        COINS.iter().find(|coin| coin.currency == currency)
    }
}

impl Chain {
    pub const ALL: [Chain; 3] = [Self::Bitcoin, Self::Ethereum, Self::Tron];

    /// The word on the wire and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Bitcoin => "bitcoin",
            Self::Ethereum => "ethereum",
            Self::Tron => "tron",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|chain| chain.code() == code)
    }
}
