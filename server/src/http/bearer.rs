//! The token of a request.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

/// The bearer token, however the scheme is written (RFC 9110 has it in any case) and whatever spaces surround it.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.trim().split_once(char::is_whitespace)?;
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
            assert_eq!(bearer(&headers), token, "{header}");
        }
        assert_eq!(bearer(&HeaderMap::new()), None);
    }
}
