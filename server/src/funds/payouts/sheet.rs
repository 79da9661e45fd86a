//! Payouts as a table, for sending coins, or paying what a bank's file cannot contain.

use std::borrow::Cow;
use std::io;

use plumbline_core::funds::payout::{BankAccount, BankNumber, Destination};
use plumbline_core::funds::{Withdrawal, format_hundredths};

use super::batch::{Batch, Format};
use crate::http::CsvFile;

const COLUMNS: [&str; 18] = [
    "batch",
    "money",
    "withdrawal",
    "currency",
    "amount",
    "chain",
    "number",
    "numberKind",
    "holder",
    "bank",
    "swiftCode",
    "abaRoutingNumber",
    "region",
    "city",
    "postalCode",
    "branchAddress",
    "personalAddress",
    "note",
];

/// Digits that a spreadsheet keeps; it replaces the rest by zeros.
const FIGURES_KEPT: usize = 15;

/// The table, with a row for each withdrawal.
pub fn render(batch: &Batch, withdrawals: &[Withdrawal]) -> io::Result<Vec<u8>> {
    let failed = |error| io::Error::other(format!("{error:?}"));
    let mut file = CsvFile::new(COLUMNS).map_err(failed)?;
    let (name, money) = (batch.name(), if batch.is_paper { "paper" } else { "real" });
    let note = if batch.is_paper { "PAPER MONEY - NOT TO BE PAID" } else { "" };
    let told = |text: &str| match batch.format {
        Format::FirstSheet => text.to_owned(),
        Format::Sheet | Format::Pain001 => kept(text).into_owned(),
    };
    for withdrawal in withdrawals {
        let (id, amount) = (withdrawal.id.to_string(), format_hundredths(withdrawal.net()));
        let number = withdrawal.destination.number().whole();
        let [chain, kind, rest @ ..] = match &withdrawal.destination {
            Destination::Wallet(wallet) => [wallet.chain.code(), "address", "", "", "", "", "", "", "", "", ""],
            Destination::Bank(bank) => banking(bank),
        };
        let [holder, bank, swift, aba, region, city, postal, branch, personal] = rest;
        let row = [
            &name,
            money,
            &told(&id),
            &withdrawal.currency,
            &amount,
            chain,
            &told(number),
            kind,
            holder,
            bank,
            &told(swift),
            &told(aba),
            region,
            city,
            &told(postal),
            branch,
            personal,
            note,
        ];
        file.row(row).map_err(failed)?;
    }
    file.bytes().map_err(failed)
}

/// An identifier that survives being opened and saved in a spreadsheet: an apostrophe makes a text of what would be
/// read as a number or a date, and written differently.
fn kept(name: &str) -> Cow<'_, str> {
    let is_figures = name.bytes().all(|b| b.is_ascii_digit());
    let is_kept = is_figures && name.len() <= FIGURES_KEPT && !(name.len() > 1 && name.starts_with('0'));
    let is_figure = name.bytes().all(|b| b.is_ascii_digit() || b" .,:/-eE".contains(&b));
    if is_figure && !is_kept && !name.is_empty() { format!("'{name}").into() } else { name.into() }
}

/// A bank account's cells in the order of the columns, from the empty chain on, without its number.
fn banking(bank: &BankAccount) -> [&str; 11] {
    let kind = match bank.number {
        BankNumber::Iban(_) => "iban",
        BankNumber::Account(_) => "account",
        BankNumber::Card(_) => "card",
    };
    let branch = &bank.branch;
    let [swift, aba, region, city, postal, address, personal] = [
        &bank.swift_code,
        &bank.aba_routing_number,
        &branch.region,
        &branch.city,
        &branch.postal_code,
        &branch.address,
        &bank.personal_address,
    ]
    .map(|text| text.as_deref().unwrap_or_default());
    ["", kind, &bank.account_name, &bank.bank_name, swift, aba, region, city, postal, address, personal]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_a_spreadsheet_would_change_is_a_text() {
        for (name, is_text) in [
            ("4111111111111111", true),
            ("123456789012345", false),
            ("021000021", true),
            ("0", false),
            ("22", false),
            ("30012345678901234", true),
            ("12E345", true),
            ("12-34-56", true),
            ("1/2", true),
            ("DE89370400440532013000", false),
            ("SW1A 1AA", false),
            ("", false),
        ] {
            assert_eq!(kept(name).starts_with('\''), is_text, "{name}");
            assert_eq!(kept(name).trim_start_matches('\''), name);
        }
    }
}
