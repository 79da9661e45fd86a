use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{CountryCode, DocumentKind, passport};

/// Places whose cards count as those of one issuer: people of one place hold cards of another, and a number of no known
/// form can be typed as Macau's.
const CARDS_AS_ONE: [CountryCode; 4] =
    [CountryCode::MAINLAND, CountryCode::HONG_KONG, CountryCode::MACAU, CountryCode::TAIWAN];

/// The personal data on a customer's document. `Debug` prints none of it, and it is only stored sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Particulars {
    pub first_name: String,
    pub last_name: String,
    /// The number in its normal form: capitals and digits.
    pub number: String,
    pub birth_date: Date,
    /// Only for a passport.
    pub expiry_date: Option<Date>,
    pub mrz: Option<[String; 2]>,
}

impl Particulars {
    pub fn has_expired(&self, today: Date) -> bool {
        self.expiry_date.is_some_and(|expiry| expiry < today)
    }

    /// Identifies the document, however it was typed: its kind, its issuer, and its number there. A passport's issuer
    /// is the one that its lines name, because one that China issues may be typed as that of Hong Kong or Macau as
    /// well.
    pub fn told_apart_by(&self, kind: DocumentKind, typed: CountryCode) -> [String; 3] {
        let named = self.mrz.as_ref().and_then(|[first, _]| passport::issuer(first));
        let issuer = match kind {
            DocumentKind::Passport => named.unwrap_or(typed),
            DocumentKind::IdCard if CARDS_AS_ONE.contains(&typed) => CountryCode::MAINLAND,
            DocumentKind::IdCard => typed,
        };
        let number = self.number.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
        [kind.word().to_owned(), issuer.to_string(), number]
    }
}

impl fmt::Debug for Particulars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<a customer's particulars>")
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{LINES, TODAY, card, passport};
    use super::super::{CountryCode, Typed};

    /// The identity of a typed document.
    fn of(typed: Typed<'_>) -> [String; 3] {
        typed.read(TODAY).unwrap().told_apart_by(typed.kind, typed.country)
    }

    fn country(code: &str) -> CountryCode {
        CountryCode::read(code).unwrap()
    }

    #[test]
    fn a_passport_is_one_document_whatever_place_it_is_typed_as() {
        let first = LINES[0].replace("D<<", "CHN");
        let typed_as = |code| of(Typed { mrz: Some([&first, LINES[1]]), country: country(code), ..passport() });
        assert_eq!(typed_as("CN"), ["passport", "CN", "L898902C3"]);
        assert_eq!([typed_as("HK"), typed_as("MO")], [typed_as("CN"), typed_as("CN")]);
        assert_eq!(of(passport()), ["passport", "DE", "L898902C3"]);
        let with_blanks = [" p<d<<eriksson<<anna<maria<<<<<<<<<<<<<<<<<<< ", LINES[1]];
        assert_eq!(of(Typed { mrz: Some(with_blanks), number: "l898902-c3", ..passport() }), of(passport()));
        // All kinds of British passports are numbered by one office.
        let british = |letters| LINES[0].replace("D<<", letters);
        let [citizen, national] = [british("GBR"), british("GBN")];
        let typed = |first| of(Typed { mrz: Some([first, LINES[1]]), country: country("GB"), ..passport() });
        assert_eq!(typed(&citizen), typed(&national));
    }

    #[test]
    fn a_card_is_one_document_however_it_is_typed() {
        let born = Some("1990-02-28");
        for (code, number) in [("HK", "A123456(3)"), ("MO", "a1234563"), ("MO", "A-123456(3)")] {
            assert_eq!(of(card(code, number, born)), ["id_card", "CN", "A1234563"], "{code} {number}");
        }
        let (mainland, macau) = (card("CN", "11010519491231002x", None), card("MO", "11010519491231002X", born));
        assert_eq!(of(mainland), of(macau));
        assert_eq!(of(card("TW", "A123456789", born)), of(card("MO", "A123456789", born)));
        assert_eq!(of(card("DE", "l01x 00t4-71", born)), ["id_card", "DE", "L01X00T471"]);
        assert_ne!(of(card("DE", "L01X00T471", born)), of(card("FR", "L01X00T471", born)), "another country's number");
        assert_ne!(of(card("DE", "L898902C3", born))[0], of(passport())[0], "a card is no passport");
    }
}
