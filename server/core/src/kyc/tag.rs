use serde::{Deserialize, Serialize};

use crate::decision::Record;
use crate::ids::AccountId;

/// Identifies a document without revealing it: a keyed hash of its kind, its issuer and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DocumentTag(pub [u8; 32]);

/// The one account that a document verifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentClaim {
    pub tag: DocumentTag,
    pub account: AccountId,
}

impl Record for DocumentClaim {
    type Key = DocumentTag;

    const NAME: &'static str = "document_claim";

    /// Identified by the document, so that two accounts with it contend for one record.
    const HAS_ID: bool = false;

    fn key(&self) -> DocumentTag {
        self.tag
    }
}
