//! Which file carries a withdrawal, and what the file is.

use std::io;

use plumbline_core::funds::Withdrawal;
use plumbline_core::funds::payout::Destination;
use sha2::{Digest, Sha256};

use super::batch::{Batch, Format, Payer};
use super::{pain001, sheet};

/// The format that can carry a withdrawal, where an account of ours may pay through a bank in its currency.
pub fn format_of(withdrawal: &Withdrawal, payer: Option<&Payer>) -> Format {
    match &withdrawal.destination {
        Destination::Bank(bank) if payer.is_some() && pain001::carries(bank, &withdrawal.currency) => Format::Pain001,
        _ => Format::Sheet,
    }
}

/// A batch's file. The withdrawals come in the order of their numbers, so that it is always the same.
pub fn render(batch: &Batch, withdrawals: &[Withdrawal]) -> io::Result<Vec<u8>> {
    match batch.format {
        Format::Pain001 => pain001::render(batch, withdrawals),
        Format::Sheet | Format::FirstSheet => sheet::render(batch, withdrawals),
    }
}

/// The SHA-256 of a file.
pub fn digest(file: &[u8]) -> String {
    hex::encode(Sha256::digest(file))
}
