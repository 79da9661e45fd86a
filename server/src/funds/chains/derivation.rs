//! Addresses derived from an extended public key (BIP-32), so that the server needs no key that can spend.
//!
//! The key is an account's, as wallets export it: `m/44'/60'/0'` for an EVM chain, `m/84'/0'/0'` for Bitcoin. Customers
//! get the addresses of its external chain, `0/place`.

use bech32::Hrp;
use bech32::segwit;
use bip32::{ChildNumber, ExtendedKey, XPub};
use plumbline_core::funds::payout::ethereum_address;
use ripemd::Ripemd160;
use sha2::{Digest, Sha256};
use sha3::Keccak256;
use thiserror::Error;

/// The depth of an account's key: purpose, coin, account.
const ACCOUNT_DEPTH: u8 = 3;
const EXTERNAL: u32 = 0;

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum XpubError {
    #[error("the extended key is not one: its text is damaged or incomplete")]
    Malformed,
    #[error(
        "the extended key is a private one. Take it out of the configuration: this server needs the public key of the account (xpub), and must never have one that can spend"
    )]
    Private,
    #[error("the extended key is not an account's: it must be exported at the third level, such as m/84'/0'/0'")]
    NotAnAccounts,
    #[error("no address follows from the extended key at this place")]
    NoAddress,
}

/// The form of a key's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Twenty bytes of a hash, with the checksum of EIP-55.
    Evm,
    /// A witness of the key's hash (BIP-84), under the network's prefix.
    Segwit(Hrp),
    /// A form that no real chain accepts: the simulated chain's name in front.
    Paper(String),
}

#[derive(Clone, Debug)]
pub struct Derivation {
    /// The key of the external chain.
    key: XPub,
    form: Form,
}

impl Derivation {
    pub fn read(text: &str, form: Form) -> Result<Self, XpubError> {
        let extended: ExtendedKey = text.trim().parse().map_err(|_| XpubError::Malformed)?;
        // The library would make a public key from a private one.
        if !extended.prefix.is_public() {
            return Err(if extended.prefix.is_private() { XpubError::Private } else { XpubError::Malformed });
        }
        if extended.attrs.depth != ACCOUNT_DEPTH {
            return Err(XpubError::NotAnAccounts);
        }
        let account = XPub::try_from(extended).map_err(|_| XpubError::Malformed)?;
        Ok(Self { key: child(&account, EXTERNAL)?, form })
    }

    /// The address at a place, in the form of the chain's nodes.
    pub fn address(&self, place: u32) -> Result<String, XpubError> {
        let key = child(&self.key, place)?;
        let compressed = key.to_bytes();
        Ok(match &self.form {
            Form::Evm => evm(&key)?,
            Form::Segwit(prefix) => {
                segwit::encode_v0(*prefix, &key_hash(&compressed)).map_err(|_| XpubError::NoAddress)?
            }
            Form::Paper(name) => format!("PAPER-{name}-{}", hex::encode_upper(key_hash(&compressed))),
        })
    }
}

fn child(key: &XPub, place: u32) -> Result<XPub, XpubError> {
    let number = ChildNumber::new(place, false).map_err(|_| XpubError::NoAddress)?;
    key.derive_child(number).map_err(|_| XpubError::NoAddress)
}

fn key_hash(compressed: &[u8]) -> [u8; 20] {
    Ripemd160::digest(Sha256::digest(compressed)).into()
}

/// The last twenty bytes of the hash of the uncompressed key, without its leading byte.
fn evm(key: &XPub) -> Result<String, XpubError> {
    let whole = key.public_key().to_sec1_point(false);
    let hash = Keccak256::digest(&whole.as_bytes()[1..]);
    ethereum_address(&format!("0x{}", hex::encode(&hash[12..]))).ok_or(XpubError::NoAddress)
}

#[cfg(test)]
mod tests {
    use plumbline_core::funds::payout::{bitcoin_address, ethereum_address};

    use super::*;

    /// The account of BIP-84's example.
    const BITCOIN: &str = "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
    /// The first account of the phrase of developers' nodes (`test test … junk`, m/44'/60'/0').
    const EVM: &str = "xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP";
    /// The private key of `abandon … about`, m/44'/60'/0'.
    const PRIVATE: &str = "xprv9zDSoJv1aBcjX6sNgEpE2J9K6MV2MUnXuqXsFgzVn3zY2aHyupaFQdYCtdCbNMkvcTdx9FeN49sgXw6mjrhrFLRSzJVnRYPfSCCgjeg4GxY";

    #[test]
    fn addresses_are_those_of_the_standards_examples() {
        let bitcoin = Derivation::read(BITCOIN, Form::Segwit(segwit_prefix("bc"))).unwrap();
        let receiving = ["bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g"];
        let evm = Derivation::read(EVM, Form::Evm).unwrap();
        let developers = ["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"];
        for place in [0, 1] {
            assert_eq!(bitcoin.address(place).unwrap(), receiving[place as usize]);
            assert_eq!(evm.address(place).unwrap(), developers[place as usize]);
        }
        for place in 2..20 {
            assert!(bitcoin_address(&bitcoin.address(place).unwrap()).is_some());
        }
        assert_eq!(bitcoin.address(1 << 31), Err(XpubError::NoAddress), "hardened ones need the private key");
    }

    #[test]
    fn paper_addresses_are_none_of_a_real_chain() {
        let paper = Derivation::read(EVM, Form::Paper("ETHEREUM".into())).unwrap();
        let address = paper.address(7).unwrap();
        assert!(address.starts_with("PAPER-ETHEREUM-"), "{address}");
        assert_eq!((bitcoin_address(&address), ethereum_address(&address)), (None, None));
    }

    #[test]
    fn only_an_accounts_public_key_is_taken() {
        let child = {
            let account: XPub = EVM.parse().unwrap();
            child(&account, 0).unwrap().to_string(bip32::Prefix::XPUB)
        };
        let (short, changed) = (&EVM[..100], EVM.replace("JLZ", "JLY"));
        let table = [
            (PRIVATE, XpubError::Private),
            (&child, XpubError::NotAnAccounts),
            (short, XpubError::Malformed),
            (&changed, XpubError::Malformed),
            ("", XpubError::Malformed),
        ];
        for (text, expected) in table {
            assert_eq!(Derivation::read(text, Form::Evm).err(), Some(expected), "{text}");
        }
    }

    fn segwit_prefix(text: &str) -> Hrp {
        Hrp::parse(text).unwrap()
    }
}
