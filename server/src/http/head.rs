//! Checks of a request's head. Requests that HTTP forbids, or that the server does not support, are refused before they
//! are acted on: a proxy in front may have read them differently.

use axum::extract::Request;
use axum::http::header::{CONNECTION, CONTENT_ENCODING, HOST, TRANSFER_ENCODING};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::ApiError;

/// Lets a valid request through. After any other the connection ends with the answer, because the start of the next
/// request is uncertain.
pub async fn check(request: Request, next: Next) -> Response {
    let Err(error) = judge(request.version(), request.headers()) else { return next.run(request).await };
    let mut response = error.into_response();
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

fn judge(version: Version, headers: &HeaderMap) -> Result<(), ApiError> {
    if !names_one_host(version, headers) {
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "host_invalid"));
    }
    if !only(headers, TRANSFER_ENCODING, "chunked") {
        return Err(ApiError::new(StatusCode::NOT_IMPLEMENTED, "transfer_encoding_unsupported"));
    }
    if !only(headers, CONTENT_ENCODING, "identity") {
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "content_encoding_unsupported"));
    }
    Ok(())
}

/// RFC 9112, section 3.2: 400 for HTTP/1.1 without Host, for more than one, and for one that cannot be a host. It may
/// be empty.
fn names_one_host(version: Version, headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => version < Version::HTTP_11,
        (Some(host), None) => is_host(host),
        (Some(_), Some(_)) => false,
    }
}

fn is_host(host: &HeaderValue) -> bool {
    let authority = Authority::try_from(host.as_bytes());
    host.is_empty() || authority.is_ok_and(|authority| !authority.as_str().contains('@'))
}

/// True if the header is absent, or occurs once with exactly `value`.
fn only(headers: &HeaderMap, name: HeaderName, value: &str) -> bool {
    let mut said = headers.get_all(name).iter();
    match (said.next(), said.next()) {
        (None, _) => true,
        (Some(said), None) => said.as_bytes().trim_ascii().eq_ignore_ascii_case(value.as_bytes()),
        (Some(_), Some(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_http_forbids_or_nobody_understands_is_refused() {
        const HOST_ONCE: (&str, &str) = ("host", "here");
        /// The headers, and the status of the refusal.
        type Case = (&'static [(&'static str, &'static str)], Option<u16>);
        let table: [Case; 20] = [
            (&[HOST_ONCE], None),
            (&[("host", "127.0.0.1:8080")], None),
            (&[("host", "[::1]:8080")], None),
            (&[("host", "a_b.example")], None),
            (&[("host", "")], None),
            (&[], Some(400)),
            (&[HOST_ONCE, HOST_ONCE], Some(400)),
            (&[("host", "a b")], Some(400)),
            (&[("host", "here/there")], Some(400)),
            (&[("host", "ann@here")], Some(400)),
            (&[HOST_ONCE, ("transfer-encoding", "chunked")], None),
            (&[HOST_ONCE, ("transfer-encoding", " Chunked ")], None),
            (&[HOST_ONCE, ("transfer-encoding", "gzip, chunked")], Some(501)),
            (&[HOST_ONCE, ("transfer-encoding", "chunked, chunked")], Some(501)),
            (&[HOST_ONCE, ("transfer-encoding", "chunked"), ("transfer-encoding", "chunked")], Some(501)),
            (&[HOST_ONCE, ("transfer-encoding", "gzip")], Some(501)),
            (&[HOST_ONCE, ("content-encoding", "identity")], None),
            (&[HOST_ONCE, ("content-encoding", "gzip")], Some(415)),
            (&[HOST_ONCE, ("content-encoding", "")], Some(415)),
            (&[HOST_ONCE, ("content-encoding", "identity"), ("content-encoding", "br")], Some(415)),
        ];
        for (lines, status) in table {
            let mut headers = HeaderMap::new();
            for (name, value) in lines {
                headers.append(*name, value.parse().unwrap());
            }
            let refused = judge(Version::HTTP_11, &headers).err().map(|error| error.status.as_u16());
            assert_eq!(refused, status, "{lines:?}");
        }
        assert!(judge(Version::HTTP_10, &HeaderMap::new()).is_ok(), "HTTP/1.0 knows no Host");
    }
}
