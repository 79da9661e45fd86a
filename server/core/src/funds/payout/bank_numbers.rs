//! The numbers by which banks and accounts are found, and their check digits. Customers write them in groups and in
//! either case; the results have no blanks and capitals only.

use std::str::FromStr;

use celes::Country;
use iban::{Iban, IbanLike};

use super::DestinationError;

/// The number of digits of a card's number: ISO/IEC 7812-1 allows 19 at most, and no scheme issues fewer than 12.
const CARD_DIGITS: std::ops::RangeInclusive<usize> = 12..=19;
/// The length of a bank's own account number: BBAN in ISO 13616 has 30 at most, ISO 20022 allows 34.
const ACCOUNT_LENGTH: std::ops::RangeInclusive<usize> = 4..=34;

/// `text` without the blanks and hyphens that people group numbers with, in capitals.
fn compact(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, ' ' | '-' | '\u{a0}')).map(|c| c.to_ascii_uppercase()).collect()
}

/// True if `text` begins as IBANs do: a country and two check digits.
pub fn looks_like_iban(text: &str) -> bool {
    let compact = compact(text);
    let (country, digits) = (compact.get(..2).unwrap_or_default(), compact.get(2..4).unwrap_or_default());
    country.len() == 2
        && country.bytes().all(|b| b.is_ascii_uppercase())
        && digits.len() == 2
        && digits.bytes().all(|b| b.is_ascii_digit())
}

/// An IBAN (ISO 13616): the country's length and form as SWIFT's registry has them, and the check digits modulo 97.
/// They are 98 less a remainder, so that 00, 01 and 99, which fit as well as 97, 98 and 02, are never issued.
pub fn iban(text: &str) -> Result<String, DestinationError> {
    let iban: Iban = compact(text).parse().map_err(|_| DestinationError::Iban)?;
    let number = iban.electronic_str();
    if matches!(&number[2..4], "00" | "01" | "99") { Err(DestinationError::Iban) } else { Ok(number.to_owned()) }
}

/// The number that a bank gave an account, in letters and digits.
pub fn account_number(text: &str) -> Result<String, DestinationError> {
    let number = compact(text);
    let is_plain = number.bytes().all(|b| b.is_ascii_alphanumeric()) && number.bytes().any(|b| b.is_ascii_digit());
    if is_plain && ACCOUNT_LENGTH.contains(&number.len()) { Ok(number) } else { Err(DestinationError::AccountNumber) }
}

/// A card's number, whose last digit is Luhn's check digit (ISO/IEC 7812-1, annex B).
pub fn card_number(text: &str) -> Result<String, DestinationError> {
    let number = compact(text);
    let is_number = CARD_DIGITS.contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    // A row of zeros has a right check digit and names no issuer.
    let is_issued = number.bytes().any(|b| b != b'0');
    if is_number && is_issued && luhn3::valid(number.as_bytes()) {
        Ok(number)
    } else {
        Err(DestinationError::CardNumber)
    }
}

/// A BIC, also called SWIFT code (ISO 9362): four characters of the bank, its country, two of its place, and three of
/// the branch or none. One whose place ends in 0 is for tests, and no money arrives there.
pub fn swift_code(text: &str) -> Result<String, DestinationError> {
    let code = compact(text);
    let is_plain = [8, 11].contains(&code.len()) && code.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_known = is_plain && Country::from_alpha2(&code[4..6]).is_ok() && code.as_bytes()[7] != b'0';
    if is_known { Ok(code) } else { Err(DestinationError::SwiftCode) }
}

/// A routing number of a bank in the United States. The first two digits are of a Federal Reserve district (01 to 12, for
/// thrift institutions and electronic transactions 20 and 60 more) or of traveller's cheques (80); the weights 3, 7 and 1
/// make the sum of its digits a multiple of ten (American Bankers Association, Key to Routing Numbers).
pub fn aba_routing_number(text: &str) -> Result<String, DestinationError> {
    let number = compact(text);
    let is_number = number.len() == 9 && number.bytes().all(|b| b.is_ascii_digit());
    let district = u8::from_str(number.get(..2).unwrap_or_default()).unwrap_or_default();
    let is_issued = matches!(district, 1..=12 | 21..=32 | 61..=72 | 80);
    let weighted = number.bytes().zip([3, 7, 1].into_iter().cycle());
    let sum: u32 = weighted.map(|(digit, weight)| u32::from(digit.wrapping_sub(b'0')) * weight).sum();
    if is_number && is_issued && sum.is_multiple_of(10) { Ok(number) } else { Err(DestinationError::AbaRoutingNumber) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that `good` are read, without their blanks, and `bad` refused.
    #[track_caller]
    fn table(read: impl Fn(&str) -> Result<String, DestinationError>, good: &[&str], bad: &[&str]) {
        for text in good {
            assert_eq!(read(text).as_deref(), Ok(text.replace(' ', "").as_str()), "{text}");
            assert_eq!(read(&text.to_lowercase()), read(text), "{text} in small letters");
        }
        for text in bad {
            assert!(read(text).is_err(), "{text}");
        }
    }

    /// The examples of SWIFT's IBAN registry, and one whose check digits are the least.
    #[test]
    fn ibans_of_the_registry() {
        let good = [
            "AE07 0331 2345 6789 0123 456",
            "BE68 5390 0754 7034",
            "BR18 0036 0305 0000 1000 9795 493C 1",
            "CH93 0076 2011 6238 5295 7",
            "DE89 3704 0044 0532 0130 00",
            "ES91 2100 0418 4502 0005 1332",
            "FR14 2004 1010 0505 0001 3M02 606",
            "GB29 NWBK 6016 1331 9268 19",
            "GB02 WEST 1234 5600 0000 17",
            "IT60 X054 2811 1010 0000 0123 456",
            "LC55 HEMM 0001 0001 0012 0012 0002 3015",
            "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
            "NL91 ABNA 0417 1643 00",
            "NO93 8601 1117 947",
            "PL61 1090 1014 0000 0712 1981 2874",
            "SA03 8000 0000 6080 1016 7519",
            "SE45 5000 0000 0583 9825 7466",
        ];
        let bad = [
            "",
            "DE89",
            // Two digits changed places, a digit is wrong, one is missing, one is too many.
            "DE89 3704 0044 0532 0103 00",
            "DE88 3704 0044 0532 0130 00",
            "DE89 3704 0044 0532 0130 0",
            "DE89 3704 0044 0532 0130 000",
            // The account of GB02 WEST 1234 5600 0000 17, with other digits that fit.
            "GB99 WEST 1234 5600 0000 17",
            // Check digits that fit, and a letter where Germany has digits, a country without IBANs, and no country.
            "DE15 3704 0044 0532 0130 0O",
            "US32 SVBK US6S 3300 9586 79",
            "XX46 3704 0044 0532 0130 00",
            "ＤＥ89 3704 0044 0532 0130 00",
            "DE89 3704 0044 0532 0130 00; DROP",
        ];
        table(iban, &good, &bad);
        assert!(good.iter().all(|text| looks_like_iban(text) && looks_like_iban(&text.to_lowercase())));
        assert!(!["12345678", "D", "", "DEUT1234", "é9"].into_iter().any(looks_like_iban));
    }

    /// BICs as the banks publish them.
    #[test]
    fn bics_of_banks() {
        let good = [
            "DEUTDEFF",
            "DEUTDEFF500",
            "CHASUS33",
            "CHASUS33XXX",
            "HSBCHKHHHKH",
            "BKCHCNBJ",
            "NEDSZAJJXXX",
            "MBKOXKPR",
        ];
        let bad =
            ["", "DEUTDEF", "DEUTDEFF5", "DEUTDEFF50", "DEUTDEFF5000", "DEUTXXFF", "DEUT12FF", "DEUTDEF0", "DEÜTDEFF"];
        table(swift_code, &good, &bad);
    }

    /// Routing numbers that JPMorgan Chase, Bank of America, the Federal Reserve Bank of Boston, Bank of America in Texas
    /// and U.S. Bank publish.
    #[test]
    fn routing_numbers_of_banks() {
        let good = ["021000021", "026009593", "011000015", "111000025", "122105155"];
        let bad = [
            "",
            "021000022",
            "012000021",
            "02100002",
            "0210000210",
            "000000000",
            "990000009",
            "O21000021",
            "-21000021",
        ];
        table(aba_routing_number, &good, &bad);
        assert_eq!(aba_routing_number("0210-0002-1").as_deref(), Ok("021000021"));
    }

    /// The numbers that card schemes and their acquirers publish for tests.
    #[test]
    fn card_numbers_of_the_schemes() {
        let good = [
            "4111 1111 1111 1111",
            "5555 5555 5555 4444",
            "3782 822463 10005",
            "6011 1111 1111 1117",
            "3530 1113 3330 0000",
            "6200 0000 0000 0005",
        ];
        let bad = [
            "",
            "4111 1111 1111 1112",
            "4111 1111 1111 111",
            "1411 1111 1111 1111",
            "0000 0000 0000 0000",
            "7992 7398 713",
            "4111 1111 1111 1111 1111",
            "4111 1111 1111 111x",
            "٤١١١١١١١١١١١١١١١",
        ];
        table(card_number, &good, &bad);
    }

    #[test]
    fn account_numbers_are_letters_and_digits() {
        let long = "1".repeat(35);
        let good = ["0001 2345 6789", "1234", "00-12", "A12345B"];
        let bad = ["", "123", "ABCDEF", "12345;6", "١٢٣٤٥٦", &long];
        for text in good {
            assert_eq!(account_number(text), Ok(text.replace([' ', '-'], "")));
        }
        assert!(bad.into_iter().all(|text| account_number(text).is_err()));
    }
}
