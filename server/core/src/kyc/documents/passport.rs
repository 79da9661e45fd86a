//! The two lines at the bottom of a passport (ICAO 9303, part 4: TD3), as they were typed.

use jiff::civil::Date;
use mrz::{MrzDate, ParseOptions, parse_td3_with};

use super::id_card::compact;
use super::{CountryCode, DocumentError, names, person};

/// Characters of each of the two lines.
pub const MRZ_LINE_LENGTH: usize = 44;

/// The content of the lines, whose check digits are all right.
#[derive(Debug)]
pub struct Passport {
    pub number: String,
    pub lines: [String; 2],
    pub expiry_date: Date,
    /// `None` where the issuing state left out a part of the date.
    pub birth_date: Option<Date>,
    country: CountryCode,
    surname: String,
    given_names: String,
    /// True if the names fill the line, so that something may be missing at its end.
    is_full: bool,
}

/// Reads the lines, also in small letters and with blanks.
pub fn read(lines: [&str; 2], today: Date) -> Result<Passport, DocumentError> {
    let lines = lines.map(|line| line.split_whitespace().collect::<String>().to_ascii_uppercase());
    let years = u32::try_from(today.year().rem_euclid(100)).unwrap_or_default();
    let options = ParseOptions::default().with_pivot_yy(years);
    let is_ascii = lines.iter().all(|line| line.is_ascii() && line.len() == MRZ_LINE_LENGTH);
    if !is_ascii {
        return Err(DocumentError::Mrz);
    }
    let [first, second] = &lines;
    if !first.starts_with('P') {
        return Err(DocumentError::NotAPassport);
    }
    let read = parse_td3_with(first, second, &options).map_err(|_| DocumentError::Mrz)?;
    if !read.checks.all_valid() {
        return Err(DocumentError::Mrz);
    }
    let country = issuer(first).ok_or(DocumentError::NotAPassport)?;
    let birth_date = match read.date_of_birth {
        MrzDate::PartiallyUnknown(_) | MrzDate::Unknown => None,
        given => Some(civil(given).and_then(|date| person::plausible(date, today)).ok_or(DocumentError::Mrz)?),
    };
    let expiry_date = civil(read.date_of_expiry).ok_or(DocumentError::Mrz)?;
    if expiry_date < today {
        return Err(DocumentError::Expired);
    }
    let is_full = !first.ends_with('<');
    let (number, surname, given_names) = (read.document_number.clone(), read.surname.clone(), read.given_names.clone());
    Ok(Passport { number, lines, expiry_date, birth_date, country, surname, given_names, is_full })
}

/// The issuer of a passport, by its first line.
pub fn issuer(first_line: &str) -> Option<CountryCode> {
    CountryCode::of_passport(first_line.get(2..5)?.trim_end_matches('<'))
}

fn civil(date: MrzDate) -> Option<Date> {
    let date = date.calendar()?;
    let (year, month, day) = (date.year.try_into().ok()?, date.month.try_into().ok()?, date.day.try_into().ok()?);
    Date::new(year, month, day).ok()
}

impl Passport {
    /// Checks that the data typed beside the lines agree with them.
    pub fn agrees_with(
        &self,
        country: CountryCode,
        number: &str,
        [first_name, last_name]: [&str; 2],
    ) -> Result<(), DocumentError> {
        if compact(number).as_deref() != Some(&self.number.replace('<', "")) {
            return Err(DocumentError::NumberDiffers);
        }
        // China issues the passports of Hong Kong and Macau, and their lines say so.
        let of_china =
            self.country == CountryCode::MAINLAND && [CountryCode::HONG_KONG, CountryCode::MACAU].contains(&country);
        if self.country != country && !of_china {
            return Err(DocumentError::CountryDiffers);
        }
        // A missing end is that of the given names, or that of the only name.
        let has_given = !self.given_names.is_empty();
        if !names::agree(last_name, &self.surname, self.is_full && !has_given) {
            return Err(DocumentError::LastNameDiffers);
        }
        // A person with only one name types it twice.
        let given = if has_given { &self.given_names } else { &self.surname };
        if names::agree(first_name, given, self.is_full) { Ok(()) } else { Err(DocumentError::FirstNameDiffers) }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::super::Typed;
    use super::super::testing::{LINES, TODAY, one_digit_changed, passport, two_neighbours_swapped};
    use super::*;

    /// ICAO 9303, part 4, appendix B.
    const SPECIMEN: [&str; 2] =
        ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"];

    #[test]
    fn the_specimen_is_right_and_of_no_country() {
        let then = date(2012, 4, 15);
        assert_eq!(read(SPECIMEN, then).unwrap_err(), DocumentError::NotAPassport);
        let german = [LINES[0], SPECIMEN[1]];
        let read = read(german, then).unwrap();
        assert_eq!((read.number.as_str(), read.birth_date), ("L898902C3", Some(date(1974, 8, 12))));
        assert_eq!(super::read(german, date(2012, 4, 16)).unwrap_err(), DocumentError::Expired);
    }

    #[test]
    fn what_is_typed_beside_them_agrees() {
        let blanks = [" p<d<<eriksson<<anna<maria<<<<<<<<<<<<<<<<<<< ", LINES[1]];
        for typed in [
            passport(),
            Typed { number: "l898902-c3", ..passport() },
            Typed { mrz: Some(blanks), ..passport() },
            Typed { birth_date: Some("1974-08-12"), ..passport() },
        ] {
            assert!(typed.read(TODAY).is_ok());
        }
        let other = CountryCode::read("FR").unwrap();
        for (typed, error) in [
            (Typed { number: "L898902C4", ..passport() }, DocumentError::NumberDiffers),
            (Typed { country: other, ..passport() }, DocumentError::CountryDiffers),
            (Typed { first_name: "Anna", ..passport() }, DocumentError::FirstNameDiffers),
            (Typed { last_name: "Ericsson", ..passport() }, DocumentError::LastNameDiffers),
            (Typed { birth_date: Some("1974-08-13"), ..passport() }, DocumentError::BirthDateDiffers),
            (Typed { mrz: Some(["", ""]), ..passport() }, DocumentError::Mrz),
            (Typed { mrz: Some([LINES[1], LINES[0]]), ..passport() }, DocumentError::NotAPassport),
        ] {
            assert_eq!(typed.read(TODAY).unwrap_err(), error);
        }
    }

    #[test]
    fn china_issues_the_passports_of_hong_kong() {
        let first = LINES[0].replace("D<<", "CHN");
        let of = |country| {
            let country = CountryCode::read(country).unwrap();
            Typed { mrz: Some([&first, LINES[1]]), country, ..passport() }.read(TODAY).map(drop)
        };
        assert_eq!((of("CN"), of("HK"), of("MO")), (Ok(()), Ok(()), Ok(())));
        assert_eq!(of("TW"), Err(DocumentError::CountryDiffers));
    }

    #[test]
    fn every_slip_of_a_digit_and_every_swap_of_digits_is_noticed() {
        // Weights 7, 3 and 1 detect every changed digit, but no swap of two digits five apart (ICAO 9303, part 3).
        let seen = |wrong: &String| {
            let differing = LINES[1].bytes().zip(wrong.bytes()).filter(|(a, b)| a != b);
            differing.clone().all(|(a, b)| a.is_ascii_digit() && b.is_ascii_digit() && a.abs_diff(b) != 5)
        };
        for wrong in one_digit_changed(LINES[1]) {
            assert!(read([LINES[0], &wrong], TODAY).is_err(), "{wrong}");
        }
        for wrong in two_neighbours_swapped(LINES[1]).filter(seen) {
            assert!(read([LINES[0], &wrong], TODAY).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_typed_is_read_or_refused(first in "\\PC{0,50}", second in "\\PC{0,50}", tail in "[A-Z0-9<]{44}") {
            let _ = read([&first, &second], TODAY);
            let _ = read([LINES[0], &tail], TODAY);
        }
    }
}
