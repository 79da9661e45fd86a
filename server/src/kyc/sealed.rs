//! A customer's particulars as they are stored: sealed for their account.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use plumbline_core::ids::AccountId;
use plumbline_core::kyc::IdentityCheck;
use plumbline_core::kyc::documents::Particulars;
use thiserror::Error;

use crate::sealing::{OpenError, Sealer};

const WHAT: &str = "kyc/particulars";

/// The reason why particulars cannot be read. It reveals nothing of them.
#[derive(Debug, Error)]
pub enum SealedError {
    #[error("they were removed after the check was unsuccessful")]
    Removed,
    #[error("they are not written as sealed things are")]
    Encoding,
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("what was sealed are no particulars")]
    Content,
}

pub fn seal(sealer: &Sealer, account: AccountId, particulars: &Particulars) -> String {
    let plain = serde_json::to_vec(particulars).expect("particulars are texts and dates");
    STANDARD.encode(sealer.seal(&[WHAT, &account.to_string()], &plain))
}

pub fn open(sealer: &Sealer, check: &IdentityCheck) -> Result<Particulars, SealedError> {
    serde_json::from_slice(&plain(sealer, check.account, &check.sealed)?).map_err(|_| SealedError::Content)
}

/// The particulars, sealed again with the newest key.
pub fn resealed(sealer: &Sealer, account: AccountId, sealed: &str) -> Result<String, SealedError> {
    let plain = plain(sealer, account, sealed)?;
    Ok(STANDARD.encode(sealer.seal(&[WHAT, &account.to_string()], &plain)))
}

fn plain(sealer: &Sealer, account: AccountId, sealed: &str) -> Result<Vec<u8>, SealedError> {
    if sealed.is_empty() {
        return Err(SealedError::Removed);
    }
    let sealed = STANDARD.decode(sealed).map_err(|_| SealedError::Encoding)?;
    Ok(sealer.open(&[WHAT, &account.to_string()], &sealed)?)
}
