//! Addresses on chains, on the main networks only. Each reader returns the normal form of an address, or `None` for an
//! invalid address and for one that nobody has the key of.

use bech32::segwit::{self, VERSION_0, VERSION_1};
use sha3::{Digest, Keccak256};

/// Version bytes of base58check addresses: <https://en.bitcoin.it/wiki/List_of_address_prefixes>,
/// <https://developers.tron.network/docs/account>.
const BITCOIN_KEY_HASH: u8 = 0x00;
const BITCOIN_SCRIPT_HASH: u8 = 0x05;
const TRON_ACCOUNT: u8 = 0x41;
/// The prefix of Bitcoin's segregated-witness addresses (BIP-173).
const BITCOIN_SEGWIT: &str = "bc";
/// Bytes of a Taproot output's key, the one use of witness version 1 that is defined for payments (BIP-341).
const TAPROOT_KEY: usize = 32;
/// Bytes of a hashed key or script.
const HASH: usize = 20;
/// Longer texts are invalid (BIP-173), and decoding base58 takes time that grows with the square of the length.
const LENGTH_MAX: usize = 90;

/// Base58check (versions 0 and 5), bech32 (BIP-173) and bech32m (BIP-350). Witness versions after Taproot's are
/// refused, because anybody may take money sent to them.
pub fn bitcoin(text: &str) -> Option<String> {
    if let Some(hash) = base58check(text, &[BITCOIN_KEY_HASH, BITCOIN_SCRIPT_HASH]) {
        return is_somebodys(&hash).then(|| text.to_owned());
    }
    let (prefix, version, program) = segwit::decode(text).ok()?;
    let is_defined = version == VERSION_0 || version == VERSION_1 && program.len() == TAPROOT_KEY;
    let is_ours = prefix.as_str().eq_ignore_ascii_case(BITCOIN_SEGWIT);
    (is_ours && is_defined && is_somebodys(&program)).then(|| text.to_ascii_lowercase())
}

/// Twenty bytes in hexadecimal. Capitals are a checksum (EIP-55); an address in small letters alone has none.
pub fn ethereum(text: &str) -> Option<String> {
    let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 2 * HASH)?;
    let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
    let is_somebodys = digits.bytes().any(|b| b != b'0');
    if !is_hex || !is_somebodys {
        return None;
    }
    let checked = with_checksum(digits);
    let has_capitals = digits.bytes().any(|b| b.is_ascii_uppercase());
    (!has_capitals || checked == digits).then(|| format!("0x{checked}"))
}

/// EIP-55: a letter is a capital if the digit at its place in the Keccak-256 of the small letters is 8 or more.
fn with_checksum(digits: &str) -> String {
    let small = digits.to_ascii_lowercase();
    let hash = Keccak256::digest(small.as_bytes());
    let nibbles = hash.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    let letters = small.chars().zip(nibbles);
    letters.map(|(digit, nibble)| if nibble >= 8 { digit.to_ascii_uppercase() } else { digit }).collect()
}

/// Base58check with TRON's version byte.
pub fn tron(text: &str) -> Option<String> {
    let hash = base58check(text, &[TRON_ACCOUNT])?;
    is_somebodys(&hash).then(|| text.to_owned())
}

/// The hash in a base58check address of one of the versions.
fn base58check(text: &str, versions: &[u8]) -> Option<Vec<u8>> {
    if text.len() > LENGTH_MAX {
        return None;
    }
    let decoded = bs58::decode(text).with_check(None).into_vec().ok()?;
    let (version, hash) = decoded.split_first()?;
    (versions.contains(version) && hash.len() == HASH).then(|| hash.to_vec())
}

/// True unless the hash is all zeros: nobody has a key to zeros, and money sent there is lost.
fn is_somebodys(hash: &[u8]) -> bool {
    hash.iter().any(|byte| *byte != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that `good` are addresses in their normal form and `bad` are invalid.
    #[track_caller]
    fn table(read: impl Fn(&str) -> Option<String>, good: &[&str], bad: &[&str]) {
        for text in good {
            assert_eq!(read(text).as_deref(), Some(*text));
        }
        for text in bad {
            assert_eq!(read(text), None, "{text}");
        }
    }

    /// Valid and invalid addresses of BIP-173 and BIP-350; the first block's; the wiki's examples of both versions.
    #[test]
    fn bitcoin_addresses() {
        let good = [
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            "17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem",
            "3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
        ];
        let bad = [
            "",
            // A letter of another case, a changed letter, a blank inside.
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7Divfna",
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
            "1A1zP1eP5QGefi2D MPTfTL5SLmv7DivfNa",
            // Test networks, another chain, an address without an owner.
            "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn",
            "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc",
            "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
            "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
            "1111111111111111111114oLvT2",
            // BIP-350: bech32 where bech32m is due, the other way round, an invalid letter, mixed case, another prefix,
            // programs that are too short and too long, no program.
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
            "BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL",
            "bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v24jc47",
            "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kV8F3T4",
            "tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut",
            "bc1pw5dgrnzv",
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
            "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P",
            "bc1gmk9yu",
            // Right by BIP-350, and without a use that is defined for payments: versions 1 with 40 bytes, 2 and 16.
            "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
            "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs",
            "BC1SW50QGDZ25J",
        ];
        table(bitcoin, &good, &bad);
        assert_eq!(bitcoin("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4").as_deref(), Some(good[3]));
        assert_eq!(bitcoin(&"1".repeat(60_000)), None);
    }

    /// The examples of EIP-55.
    #[test]
    fn ethereum_addresses() {
        let good = [
            "0x52908400098527886E0F7030069857D2E4169EE7",
            "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
            "0xde709f2102306220921060314715629080e2fb77",
            "0x27b1fdb04752bbc536007a920d24acb045561c26",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
            "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
            "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
        ];
        let bad = [
            "",
            "0x",
            "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED",
            "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg",
            "0x0000000000000000000000000000000000000000",
            "0xééééééééééééééééééé",
        ];
        table(ethereum, &good, &bad);
        for address in good {
            assert_eq!(ethereum(&address.to_lowercase()).as_deref(), Some(address), "small letters have no checksum");
        }
    }

    /// The contract of Tether's dollar, and two others of the main network.
    #[test]
    fn tron_addresses() {
        let good = [
            "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
            "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7",
            "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
        ];
        let bad = [
            "",
            "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T",
            "tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t",
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            // The key in hexadecimal, and the address of zeros.
            "41a614f803b6fd780986a42c78ec9c7f77e6ded13c",
            "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
        ];
        table(tron, &good, &bad);
    }
}
