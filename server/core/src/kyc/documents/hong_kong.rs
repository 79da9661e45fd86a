//! The number of a Hong Kong identity card: one or two letters, six digits, and in brackets a check character. The
//! Immigration Department does not publish the scheme; this is the one that banks and the government's own forms use,
//! as the English Wikipedia describes it under "Hong Kong identity card".

/// The value of the blank before a single letter.
const BLANK: u32 = 36;
/// The number of digits between the letters and the check character.
const DIGITS: usize = 6;

/// True for such a number, without blanks and brackets and in capitals.
pub fn is_number(number: &str) -> bool {
    let letters = number.bytes().take_while(u8::is_ascii_uppercase).count();
    if !matches!(letters, 1 | 2) || number.len() != letters + DIGITS + 1 {
        return false;
    }
    let (body, check) = number.split_at(letters + DIGITS);
    let digits = &body[letters..];
    let check = match check.as_bytes() {
        [digit @ b'0'..=b'9'] => u32::from(digit - b'0'),
        b"A" => 10,
        _ => return false,
    };
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    // A is 10 and Z is 35, as in base 36; weights go from 9 to 2, and 1 for the check character.
    let blank = (letters == 1).then_some(BLANK);
    let values = blank.into_iter().chain(body.chars().filter_map(|c| c.to_digit(36)));
    let sum: u32 = values.zip((2..=9).rev()).map(|(value, weight)| value * weight).sum();
    (sum + check).is_multiple_of(11)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{one_digit_changed, two_neighbours_swapped};
    use super::*;

    #[test]
    fn known_examples() {
        for number in ["A1234563", "AB9876543", "G123456A", "L5555550"] {
            assert!(is_number(number), "{number}");
        }
        for text in [
            "",
            "A",
            "A123456",
            "A1234564",
            "AB987654",
            "ABC123456",
            "11234563",
            "A12345AA",
            "a1234563",
            "ABCDEFGH",
            "A123456B",
        ] {
            assert!(!is_number(text), "{text}");
        }
    }

    fn numbers() -> impl Strategy<Value = String> {
        ("[A-Z]{1,2}", 0..1_000_000_u32).prop_map(|(letters, digits)| {
            let with = |check: char| format!("{letters}{digits:06}{check}");
            "0123456789A".chars().map(with).find(|number| is_number(number)).unwrap()
        })
    }

    proptest! {
        #[test]
        fn every_slip_of_a_digit_and_every_swap_is_noticed(number in numbers()) {
            let letters = number.bytes().take_while(u8::is_ascii_uppercase).count();
            // Some letters differ by eleven, so that the scheme does not notice all of their swaps.
            let keeps_letters = |wrong: &String| wrong[..letters] == number[..letters];
            for wrong in one_digit_changed(&number).chain(two_neighbours_swapped(&number)).filter(keeps_letters) {
                prop_assert!(!is_number(&wrong), "{} for {}", wrong, number);
            }
        }
    }
}
