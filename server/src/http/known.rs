//! The check for a reply that the caller has already.

use axum::http::HeaderMap;
use axum::http::header::IF_NONE_MATCH;

/// True when `If-None-Match` names the tag (RFC 9110, 13.1.2): it is a list, in any number of lines, or `*`, and tags
/// are compared weakly, because a proxy that compresses a reply makes its tag weak.
pub fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let lines = asked.get_all(IF_NONE_MATCH).iter().filter_map(|line| line.to_str().ok());
    // A comma inside a tag splits it, and none of the parts equals a tag of the server.
    lines.flat_map(|line| line.split(',')).map(str::trim).any(|known| known == "*" || opaque(known) == opaque(tag))
}

fn opaque(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_compared_weakly_and_as_a_list() {
        let table = [
            (&[r#""a""#][..], true),
            (&[r#"W/"a""#], true),
            (&["*"], true),
            (&[r#""b", W/"a""#], true),
            (&[r#""b""#, r#""a" "#], true),
            (&[r#""b""#], false),
            (&["a"], false),
            (&[r#"w/"a""#], false),
            (&[""], false),
            (&[], false),
        ];
        for (lines, known) in table {
            let asked = lines.iter().map(|line| (IF_NONE_MATCH, line.parse().unwrap())).collect();
            for tag in [r#""a""#, r#"W/"a""#] {
                assert_eq!(is_known(&asked, tag), known, "{lines:?} and {tag}");
            }
        }
    }
}
