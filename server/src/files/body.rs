//! The body of an upload: `multipart/form-data` with one field, `file`, read as it arrives and never beyond its limit.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use multer::{Constraints, Error, Multipart, SizeLimit};
use serde_json::json;
use tokio::time::timeout;

use crate::http::ApiError;

const FIELD: &str = "file";
/// Bytes of a form around those of its file.
const FORM_BYTES: usize = 16 * 1_024;
/// Timeout of a whole picture: 5 M over 400 kbit/s.
const ARRIVES_WITHIN: Duration = Duration::from_secs(100);
/// Timeout without any bytes.
const SILENT_MAX: Duration = Duration::from_secs(15);

/// The bytes of the file.
///
/// # Errors
/// `file_too_large` beyond `bytes_max`, as soon as that is certain; `body_too_slow`; `upload_invalid` if it is not such
/// a form.
pub async fn file(headers: &HeaderMap, body: Body, bytes_max: usize) -> Result<Vec<u8>, ApiError> {
    timeout(ARRIVES_WITHIN, received(headers, body, bytes_max)).await.map_err(|_| too_slow())?
}

async fn received(headers: &HeaderMap, body: Body, bytes_max: usize) -> Result<Vec<u8>, ApiError> {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let declared = header(CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
    if declared.is_some_and(|length| length > (bytes_max + FORM_BYTES) as u64) {
        return Err(too_large(bytes_max));
    }
    let boundary = multer::parse_boundary(header(CONTENT_TYPE).unwrap_or_default()).map_err(|_| invalid())?;
    let most = SizeLimit::new().whole_stream((bytes_max + FORM_BYTES) as u64).for_field(FIELD, bytes_max as u64);
    let form = Constraints::new().allowed_fields(vec![FIELD]).size_limit(most);
    let mut form = Multipart::with_constraints(body.into_data_stream(), boundary, form);
    let failed = |error| refusal(&error, bytes_max);
    let mut field = piece(form.next_field()).await?.map_err(failed)?.ok_or_else(invalid)?;
    let mut bytes = Vec::new();
    while let Some(chunk) = piece(field.chunk()).await?.map_err(failed)? {
        bytes.extend_from_slice(&chunk);
    }
    drop(field);
    match piece(form.next_field()).await?.map_err(failed)? {
        None => Ok(bytes),
        Some(_) => Err(invalid()),
    }
}

async fn piece<T>(next: impl Future<Output = T>) -> Result<T, ApiError> {
    timeout(SILENT_MAX, next).await.map_err(|_| too_slow())
}

fn refusal(error: &Error, bytes_max: usize) -> ApiError {
    match error {
        Error::FieldSizeExceeded { .. } | Error::StreamSizeExceeded { .. } => too_large(bytes_max),
        _ => invalid(),
    }
}

fn too_large(bytes_max: usize) -> ApiError {
    let refused = ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "file_too_large").on_field(FIELD);
    refused.with_detail(json!({ "maxBytes": bytes_max }))
}

const fn invalid() -> ApiError {
    ApiError::invalid("upload_invalid", FIELD)
}

const fn too_slow() -> ApiError {
    ApiError::new(StatusCode::REQUEST_TIMEOUT, "body_too_slow")
}
