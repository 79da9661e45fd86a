use jiff::civil::Date;
use plumbline_core::time::UnixMillis;

use super::ApiError;

/// Reads a time (Unix milliseconds) of the request field `field`; `None` for an empty text.
///
/// # Errors
/// `timestamp_invalid`.
pub fn moment(text: Option<&str>, field: &'static str) -> Result<Option<UnixMillis>, ApiError> {
    let read = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let millis = text.parse().ok().filter(|_| digits);
        millis.map(UnixMillis).ok_or(ApiError::invalid("timestamp_invalid", field))
    };
    text.filter(|text| !text.is_empty()).map(read).transpose()
}

/// Reads a date of the request field `field`, in the form `2026-11-23` only; `None` for an empty text.
///
/// # Errors
/// `date_invalid`.
pub fn date(text: Option<&str>, field: &'static str) -> Result<Option<Date>, ApiError> {
    let read = |text: &str| {
        let date = text.parse::<Date>().ok().filter(|date| date.to_string() == text);
        date.ok_or(ApiError::invalid("date_invalid", field))
    };
    text.filter(|text| !text.is_empty()).map(read).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_in_one_way() {
        assert_eq!(date(None, "from").unwrap(), None);
        assert_eq!(date(Some(""), "from").unwrap(), None);
        assert_eq!(date(Some("2026-11-23"), "from").unwrap(), Some(Date::constant(2026, 11, 23)));
        for text in ["2026-11-23T10:00", "20261123", "+002026-11-23", "2026-11-31", "2026-1-2", " 2026-11-23", "x"] {
            assert_eq!(date(Some(text), "from").unwrap_err().word, "date_invalid", "{text}");
        }
    }
}
