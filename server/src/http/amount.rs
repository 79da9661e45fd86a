use plumbline_core::funds::parse_hundredths;

use super::ApiError;

/// Digits of an amount before the point.
pub const WHOLE_DIGITS_MAX: usize = 14;

/// Reads the request field `amount`: money above zero with at most two decimals, in hundredths.
///
/// # Errors
/// `amount_invalid`.
pub fn amount(text: &str) -> Result<i64, ApiError> {
    let whole = text.split('.').next().unwrap_or_default();
    let hundredths = parse_hundredths(text).ok().filter(|hundredths| *hundredths > 0);
    hundredths.filter(|_| whole.len() <= WHOLE_DIGITS_MAX).ok_or(ApiError::invalid("amount_invalid", "amount"))
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
        }
    }
}
