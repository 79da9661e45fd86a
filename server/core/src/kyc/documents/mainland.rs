//! The citizen's number of the Chinese mainland: GB 11643-1999. Six digits of a place (GB/T 2260), the date of birth, three
//! digits of the order, and the check character of ISO 7064 MOD 11-2.

use jiff::civil::Date;

use super::person;

/// The first two digits: provinces (GB/T 2260-2007), and 81 to 83 of the residence permits for people of Hong Kong, Macau
/// and Taiwan (since 2018-09-01).
const PROVINCES: [&str; 35] = [
    "11", "12", "13", "14", "15", "21", "22", "23", "31", "32", "33", "34", "35", "36", "37", "41", "42", "43", "44",
    "45", "46", "50", "51", "52", "53", "54", "61", "62", "63", "64", "65", "71", "81", "82", "83",
];
const LENGTH: usize = 18;

/// The date of birth in a number, which has no blanks and capitals only; `None` for an invalid number.
pub fn birth_date_of(number: &str, today: Date) -> Option<Date> {
    let birth_date = birth_date(number).and_then(|date| person::plausible(date, today));
    let is_number = number.len() == LENGTH && PROVINCES.contains(&&number[..2]) && has_right_check(number);
    birth_date.filter(|_| is_number)
}

fn birth_date(number: &str) -> Option<Date> {
    let digits = |range| number.get(range).filter(|text: &&str| text.bytes().all(|b| b.is_ascii_digit()));
    let (year, month, day) = (digits(6..10)?, digits(10..12)?, digits(12..14)?);
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

/// Checks ISO 7064 MOD 11-2: doubling the sum and adding each digit leaves 1 of 11. X, as last character only, is ten.
fn has_right_check(number: &str) -> bool {
    let last = number.len() - 1;
    let value = |(place, byte): (usize, u8)| match byte {
        b'0'..=b'9' => Some(u32::from(byte - b'0')),
        b'X' if place == last => Some(10),
        _ => None,
    };
    let sum = number.bytes().enumerate().try_fold(0, |sum, digit| Some((sum * 2 + value(digit)?) % 11));
    sum == Some(1)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::super::testing::{TODAY, one_digit_changed, two_neighbours_swapped};
    use super::*;

    fn number_of(number: &str) -> Option<Date> {
        birth_date_of(number, TODAY)
    }

    /// The two numbers in the annex of GB 11643-1999.
    #[test]
    fn the_standards_own_examples() {
        assert_eq!(number_of("11010519491231002X"), Some(date(1949, 12, 31)));
        assert_eq!(number_of("440524188001010014"), None, "a right number of somebody who is dead");
        let then = date(1960, 1, 1);
        assert_eq!(birth_date_of("440524188001010014", then), Some(date(1880, 1, 1)));
    }

    /// Each number is wrong in one way only: its check character fits, unless that is what is wrong.
    #[test]
    fn what_is_no_number() {
        for text in [
            "",
            "X",
            "110105194912310020",
            "11010519491231002",
            "11010519491231002XX",
            // The 15 digits that were in use until 2013.
            "110105491231002",
            // A place that does not exist, a day that does not exist, and a day in the future.
            with_check("99010519491231002").as_str(),
            with_check("11010519490230002").as_str(),
            with_check("11010520270101002").as_str(),
            "1101051949123100X2",
        ] {
            assert_eq!(number_of(text), None, "{text}");
        }
        assert!(number_of(&with_check("83000019900115002")).is_some(), "a residence permit");
    }

    fn with_check(digits: &str) -> String {
        let with = |check: char| format!("{digits}{check}");
        "0123456789X".chars().map(with).find(|number| has_right_check(number)).unwrap()
    }

    fn numbers() -> impl Strategy<Value = String> {
        let place = (prop::sample::select(PROVINCES.as_slice()), 0..10_000_u32);
        (place, 1930..2007_u32, 1..13_u32, 1..29_u32, 0..1_000_u32).prop_map(|((province, place), y, m, d, order)| {
            with_check(&format!("{province}{place:04}{y}{m:02}{d:02}{order:03}"))
        })
    }

    proptest! {
        #[test]
        fn every_slip_of_a_digit_and_every_swap_is_noticed(number in numbers()) {
            prop_assert!(number_of(&number).is_some());
            for wrong in one_digit_changed(&number).chain(two_neighbours_swapped(&number)) {
                prop_assert_eq!(number_of(&wrong), None, "{} for {}", wrong, number);
            }
        }
    }
}
