use plumbline_core::time::UnixMillis;

use super::ApiError;

/// Reads a moment (Unix milliseconds) of the request field `field`; an empty text is none.
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
