use plumbline_core::time::UnixMillis;

use super::ApiError;

/// Reads a moment (Unix milliseconds) of the request field `field`; an empty text is none.
///
/// # Errors
/// `timestamp_invalid`.
pub fn moment(text: Option<&str>, field: &'static str) -> Result<Option<UnixMillis>, ApiError> {
    let read = |text: &str| text.parse().map(UnixMillis).map_err(|_| ApiError::invalid("timestamp_invalid", field));
    text.filter(|text| !text.is_empty()).map(read).transpose()
}
