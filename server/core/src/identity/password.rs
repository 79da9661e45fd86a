//! Rules for passwords. Lengths count characters, as a customer does.

use std::ops::RangeInclusive;

/// The product's rule for login passwords.
pub const LOGIN_PASSWORD_LENGTH: RangeInclusive<usize> = 6..=20;
/// The product asks for at least six; the upper bound limits the cost of hashing a stranger's input.
pub const PAY_PASSWORD_LENGTH: RangeInclusive<usize> = 6..=64;

pub fn is_login_password(text: &str) -> bool {
    LOGIN_PASSWORD_LENGTH.contains(&text.chars().count())
}

pub fn is_pay_password(text: &str) -> bool {
    PAY_PASSWORD_LENGTH.contains(&text.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_counted_in_characters() {
        let table = [
            (0, false, false),
            (5, false, false),
            (6, true, true),
            (20, true, true),
            (21, false, true),
            (65, false, false),
        ];
        for (length, login, pay) in table {
            let text = "准".repeat(length);
            assert_eq!((is_login_password(&text), is_pay_password(&text)), (login, pay), "{length}");
        }
    }
}
