//! Numbers of Taiwan: the national one (a letter, then 1 or 2, then eight digits), that of residents since 2021-01-02 (8 or
//! 9 in the place of 1 or 2), and that of residents before (a second letter, A to D). The last digit checks the others; the
//! scheme is that of the Household Registration Office and of the National Immigration Agency.

/// Letters in the order of the numbers 10 to 35 that they stand for.
const LETTERS: &[u8; 26] = b"ABCDEFGHJKLMNPQRSTUVXYWZIO";
const LENGTH: usize = 10;

/// True for such a number, without blanks and in capitals.
pub fn is_number(number: &str) -> bool {
    let [first, second, rest @ ..] = number.as_bytes() else { return false };
    let (Some(place), Some(kind)) = (value(*first), kind(*second)) else { return false };
    if number.len() != LENGTH || !rest.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let digits = rest.iter().map(|digit| u32::from(digit - b'0'));
    let weighted = digits.zip((1..=7).rev().chain([1])).map(|(digit, weight)| digit * weight);
    let sum = place / 10 + place % 10 * 9 + kind * 8 + weighted.sum::<u32>();
    sum.is_multiple_of(10)
}

/// The number that a letter stands for.
fn value(letter: u8) -> Option<u32> {
    LETTERS.iter().position(|known| *known == letter).and_then(|place| u32::try_from(place + 10).ok())
}

/// The value of the second character: a digit's own, or the last digit of a letter's number.
fn kind(second: u8) -> Option<u32> {
    match second {
        b'1' | b'2' | b'8' | b'9' => Some(u32::from(second - b'0')),
        b'A'..=b'D' => value(second).map(|value| value % 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{one_digit_changed, two_neighbours_swapped};
    use super::*;

    #[test]
    fn known_examples() {
        // The Ministry of the Interior's specimen, a resident's number of 2021 and one of the form before.
        for number in ["A123456789", "A800000014", "AB12345677"] {
            assert!(is_number(number), "{number}");
        }
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(|letter| value(letter).unwrap());
        let table =
            [10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30, 31, 33];
        assert_eq!(letters, table);
        for text in [
            "",
            "A",
            "A12345678",
            "A1234567890",
            "A123456788",
            "A323456789",
            "AE12345677",
            "1123456789",
            "A1B3456789",
            "a123456789",
        ] {
            assert!(!is_number(text), "{text}");
        }
    }

    fn numbers() -> impl Strategy<Value = String> {
        let second = prop::sample::select(b"1289ABCD".as_slice());
        ("[A-Z]", second, 0..10_000_000_u32).prop_map(|(letter, second, digits)| {
            let with = |check: u32| format!("{letter}{}{digits:07}{check}", char::from(second));
            (0..10).map(with).find(|number| is_number(number)).unwrap()
        })
    }

    proptest! {
        /// Weights that share a factor with ten hide some slips. Those of the third, the seventh and the last two
        /// characters do not (7, 3, 1, 1). Of the swaps only that of the last two is hidden, whose weights are equal.
        #[test]
        fn the_slips_and_swaps_that_the_scheme_can_notice_are_noticed(number in numbers()) {
            let differs_at = |wrong: &str| number.bytes().zip(wrong.bytes()).position(|(a, b)| a != b).unwrap();
            for wrong in one_digit_changed(&number).filter(|wrong| [2, 6, 8, 9].contains(&differs_at(wrong))) {
                prop_assert!(!is_number(&wrong), "{} for {}", wrong, number);
            }
            for wrong in two_neighbours_swapped(&number).filter(|wrong| (2..8).contains(&differs_at(wrong))) {
                prop_assert!(!is_number(&wrong), "{} for {}", wrong, number);
            }
        }
    }
}
