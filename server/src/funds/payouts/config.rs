//! The way in which withdrawals are paid out: simulated in paper mode, unless a file of settings (`--payouts`) requests
//! files; with real money always by files, by the servers that have such settings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plumbline_core::funds::payout::{BankNumber, swift_code};
use serde::Deserialize;
use thiserror::Error;

use super::batch::{Payer, PayerAccount};
use super::elsewhere::Elsewhere;
use super::file::{FileSettings, Files};
use super::plain_text::plain;
use super::simulated::Simulated;
use super::store;
use super::way::Payouts;
use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::ids::Ids;
use crate::mode::Mode;

/// The longest name of a payer (`Max140Text`).
const NAME: usize = 140;

#[derive(Debug, Error)]
#[error("{file}: {text}")]
pub struct SettingsError {
    file: String,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    folder: Option<PathBuf>,
    payer: Option<PayerEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PayerEntry {
    name: String,
    account: Vec<AccountEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AccountEntry {
    currency: String,
    number: String,
    bic: String,
}

/// An operator's settings.
#[derive(Debug)]
pub enum PayoutSettings {
    Simulated,
    Elsewhere,
    Files(FileSettings),
}

impl PayoutSettings {
    pub fn read(mode: Mode, file: Option<&Path>, data_dir: &Path) -> Result<Self, SettingsError> {
        let Some(path) = file else {
            return Ok(if mode == Mode::Paper { Self::Simulated } else { Self::Elsewhere });
        };
        let failed = |text: String| SettingsError { file: path.display().to_string(), text };
        let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
        // Without the text around the mistake, which may contain an account number.
        let read: File = toml::from_str(&text).map_err(|error| failed(error.message().to_owned()))?;
        let folder = read.folder.unwrap_or_else(|| data_dir.join("payouts"));
        let payers = read.payer.map(payers_of).transpose().map_err(failed)?.unwrap_or_default();
        Ok(Self::Files(FileSettings { folder, is_paper: mode == Mode::Paper, payers }))
    }

    /// A database that was once paid out of by files stays so, at all its servers: otherwise one would simulate
    /// payments that another leaves to people.
    pub async fn keep(&self, db: &Db) -> Result<(), DbError> {
        let is_set = matches!(self, Self::Files(_));
        if is_set {
            store::pay_by_files(db).await?;
        }
        if !is_set && (matches!(self, Self::Elsewhere) || store::are_files(&mut db.read().await?).await?) {
            tracing::warn!(
                "withdrawals are paid out by files, which only servers with --payouts write, and not this one"
            );
        }
        Ok(())
    }

    /// The configured way.
    pub fn way(self, db: Db, clock: Clock, ids: Arc<Ids>) -> Arc<dyn Payouts> {
        match self {
            Self::Simulated => Arc::new(Simulated { db }),
            Self::Elsewhere => Arc::new(Elsewhere),
            Self::Files(settings) => Arc::new(Files { settings, db, clock, ids }),
        }
    }
}

fn payers_of(entry: PayerEntry) -> Result<BTreeMap<String, Payer>, String> {
    let name = plain(&entry.name, NAME).ok_or("the payer's name must be in Latin letters")?;
    let mut payers = BTreeMap::new();
    for account in entry.account {
        let wrong = |what: &str| format!("the payer's account in {}: {what}", account.currency);
        if account.currency.len() != 3 || !account.currency.bytes().all(|b| b.is_ascii_uppercase()) {
            return Err(wrong("a currency is three capitals"));
        }
        let number = BankNumber::of_account(&account.number).map_err(|_| wrong("its number cannot be one"))?;
        let bank = swift_code(&account.bic).map_err(|_| wrong("its bank has no such BIC"))?;
        let payer = Payer { name: name.clone(), account: Some(PayerAccount { number, bank }) };
        if payers.insert(account.currency.clone(), payer).is_some() {
            return Err(wrong("there are two"));
        }
    }
    Ok(payers)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: &str = r#"
        [payer]
        name = "Weiß Märkte"
        [[payer.account]]
        currency = "EUR"
        number = "DE89 3704 0044 0532 0130 00"
        bic = "DEUTDEFF"
    "#;

    fn read(mode: Mode, text: &str) -> Result<PayoutSettings, SettingsError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("payouts.toml");
        std::fs::write(&file, text).unwrap();
        PayoutSettings::read(mode, Some(&file), folder.path())
    }

    #[test]
    fn paper_money_is_never_paid_from_an_account() {
        let unset = |mode| PayoutSettings::read(mode, None, Path::new("data"));
        assert!(matches!(unset(Mode::Paper), Ok(PayoutSettings::Simulated)));
        assert!(matches!(unset(Mode::Live), Ok(PayoutSettings::Elsewhere)), "nobody said where to, and who pays");
        let Ok(PayoutSettings::Files(paper)) = read(Mode::Paper, SETTINGS) else { panic!("files are asked for") };
        assert_eq!((paper.payer("EUR"), paper.payer("USD")), (Some(Payer::paper()), Some(Payer::paper())));
        let Ok(PayoutSettings::Files(live)) = read(Mode::Live, SETTINGS) else { panic!("files are asked for") };
        let payer = live.payer("EUR").unwrap();
        assert!(live.folder.ends_with("payouts") && !live.is_paper);
        assert!(payer.name == "Weiss Markte" && payer.account.is_some() && live.payer("USD").is_none());
    }

    #[test]
    fn what_is_set_wrong_ends_the_start_without_a_number_in_the_sentence() {
        let second = SETTINGS.split_once("[[").unwrap().1;
        let refused = [
            (SETTINGS.replace("0130 00", "0130 01"), "cannot be one"),
            (SETTINGS.replace("DEUTDEFF", "DEUT"), "no such BIC"),
            (SETTINGS.replace("\"EUR\"", "\"euro\""), "three capitals"),
            (SETTINGS.replace("Weiß Märkte", "交易所"), "Latin letters"),
            (SETTINGS.replace("bic", "bank"), "unknown field"),
            (format!("{SETTINGS}\n[[{second}"), "there are two"),
        ];
        for (text, expected) in refused {
            let error = read(Mode::Live, &text).unwrap_err().to_string();
            assert!(error.contains(expected) && !error.contains("3704"), "{error}");
        }
    }
}
