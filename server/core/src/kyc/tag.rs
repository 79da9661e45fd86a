use serde::{Deserialize, Serialize};

use crate::decision::Record;
use crate::ids::AccountId;

/// What tells a document from all others and says nothing of it: a keyed hash of its kind, who issued it, and its number.
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

    /// Named by the document, so that two accounts mean the same one.
    const HAS_ID: bool = false;

    fn key(&self) -> DocumentTag {
        self.tag
    }
}
