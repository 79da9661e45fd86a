//! The token of a request.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

use super::ApiError;

/// The bearer token, with the scheme in any case (RFC 9110) and spaces around it ignored; `None` without one.
///
/// # Errors
/// `session_required` for more than one `Authorization`, since it is unclear which one is meant.
pub fn bearer(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let mut said = headers.get_all(AUTHORIZATION).iter();
    let (first, None) = (said.next(), said.next()) else { return Err(ApiError::session_required()) };
    Ok(first.and_then(|value| value.to_str().ok()).and_then(token))
}

fn token(header: &str) -> Option<&str> {
    let (scheme, token) = header.trim().split_once(char::is_whitespace)?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_the_same_however_it_is_written() {
        let table = [
            ("Bearer abc", Some("abc")),
            ("bearer abc", Some("abc")),
            ("BEARER   abc  ", Some("abc")),
            ("Bearer\tabc", Some("abc")),
            ("Bearer", None),
            ("Basic abc", None),
            ("", None),
        ];
        for (header, token) in table {
            let headers = HeaderMap::from_iter([(AUTHORIZATION, header.parse().unwrap())]);
            assert_eq!(bearer(&headers).unwrap(), token, "{header}");
        }
        assert_eq!(bearer(&HeaderMap::new()).unwrap(), None);
    }

    #[test]
    fn two_tokens_are_nobodys() {
        let mut headers = HeaderMap::new();
        headers.append(AUTHORIZATION, "Bearer abc".parse().unwrap());
        headers.append(AUTHORIZATION, "Bearer abc".parse().unwrap());
        assert_eq!(bearer(&headers).unwrap_err().word, "session_required");
    }
}
