//! The shared parts of identity checks.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use plumbline_core::kyc::documents::{CountryCode, DocumentKind, Particulars};
use plumbline_core::kyc::{DocumentTag, IdentityCheck};
use plumbline_core::time::UnixMillis;

use super::sealed::{self, SealedError};
use crate::clock::Clock;
use crate::db::Db;
use crate::files::Files;
use crate::sealing::Sealer;
use crate::server_key::ServerKey;
use crate::writer::Writer;

/// The parts that receive customers' documents, and review them.
#[derive(Debug)]
pub struct Desk {
    pub db: Db,
    pub clock: Clock,
    pub writer: Writer,
    pub key: ServerKey,
    pub sealer: Arc<Sealer>,
    pub files: Arc<Files>,
    /// Seconds after which the autopilot of paper mode reviews a submission; `None` if people review.
    pub autopilot: Option<u32>,
}

impl Desk {
    /// Uses the sealer, key and clock of the files.
    pub fn new(files: Arc<Files>, writer: Writer, autopilot: Option<u32>) -> Self {
        let (db, clock, key, sealer) = (files.db.clone(), files.clock.clone(), files.key.clone(), files.sealer.clone());
        Self { db, clock, writer, key, sealer, files, autopilot }
    }

    /// The day that ages and expiry dates are compared with.
    pub fn today(&self) -> Date {
        day_of(self.clock.now())
    }

    /// The document's tag: it distinguishes the document from all others, and reveals nothing of it.
    pub(super) fn tag(&self, kind: DocumentKind, country: CountryCode, particulars: &Particulars) -> DocumentTag {
        let [kind, issuer, number] = particulars.told_apart_by(kind, country);
        let tag = self.key.tag(&["kyc/document", &kind, &issuer, &number]);
        let mut bytes = [0; 32];
        hex::decode_to_slice(tag, &mut bytes).expect("a tag is 32 bytes in hexadecimal");
        DocumentTag(bytes)
    }

    /// The particulars of a check.
    ///
    /// # Errors
    /// No key opens them.
    pub fn open(&self, check: &IdentityCheck) -> Result<Particulars, SealedError> {
        sealed::open(&self.sealer, check)
    }
}

/// The day in UTC.
fn day_of(now: UnixMillis) -> Date {
    let at = Timestamp::from_millisecond(now.0).unwrap_or_default();
    at.to_zoned(TimeZone::UTC).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_that_of_utc() {
        assert_eq!(day_of(UnixMillis(1_795_391_999_999)).to_string(), "2026-11-22");
        assert_eq!(day_of(UnixMillis(1_795_392_000_000)).to_string(), "2026-11-23");
    }
}
