use std::fmt;

use celes::Country;
use serde::{Deserialize, Serialize};

use super::DocumentError;

/// The codes of passports that differ from ISO 3166's three letters (ICAO 9303, part 3, section 5, parts A to C).
const OF_PASSPORTS: [(&str, &str); 7] =
    [("D", "DE"), ("GBD", "GB"), ("GBN", "GB"), ("GBO", "GB"), ("GBP", "GB"), ("GBS", "GB"), ("RKS", "XK")];

/// A country in the two letters of ISO 3166-1; for Kosovo, which has none there, in those of CLDR: `XK`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CountryCode([u8; 2]);

impl CountryCode {
    pub const MAINLAND: Self = Self(*b"CN");
    pub const HONG_KONG: Self = Self(*b"HK");
    pub const MACAU: Self = Self(*b"MO");
    pub const TAIWAN: Self = Self(*b"TW");
    const KOSOVO: Self = Self(*b"XK");

    /// Reads two capital letters.
    ///
    /// # Errors
    /// `DocumentError::Country` when no country has them.
    pub fn read(text: &str) -> Result<Self, DocumentError> {
        let letters = <[u8; 2]>::try_from(text.as_bytes()).map_err(|_| DocumentError::Country)?;
        let is_written_so = letters.iter().all(u8::is_ascii_uppercase);
        let is_known = Self(letters) == Self::KOSOVO || Country::from_alpha2(text).is_ok();
        if is_written_so && is_known { Ok(Self(letters)) } else { Err(DocumentError::Country) }
    }

    /// Reads the one to three letters of a passport's lines.
    pub(super) fn of_passport(text: &str) -> Option<Self> {
        let special = OF_PASSPORTS.iter().find(|(written, _)| *written == text).map(|(_, code)| *code);
        let code = special.or_else(|| Country::from_alpha3(text).ok().map(|country| country.alpha2))?;
        Self::read(code).ok()
    }

    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for CountryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for CountryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<CountryCode> for String {
    fn from(code: CountryCode) -> Self {
        code.as_str().to_owned()
    }
}

impl TryFrom<String> for CountryCode {
    type Error = DocumentError;

    fn try_from(text: String) -> Result<Self, DocumentError> {
        Self::read(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_country_is_two_capital_letters_of_the_standard() {
        for code in ["CN", "HK", "MO", "TW", "DE", "GB", "US", "XK"] {
            assert_eq!(CountryCode::read(code).unwrap().to_string(), code);
        }
        for text in ["", "C", "cn", "CHN", "ZZ", "XX", "AA", "C1", "中"] {
            assert_eq!(CountryCode::read(text), Err(DocumentError::Country), "{text}");
        }
    }

    #[test]
    fn passports_write_three_letters_or_their_own() {
        let table = [("CHN", "CN"), ("TWN", "TW"), ("USA", "US"), ("D", "DE"), ("GBN", "GB"), ("RKS", "XK")];
        for (written, code) in table {
            assert_eq!(CountryCode::of_passport(written).unwrap().as_str(), code);
        }
        for written in ["UTO", "UNO", "XXA", "", "DE"] {
            assert_eq!(CountryCode::of_passport(written), None, "{written}");
        }
    }
}
