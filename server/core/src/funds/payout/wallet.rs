use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::chain_address::{bitcoin, ethereum, tron};
use super::{Chain, Coin, DestinationError, Sensitive};

/// An address on a chain, and the currency that may be sent there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WalletAddress {
    pub currency: &'static str,
    pub chain: Chain,
    pub address: Sensitive,
}

/// Reads a stored address. An address that was checked when it was saved is not checked again: rules may have become
/// stricter since.
impl<'de> Deserialize<'de> for WalletAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Written {
            currency: String,
            chain: Chain,
            address: Sensitive,
        }
        let Written { currency, chain, address } = Written::deserialize(deserializer)?;
        let coin = Coin::find(&currency).ok_or_else(|| D::Error::custom(DestinationError::Currency))?;
        Ok(Self { currency: coin.currency, chain, address })
    }
}

impl WalletAddress {
    /// Reads an address that `currency` can be sent to on `chain`.
    pub fn read(currency: &str, chain: &str, address: &str) -> Result<Self, DestinationError> {
        let coin = Coin::find(currency).ok_or(DestinationError::Currency)?;
        let chain = Chain::from_code(chain).filter(|chain| coin.chains.contains(chain));
        let chain = chain.ok_or(DestinationError::Chain)?;
        let read = match chain {
            Chain::Bitcoin => bitcoin,
            Chain::Ethereum => ethereum,
            Chain::Tron => tron,
        };
        let address = read(address.trim()).ok_or(DestinationError::Address)?;
        Ok(Self { currency: coin.currency, chain, address: Sensitive::new(address) })
    }

    /// Contains the currency, because an address may be saved once for each currency.
    pub(super) fn identity(&self) -> String {
        format!("wallet:{}:{}:{}", self.currency, self.chain.code(), self.address.whole())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRON: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
    const ETHEREUM: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const BITCOIN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

    #[test]
    fn currencies_go_to_addresses_of_their_chains() {
        use DestinationError as E;
        let table = [
            ("BTC", "bitcoin", BITCOIN, Ok(())),
            ("ETH", "ethereum", ETHEREUM, Ok(())),
            ("TRX", "tron", TRON, Ok(())),
            ("USDC", "ethereum", ETHEREUM, Ok(())),
            ("USDT", "ethereum", ETHEREUM, Ok(())),
            ("USDT", "tron", TRON, Ok(())),
            ("USDT", "tron", " TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t ", Ok(())),
            ("USDT", "tron", ETHEREUM, Err(E::Address)),
            ("USDT", "ethereum", TRON, Err(E::Address)),
            ("BTC", "bitcoin", ETHEREUM, Err(E::Address)),
            ("USDT", "bitcoin", BITCOIN, Err(E::Chain)),
            ("USDC", "tron", TRON, Err(E::Chain)),
            ("USDT", "TRON", TRON, Err(E::Chain)),
            ("USDT", "", TRON, Err(E::Chain)),
            ("usdt", "tron", TRON, Err(E::Currency)),
            ("USD", "tron", TRON, Err(E::Currency)),
            ("", "", "", Err(E::Currency)),
        ];
        for (currency, chain, address, expected) in table {
            assert_eq!(
                WalletAddress::read(currency, chain, address).map(drop),
                expected,
                "{currency} {chain} {address}"
            );
        }
    }

    #[test]
    fn an_address_is_the_same_in_either_case() {
        let identity = |address: &str| WalletAddress::read("ETH", "ethereum", address).unwrap().identity();
        assert_eq!(identity(ETHEREUM), identity(&ETHEREUM.to_lowercase()));
        let identity = |address: &str| WalletAddress::read("BTC", "bitcoin", address).unwrap().identity();
        assert_eq!(identity(BITCOIN), identity(&BITCOIN.to_uppercase()));
    }
}
