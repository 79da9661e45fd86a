//! A part of the path, such as the code of `/r/{code}`, or the rest of it, as of `/docs/{*file}`.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use super::ApiError;

/// The one parameter of a path. Text that is not UTF-8 is unknown, like any other wrong URL.
#[derive(Debug)]
pub struct Segment(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Segment {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(text)| Self(text)).map_err(|_| ApiError::not_found("url_unknown"))
    }
}
