//! Shared parts of the tests of documents.

use jiff::civil::Date;

use super::{CountryCode, DocumentKind, Typed};

pub const TODAY: Date = Date::constant(2026, 11, 23);

/// The specimen of ICAO 9303, part 4, appendix B, as a passport of Germany that is valid today: the check digits are
/// worked out anew.
pub const LINES: [&str; 2] =
    ["P<D<<ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36D<<7408122F3204153ZE184226B<<<<<16"];

pub fn card<'a>(country: &str, number: &'a str, birth_date: Option<&'a str>) -> Typed<'a> {
    Typed {
        kind: DocumentKind::IdCard,
        country: CountryCode::read(country).unwrap(),
        first_name: "Ann",
        last_name: "Lee",
        number,
        birth_date,
        mrz: None,
    }
}

pub fn passport() -> Typed<'static> {
    Typed {
        kind: DocumentKind::Passport,
        first_name: "Anna Maria",
        last_name: "Eriksson",
        mrz: Some(LINES),
        ..card("DE", "L898902C3", None)
    }
}

/// All texts that differ from `text` in one digit.
pub fn one_digit_changed(text: &str) -> impl Iterator<Item = String> {
    let digits = text.char_indices().filter(|(_, c)| c.is_ascii_digit());
    digits.flat_map(move |(at, old)| {
        let others = ('0'..='9').filter(move |new| *new != old);
        others.map(move |new| format!("{}{new}{}", &text[..at], &text[at + 1..]))
    })
}

/// All texts with two neighbouring, different characters of `text` swapped.
pub fn two_neighbours_swapped(text: &str) -> impl Iterator<Item = String> {
    let pairs = (0..text.len() - 1).filter(|at| text.as_bytes()[*at] != text.as_bytes()[at + 1]);
    pairs.map(|at| format!("{}{}{}{}", &text[..at], &text[at + 1..at + 2], &text[at..=at], &text[at + 2..]))
}
