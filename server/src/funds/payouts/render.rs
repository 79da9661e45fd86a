//! The format of a withdrawal's file, and the file's content.

use std::io;

use plumbline_core::funds::Withdrawal;
use plumbline_core::funds::payout::Destination;
use sha2::{Digest, Sha256};

use super::batch::{Batch, Format, Payer};
use super::{pain001, sheet};

/// The format for a withdrawal: a bank's message if `payer` may pay in its currency and the bank can, otherwise a
/// table.
pub fn format_of(withdrawal: &Withdrawal, payer: Option<&Payer>) -> Format {
    match &withdrawal.destination {
        Destination::Bank(bank) if payer.is_some() && pain001::carries(bank, &withdrawal.currency) => Format::Pain001,
        _ => Format::Sheet,
    }
}

/// A batch's file. The withdrawals are in the order of their numbers, so that its content never changes.
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
