//! Rules for plausible names and dates of birth.

use jiff::civil::Date;

use super::DocumentError;

/// The least age for an account, in years.
pub const ADULT_YEARS: i16 = 18;
/// The greatest plausible age, in years: the longest known life lasted 122.
const LIFE_YEARS_MAX: i16 = 125;
/// The most characters of a first or a last name.
pub const NAME_LENGTH_MAX: usize = 70;

/// A name without the spaces around it: letters of any script, accents and separators. `None` for anything else.
pub fn name(text: &str) -> Option<String> {
    let name = text.trim();
    let fits = name.chars().count() <= NAME_LENGTH_MAX && name.chars().any(char::is_alphabetic);
    let holds_only =
        |c: char| c.is_alphabetic() || is_mark(c) || matches!(c, ' ' | '-' | '\'' | '’' | '.' | ',' | '·' | '‧');
    (fits && name.chars().all(holds_only)).then(|| name.to_owned())
}

/// The combining accents that letters may be written with.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// A date of birth as it is typed: `YYYY-MM-DD`.
///
/// # Errors
/// `DocumentError::BirthDate`.
pub fn birth_date(text: &str, today: Date) -> Result<Date, DocumentError> {
    let is_written_so = text.len() == 10 && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let date = text.parse().ok().filter(|_| is_written_so).ok_or(DocumentError::BirthDate)?;
    plausible(date, today).ok_or(DocumentError::BirthDate)
}

/// The date, unless it lies in the future or too far back for a living person.
pub fn plausible(date: Date, today: Date) -> Option<Date> {
    (date <= today && date.year() >= today.year() - LIFE_YEARS_MAX).then_some(date)
}

/// True from the birthday of age on. A person born on 29 February has it on 1 March in other years.
pub fn is_adult(born: Date, today: Date) -> bool {
    let years = today.year() - born.year();
    years > ADULT_YEARS || years == ADULT_YEARS && (today.month(), today.day()) >= (born.month(), born.day())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn of_age_from_the_birthday_on() {
        let table = [
            (date(2008, 11, 23), true),
            (date(2008, 11, 24), false),
            (date(2008, 12, 1), false),
            (date(2009, 1, 1), false),
            (date(2007, 12, 31), true),
        ];
        for (born, adult) in table {
            assert_eq!(is_adult(born, date(2026, 11, 23)), adult, "{born}");
        }
        assert!(!is_adult(date(2008, 2, 29), date(2026, 2, 28)));
        assert!(is_adult(date(2008, 2, 29), date(2026, 3, 1)));
    }
}
