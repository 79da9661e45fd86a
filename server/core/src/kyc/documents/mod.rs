//! What a customer proves the own identity with, read as it was typed. What can be seen to be wrong is refused at once, so
//! that nobody waits a day for it; whether the images show the same, a reviewer sees.

mod country;
mod error;
mod hong_kong;
mod id_card;
mod mainland;
mod names;
mod particulars;
mod passport;
mod person;
mod taiwan;
#[cfg(test)]
mod testing;

pub use country::CountryCode;
pub use error::DocumentError;
pub use particulars::Particulars;
pub use person::{ADULT_YEARS, NAME_LENGTH_MAX};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// The most characters that a document's number is typed in.
pub const NUMBER_LENGTH_MAX: usize = 30;
/// Characters of each of the two lines at the bottom of a passport (ICAO 9303, part 4).
pub const MRZ_LINE_LENGTH: usize = 44;

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

    pub const fn word(self) -> &'static str {
        match self {
            Self::IdCard => "id_card",
            Self::Passport => "passport",
        }
    }
}

/// What a customer typed, the spaces around it aside.
#[derive(Clone, Copy)]
pub struct Typed<'a> {
    pub kind: DocumentKind,
    pub country: CountryCode,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub number: &'a str,
    /// `YYYY-MM-DD`; needed where the document's number or lines do not say it.
    pub birth_date: Option<&'a str>,
    /// The two lines at the bottom of a passport.
    pub mrz: Option<[&'a str; 2]>,
}

impl Typed<'_> {
    /// Reads it. `today` is the day by which somebody is of age and a passport has not expired.
    ///
    /// # Errors
    /// What is wrong with it; it holds nothing of what was typed.
    pub fn read(&self, today: Date) -> Result<Particulars, DocumentError> {
        let first_name = person::name(self.first_name).ok_or(DocumentError::FirstName)?;
        let last_name = person::name(self.last_name).ok_or(DocumentError::LastName)?;
        let typed = self.birth_date.map(|text| person::birth_date(text, today)).transpose()?;
        let (number, stated, expiry_date, mrz) = match self.kind {
            DocumentKind::IdCard => {
                let card = id_card::read(self.country, self.number, today)?;
                (card.number, card.birth_date, None, None)
            }
            DocumentKind::Passport => {
                let lines = self.mrz.ok_or(DocumentError::MrzMissing)?;
                let passport = passport::read(lines, today)?;
                passport.agrees_with(self)?;
                (passport.number, passport.birth_date, Some(passport.expiry_date), Some(passport.lines))
            }
        };
        let birth_date = match (typed, stated) {
            (Some(typed), Some(stated)) if typed != stated => return Err(DocumentError::BirthDateDiffers),
            (typed, stated) => stated.or(typed).ok_or(DocumentError::BirthDateMissing)?,
        };
        if !person::is_adult(birth_date, today) {
            return Err(DocumentError::Underage);
        }
        Ok(Particulars { first_name, last_name, number, birth_date, expiry_date, mrz })
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{TODAY, card, passport};
    use super::*;

    #[test]
    fn a_kind_is_found_by_its_number() {
        for (code, kind) in (1..).zip(DocumentKind::ALL) {
            assert_eq!((kind.code(), DocumentKind::from_code(code)), (code, Some(kind)));
        }
        assert_eq!((DocumentKind::from_code(0), DocumentKind::from_code(3)), (None, None));
    }

    #[test]
    fn a_number_that_says_when_somebody_was_born_needs_no_other_word() {
        let read = card("CN", "11010519491231002x", None).read(TODAY).unwrap();
        assert_eq!((read.number.as_str(), read.birth_date), ("11010519491231002X", jiff::civil::date(1949, 12, 31)));
        assert!(card("CN", "11010519491231002X", Some("1949-12-31")).read(TODAY).is_ok());
        let other = card("CN", "11010519491231002X", Some("1949-12-30")).read(TODAY);
        assert_eq!(other.unwrap_err(), DocumentError::BirthDateDiffers);
    }

    #[test]
    fn a_number_that_does_not_say_it_needs_a_date_that_is_plausible() {
        let read = |date| card("HK", "A123456(3)", date).read(TODAY).map(|read| read.number);
        assert_eq!(read(Some("1990-02-28")).as_deref(), Ok("A1234563"));
        for (date, error) in [
            (None, DocumentError::BirthDateMissing),
            (Some("1990-02-29"), DocumentError::BirthDate),
            (Some("1896-12-31"), DocumentError::BirthDate),
            (Some("2030-01-01"), DocumentError::BirthDate),
            (Some("90-02-28"), DocumentError::BirthDate),
            (Some("2008-11-24"), DocumentError::Underage),
        ] {
            assert_eq!(read(date).unwrap_err(), error, "{date:?}");
        }
        assert!(read(Some("2008-11-23")).is_ok(), "eighteen today");
    }

    #[test]
    fn a_passport_needs_its_lines() {
        assert!(passport().read(TODAY).is_ok());
        let without = Typed { mrz: None, ..passport() };
        assert_eq!(without.read(TODAY).unwrap_err(), DocumentError::MrzMissing);
    }

    #[test]
    fn a_name_is_letters_of_some_script() {
        let of = |first_name| Typed { first_name, ..card("CN", "11010519491231002X", None) }.read(TODAY);
        for name in ["小明", "Seán", "Anne-Marie", "O'Neil", "J. R.", "Åsa"] {
            assert!(of(name).is_ok(), "{name}");
        }
        for name in ["", " ", "7", "-", "Ann\u{202e}", &"n".repeat(NAME_LENGTH_MAX + 1)] {
            assert_eq!(of(name).unwrap_err(), DocumentError::FirstName, "{name}");
        }
    }
}
