use jiff::civil::Date;

use super::{CountryCode, DocumentError, hong_kong, mainland, taiwan};

/// The greatest length of a document's number as it is typed, in characters.
pub const NUMBER_LENGTH_MAX: usize = 30;

/// The range of lengths of a number whose form is not known here, in letters and digits.
const FREE_LENGTH: std::ops::RangeInclusive<usize> = 5..=20;

/// The number of an identity card, and the date of birth that some contain.
#[derive(Debug, PartialEq, Eq)]
pub struct IdCard {
    /// The number in its normal form.
    pub number: String,
    pub birth_date: Option<Date>,
}

/// Reads the number of an identity card of a country.
///
/// # Errors
/// `DocumentError::Number`.
pub fn read(country: CountryCode, text: &str, today: Date) -> Result<IdCard, DocumentError> {
    let number = compact(text).ok_or(DocumentError::Number)?;
    let birth_date = match country {
        CountryCode::MAINLAND => mainland::birth_date_of(&number, today).map(Some),
        CountryCode::HONG_KONG => hong_kong::is_number(&number).then_some(None),
        CountryCode::TAIWAN => taiwan::is_number(&number).then_some(None),
        _ => is_free(&number).then_some(None),
    };
    birth_date.map(|birth_date| IdCard { number, birth_date }).ok_or(DocumentError::Number)
}

fn is_free(number: &str) -> bool {
    FREE_LENGTH.contains(&number.len()) && number.bytes().any(|b| b.is_ascii_digit())
}

/// Letters and digits in capitals, without the separators that people type.
pub fn compact(text: &str) -> Option<String> {
    let separates = |c: char| matches!(c, ' ' | '-' | '.' | '/' | '(' | ')' | '（' | '）');
    let short = text.chars().count() <= NUMBER_LENGTH_MAX;
    let compact: String = text.chars().filter(|c| !separates(*c)).map(|c| c.to_ascii_uppercase()).collect();
    (short && compact.bytes().all(|b| b.is_ascii_alphanumeric())).then_some(compact)
}

#[cfg(test)]
mod tests {
    use super::super::testing::TODAY;
    use super::*;

    #[test]
    fn a_number_of_another_country_is_letters_and_digits() {
        let of = |text| read(CountryCode::read("DE").unwrap(), text, TODAY).map(|card| card.number);
        assert_eq!(of("l01x 00t4-71").as_deref(), Ok("L01X00T471"));
        for text in ["", "1234", "ABCDEF", "123456789012345678901", "1234５", "12345;", "1234\u{202e}5"] {
            assert_eq!(of(text), Err(DocumentError::Number), "{text}");
        }
    }

    #[test]
    fn a_number_of_one_place_is_none_of_another() {
        let table = [("CN", "11010519491231002X"), ("HK", "A1234563"), ("TW", "A123456789")];
        for (place, number) in table {
            for (other, _) in table {
                let read = read(CountryCode::read(other).unwrap(), number, TODAY);
                assert_eq!(read.is_ok(), place == other, "{number} of {place} as one of {other}");
            }
        }
    }
}
