//! A database's address without its password: everyone on a machine may read a program's command line.

use crate::secret::Secret;

/// A PostgreSQL URI for a command line, and the password for the environment.
#[derive(Debug)]
pub struct Target {
    pub uri: String,
    pub password: Option<Secret>,
}

impl Target {
    /// Takes the password out of `uri`, from any place: `user:password@host` or `?password=…`, which takes precedence
    /// as it does when the server connects.
    pub fn of(uri: &str) -> Self {
        let (base, query) = uri.split_once('?').map_or((uri, None), |(base, query)| (base, Some(query)));
        let (base, password) = without_credentials(base);
        let (query, later) = query.map_or((String::new(), None), without_parameter);
        let separator = if query.is_empty() { "" } else { "?" };
        let password = later.or(password).map(Secret::new);
        Self { uri: format!("{base}{separator}{query}"), password }
    }
}

fn without_credentials(base: &str) -> (String, Option<String>) {
    let (scheme, rest) = base.split_once("://").unwrap_or(("", base));
    let (authority, path) = rest.find('/').map_or((rest, ""), |slash| rest.split_at(slash));
    let found = authority.rsplit_once('@').and_then(|(user, host)| Some((user.split_once(':')?, host)));
    let Some(((user, password), host)) = found else { return (base.to_owned(), None) };
    (format!("{scheme}://{user}@{host}{path}"), Some(decoded(password)))
}

fn without_parameter(query: &str) -> (String, Option<String>) {
    let is_password = |parameter: &&str| parameter.starts_with("password=");
    let rest: Vec<&str> = query.split('&').filter(|parameter| !is_password(parameter)).collect();
    let last = query.split('&').rfind(is_password).and_then(|parameter| parameter.split_once('='));
    (rest.join("&"), last.map(|(_, password)| decoded(&password.replace('+', " "))))
}

/// Reads `%40` as `@`; other text stays as it is.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = if *first == b'%' { after.split_at_checked(2).and_then(escape) } else { None };
        let (byte, next) = escaped.unwrap_or((*first, after));
        bytes.push(byte);
        rest = next;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The byte of two hexadecimal digits, and what follows them.
fn escape<'a>((digits, rest): (&[u8], &'a [u8])) -> Option<(u8, &'a [u8])> {
    let digits = std::str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    Some((u8::from_str_radix(digits, 16).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_password_leaves_the_command_line() {
        let table = [
            ("postgres://ann:secret@db:5432/books", "postgres://ann@db:5432/books", Some("secret")),
            ("postgres://ann:p%40ss%3Aw%2frd@db/books", "postgres://ann@db/books", Some("p@ss:w/rd")),
            ("postgres://ann:a:b@c@db/books?sslmode=require", "postgres://ann@db/books?sslmode=require", Some("a:b@c")),
            ("postgres://ann:%E5%87%86100%@db", "postgres://ann@db", Some("准100%")),
            (
                "postgresql://db/books?user=ann&password=a+b%21&sslmode=disable",
                "postgresql://db/books?user=ann&sslmode=disable",
                Some("a b!"),
            ),
            ("postgres://ann:old@db/books?password=new", "postgres://ann@db/books", Some("new")),
            ("postgres://ann:@db/books", "postgres://ann@db/books", Some("")),
            ("postgres://ann@db/books?host=/run/postgresql", "postgres://ann@db/books?host=/run/postgresql", None),
            ("postgres://db/a:b@c", "postgres://db/a:b@c", None),
            ("postgres://%2Frun%2Fpg/books", "postgres://%2Frun%2Fpg/books", None),
        ];
        for (uri, shown, password) in table {
            let target = Target::of(uri);
            assert_eq!((target.uri.as_str(), target.password.as_ref().map(Secret::expose)), (shown, password), "{uri}");
        }
    }
}
