use jiff::civil::Date;

use super::{CountryCode, DocumentError, DocumentKind, Particulars, id_card, passport, person};

/// A document as a customer typed it, with any spaces around its fields.
#[derive(Clone, Copy)]
pub struct Typed<'a> {
    pub kind: DocumentKind,
    pub country: CountryCode,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub number: &'a str,
    /// `YYYY-MM-DD`; required where the document's number or lines do not contain it.
    pub birth_date: Option<&'a str>,
    /// The two lines at the bottom of a passport.
    pub mrz: Option<[&'a str; 2]>,
}

impl Typed<'_> {
    /// Reads the document. `today` is the day by which the holder is of age and a passport has not expired.
    ///
    /// # Errors
    /// The error in the document, without anything that was typed.
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
                passport.agrees_with(self.country, self.number, [self.first_name, self.last_name])?;
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
    use super::super::testing::{TODAY, card, passport};
    use super::*;
    use crate::kyc::documents::NAME_LENGTH_MAX;

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
