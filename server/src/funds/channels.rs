//! The ways in which a deposit can be made: `data/deposit_channels.csv`.
//!
//! Every channel in the file is a paper one, and credited in USD at the dated rate of its currency ([`super::rates`]);
//! wallets use simulated chains ([`super::chains`]). Live mode has none of them.

use std::sync::LazyLock;

use plumbline_core::funds::{DepositChannel, REPORTING};
use plumbline_core::money::Money;
use serde::Deserialize;

use crate::http::{ApiError, amount};
use crate::mode::Mode;

/// A way to deposit.
#[derive(Clone, Debug, Deserialize)]
pub struct Channel {
    #[serde(deserialize_with = "channel")]
    pub channel: DepositChannel,
    /// The currency that is sent: `USD`, `EUR`, `USDT`, …
    pub currency: String,
    /// The chain, for a crypto wallet.
    pub network: Option<String>,
    /// Least and greatest amount in units of `currency`.
    #[serde(deserialize_with = "limit")]
    pub min_amount: Money,
    #[serde(deserialize_with = "limit")]
    pub max_amount: Money,
    /// Network confirmations after which a crypto deposit is credited.
    pub confirmations: Option<u32>,
    /// True if the channel exists in paper mode only.
    pub paper: bool,
}

static CHANNELS: LazyLock<Vec<Channel>> = LazyLock::new(|| {
    let rows = csv::Reader::from_reader(include_str!("../../data/deposit_channels.csv").as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("the embedded file is valid, as a test checks")
});

/// The channels of `mode`.
pub fn offered(mode: Mode) -> impl Iterator<Item = &'static Channel> {
    CHANNELS.iter().filter(move |channel| !channel.paper || mode == Mode::Paper)
}

/// The channel of a currency, on any network.
pub fn find(mode: Mode, kind: DepositChannel, currency: &str) -> Option<&'static Channel> {
    offered(mode).find(|channel| channel.channel == kind && channel.currency == currency)
}

impl Channel {
    /// Reads an amount as the customer wrote it: positive, at most two decimals, within the channel's limits. Its
    /// currency is nominal; [`super::rates::CreditRate::credit`] gives the credited amount.
    pub fn amount(&self, text: &str) -> Result<Money, ApiError> {
        let amount = Money::new(amount(text)?, REPORTING);
        let limits = || serde_json::json!({ "minimum": self.min_amount.amount(), "maximum": self.max_amount.amount() });
        if amount.minor < self.min_amount.minor {
            return Err(ApiError::invalid("amount_too_small", "amount").with_detail(limits()));
        }
        if amount.minor > self.max_amount.minor {
            return Err(ApiError::invalid("amount_too_large", "amount").with_detail(limits()));
        }
        Ok(amount)
    }
}

fn read<'de, D: serde::Deserializer<'de>, T>(
    deserializer: D,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse(&text).ok_or_else(|| serde::de::Error::custom(format!("{text:?} is not valid")))
}

fn channel<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<DepositChannel, D::Error> {
    read(deserializer, DepositChannel::from_code)
}

fn limit<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Money, D::Error> {
    read(deserializer, |text| Money::parse(text, REPORTING).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_channels_cannot_be_taken_for_real_ones() {
        assert_eq!(offered(Mode::Live).count(), 0);
        for channel in offered(Mode::Paper) {
            assert_eq!(channel.network.is_some(), channel.channel == DepositChannel::Wallet, "{channel:?}");
            assert_eq!(channel.min_amount.amount(), "1.00", "{channel:?}");
        }
    }

    #[test]
    fn amounts_within_the_limits() {
        let channel = find(Mode::Paper, DepositChannel::Wallet, "USDT").unwrap();
        let table = [
            ("1", Ok(100)),
            ("10000000.00", Ok(1_000_000_000)),
            ("0.99", Err("amount_too_small")),
            ("10000000.01", Err("amount_too_large")),
            ("1.005", Err("amount_invalid")),
            ("-5", Err("amount_invalid")),
            ("0", Err("amount_invalid")),
            ("1e3", Err("amount_invalid")),
            ("", Err("amount_invalid")),
        ];
        for (text, expected) in table {
            let amount = channel.amount(text);
            assert_eq!(amount.map(|money| money.minor).map_err(|e| e.word), expected, "{text}");
        }
        assert!(find(Mode::Paper, DepositChannel::Fiat, "JPY").is_none());
    }
}
