//! E-mail addresses as keys of accounts.

/// The longest address that SMTP carries (RFC 5321, 4.5.3.1.3, less the angle brackets).
const LENGTH_MAX: usize = 254;

/// Trims and lower-cases `text` and checks the form that the product asks for: text, `@`, text. Whether the
/// address is real, the code sent to it shows. `None` when it has not that form.
pub fn normalize_email(text: &str) -> Option<String> {
    let email = text.trim().to_lowercase();
    let (local, domain) = email.rsplit_once('@')?;
    let printable = !email.chars().any(|c| c.is_whitespace() || c.is_control());
    let plain = !local.contains('@') && !email.contains(['<', '>', ',', ';', '"', '\\']);
    let whole_domain = !domain.starts_with('.') && !domain.ends_with('.');
    let fits = email.len() <= LENGTH_MAX && !local.is_empty() && !domain.is_empty();
    (fits && printable && plain && whole_domain).then_some(email)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_text_at_text() {
        let table = [
            ("a@b.example", Some("a@b.example")),
            ("  Ann.Lee+x@Example.COM ", Some("ann.lee+x@example.com")),
            ("root@localhost", Some("root@localhost")),
            ("", None),
            ("a", None),
            ("@b.example", None),
            ("a@", None),
            ("a b@c.example", None),
            ("a@b@c.example", None),
            ("a@b.example\r\nBcc: c@d.example", None),
            ("Ann <a@b.example>", None),
            ("a@b.example,c@d.example", None),
            ("a@.example", None),
        ];
        for (text, expected) in table {
            assert_eq!(normalize_email(text).as_deref(), expected, "{text:?}");
        }
        assert_eq!(normalize_email(&format!("{}@b.example", "a".repeat(300))), None);
    }
}
