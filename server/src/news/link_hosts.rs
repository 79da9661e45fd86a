//! The sites that an operator lets links lead to.

use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;
use url::Host;

/// A host as `--link-hosts` names it. It includes its subdomains: `sec.gov` also means `www.sec.gov`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct LinkHost(String);

#[derive(Debug, Error)]
#[error("{0} is no host: write it as www.sec.gov")]
pub struct LinkHostError(String);

impl FromStr for LinkHost {
    type Err = LinkHostError;

    fn from_str(text: &str) -> Result<Self, LinkHostError> {
        let refused = || LinkHostError(text.to_owned());
        match Host::parse(text.trim()) {
            Ok(Host::Domain(name)) if name.contains('.') && !name.ends_with('.') => Ok(Self(name)),
            _ => Err(refused()),
        }
    }
}

impl LinkHost {
    pub fn name(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_named_and_nothing_else() {
        let read = |text: &str| text.parse::<LinkHost>().map(|host| host.0).ok();
        assert_eq!(read("WWW.SEC.gov").as_deref(), Some("www.sec.gov"));
        assert_eq!(read("bücher.example").as_deref(), Some("xn--bcher-kva.example"));
        for wrong in ["", "https://sec.gov", "sec.gov/x", "user@sec.gov", "10.0.0.1", "[::1]", "localhost", "sec.gov."]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
