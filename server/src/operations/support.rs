//! The contact for customers: the operator's staff, who give out the details for deposits and read bank certificates.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use url::Url;

/// A page, a mailbox or a telephone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support(Url);

#[derive(Debug, Error, PartialEq, Eq)]
#[error("it is an address that begins with https://, mailto: or tel:")]
pub struct SupportError;

impl FromStr for Support {
    type Err = SupportError;

    fn from_str(text: &str) -> Result<Self, SupportError> {
        let url = Url::parse(text).map_err(|_| SupportError)?;
        let leads_somewhere = match url.scheme() {
            "https" => url.has_host() && url.username().is_empty() && url.password().is_none(),
            "mailto" => url.path().contains('@'),
            "tel" => url.path().contains(|sign: char| sign.is_ascii_digit()),
            _ => false,
        };
        if leads_somewhere { Ok(Self(url)) } else { Err(SupportError) }
    }
}

impl fmt::Display for Support {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_to_people_and_nowhere_else() {
        for good in ["https://help.example.com/chat?from=app", "mailto:help@example.com", "tel:+85221234567"] {
            assert_eq!(good.parse::<Support>().map(|support| support.to_string()).as_deref(), Ok(good));
        }
        for bad in [
            "",
            "help@example.com",
            "http://help.example.com",
            "https://me:pw@help.example.com",
            "javascript:alert(1)",
            "mailto:",
            "tel:",
            "https:",
        ] {
            assert_eq!(bad.parse::<Support>(), Err(SupportError), "{bad}");
        }
    }
}
