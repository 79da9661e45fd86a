use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    IdCard,
    Passport,
}

impl DocumentKind {
    pub const ALL: [DocumentKind; 2] = [Self::IdCard, Self::Passport];

    /// The number on the wire and in the database.
    pub const fn code(self) -> i64 {
        match self {
            Self::IdCard => 1,
            Self::Passport => 2,
        }
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// True if an image of the back is required as well.
    pub const fn has_back(self) -> bool {
        match self {
            Self::IdCard => true,
            Self::Passport => false,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::IdCard => "id_card",
            Self::Passport => "passport",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_found_by_its_number() {
        for (code, kind) in (1..).zip(DocumentKind::ALL) {
            assert_eq!((kind.code(), DocumentKind::from_code(code)), (code, Some(kind)));
        }
        assert_eq!((DocumentKind::from_code(0), DocumentKind::from_code(3)), (None, None));
    }
}
