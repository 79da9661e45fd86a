use serde::{Deserialize, Serialize};
use strum::{EnumIter, IntoEnumIterator};

/// A reason for an unsuccessful review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumIter, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckFailure {
    /// The images cannot be read.
    DocumentUnreadable,
    /// A corner of the document is not in the image.
    ImageMissingCorner,
    DocumentExpired,
    /// Not one of the documents that are taken.
    DocumentTypeUnsupported,
    /// The document has another name than was typed.
    NameDiffers,
    /// The document has another number, or one that its country does not issue.
    NumberInvalid,
    Underage,
    /// Another account is verified by the same document.
    DocumentInUse,
}

impl CheckFailure {
    /// The stable word, which clients translate.
    pub const fn word(self) -> &'static str {
        match self {
            Self::DocumentUnreadable => "document_unreadable",
            Self::ImageMissingCorner => "image_missing_corner",
            Self::DocumentExpired => "document_expired",
            Self::DocumentTypeUnsupported => "document_type_unsupported",
            Self::NameDiffers => "name_differs",
            Self::NumberInvalid => "number_invalid",
            Self::Underage => "underage",
            Self::DocumentInUse => "document_in_use",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::iter().find(|failure| failure.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_found_by_its_word() {
        for failure in CheckFailure::iter() {
            assert_eq!(CheckFailure::from_word(failure.word()), Some(failure));
        }
        assert_eq!(CheckFailure::from_word("ugly"), None);
    }
}
