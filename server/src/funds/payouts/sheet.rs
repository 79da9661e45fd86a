//! Payouts as a table, for whoever sends coins, or pays what a bank's file cannot carry.

use std::io;

use plumbline_core::funds::payout::{BankAccount, BankNumber, Destination};
use plumbline_core::funds::{Withdrawal, format_hundredths};

use super::batch::Batch;
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

/// The table, with a row a withdrawal.
pub fn render(batch: &Batch, withdrawals: &[Withdrawal]) -> io::Result<Vec<u8>> {
    let failed = |error| io::Error::other(format!("{error:?}"));
    let mut file = CsvFile::new(COLUMNS).map_err(failed)?;
    let (name, money) = (batch.name(), if batch.is_paper { "paper" } else { "real" });
    let note = if batch.is_paper { "PAPER MONEY - NOT TO BE PAID" } else { "" };
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
            &id,
            &withdrawal.currency,
            &amount,
            chain,
            number,
            kind,
            holder,
            bank,
            swift,
            aba,
            region,
            city,
            postal,
            branch,
            personal,
            note,
        ];
        file.row(row).map_err(failed)?;
    }
    file.bytes().map_err(failed)
}

/// A bank account in the order of the columns, from the chain on that it has none of, without its number.
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
