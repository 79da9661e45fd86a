//! E-mail addresses as keys of accounts.

/// The longest address that SMTP carries (RFC 5321, 4.5.3.1.3, less the angle brackets).
const LENGTH_MAX: usize = 254;
/// The longest label of a domain (RFC 1035, 2.3.4).
const LABEL_MAX: usize = 63;

/// Trims and lower-cases `text`; `None` unless it has the form that the product asks for: text, `@`, and a domain below
/// another one, as domains that receive mail from elsewhere have (RFC 5321, 2.3.5). Only a code sent to the address
/// proves that it exists.
pub fn normalize_email(text: &str) -> Option<String> {
    let email = text.trim().to_lowercase();
    let (local, domain) = email.rsplit_once('@')?;
    let printable = !email.chars().any(|c| c.is_whitespace() || c.is_control());
    let plain = !local.contains('@') && !email.contains(['<', '>', ',', ';', '"', '\\']);
    let whole_domain = domain.contains('.') && domain.split('.').all(is_label);
    let fits = email.len() <= LENGTH_MAX && !local.is_empty() && !domain.is_empty();
    (fits && printable && plain && whole_domain).then_some(email)
}

/// True for letters of any script, digits and inner hyphens (RFC 1123, 2.1; RFC 5890 for other scripts).
fn is_label(label: &str) -> bool {
    let within = !label.is_empty() && label.len() <= LABEL_MAX;
    let plain = label.chars().all(|c| c.is_alphanumeric() || c == '-');
    within && plain && !label.starts_with('-') && !label.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_text_at_text() {
        let table = [
            ("a@b.example", Some("a@b.example")),
            ("  Ann.Lee+x@Example.COM ", Some("ann.lee+x@example.com")),
            ("root@localhost", None),
            ("a@b", None),
            ("a@b.", None),
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
            ("a@c..example", None),
            ("a@-c.example", None),
            ("a@c_d.example", None),
            ("a@bücher.example", Some("a@bücher.example")),
        ];
        for (text, expected) in table {
            assert_eq!(normalize_email(text).as_deref(), expected, "{text:?}");
        }
        assert_eq!(normalize_email(&format!("{}@b.example", "a".repeat(300))), None);
        assert_eq!(normalize_email(&format!("a@{}.example", "b".repeat(64))), None);
    }
}
