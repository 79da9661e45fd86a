use plumbline_core::decimal::DecimalError;
use plumbline_core::funds::parse_hundredths;
use plumbline_core::money::{Currency, Money};

use super::ApiError;

/// Digits of an amount before the point.
pub const WHOLE_DIGITS_MAX: usize = 14;

/// Reads the request field `amount`: money above zero with at most two decimals, in hundredths.
///
/// # Errors
/// `amount_invalid`.
pub fn amount(text: &str) -> Result<i64, ApiError> {
    checked(text, parse_hundredths(text))
}

/// Reads the request field `amount`: money of `currency` above zero, with at most its decimals.
///
/// # Errors
/// `amount_invalid`.
pub fn amount_in(text: &str, currency: Currency) -> Result<Money, ApiError> {
    let minor = checked(text, Money::parse(text, currency).map(|money| money.minor))?;
    Ok(Money::new(minor, currency))
}

fn checked(text: &str, minor: Result<i64, DecimalError>) -> Result<i64, ApiError> {
    let whole = text.split('.').next().unwrap_or_default();
    let minor = minor.ok().filter(|minor| *minor > 0);
    minor.filter(|_| whole.len() <= WHOLE_DIGITS_MAX).ok_or(ApiError::invalid("amount_invalid", "amount"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_written_as_the_document_says() {
        let table = [
            ("5", Some(500)),
            ("5.0", Some(500)),
            ("005.05", Some(505)),
            ("99999999999999.99", Some(9_999_999_999_999_999)),
            ("5.000", None),
            ("5.001", None),
            ("000000000000005", None),
            ("0.00", None),
            ("-5", None),
            ("5.", None),
            ("", None),
        ];
        for (text, hundredths) in table {
            assert_eq!(amount(text).ok(), hundredths, "{text}");
            let of = |currency| amount_in(text, currency).ok().map(|money| money.minor);
            assert_eq!(of(Currency::Usd), hundredths, "{text}");
        }
        let yen = |text| amount_in(text, Currency::Jpy).ok().map(|money| money.minor);
        assert_eq!((yen("5"), yen("5.0"), yen("0")), (Some(5), None, None));
    }
}
