//! The three languages of the product, chosen by `Accept-Language`.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use plumbline_core::market::Names;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    SimplifiedChinese,
    TraditionalChinese,
}

impl Language {
    pub const ALL: [Language; 3] = [Self::English, Self::SimplifiedChinese, Self::TraditionalChinese];

    /// The tag on the wire and in the locale files' names.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::SimplifiedChinese => "zh-Hans",
            Self::TraditionalChinese => "zh-Hant",
        }
    }

    /// The name in this language.
    pub fn name(self, names: &Names) -> &str {
        match self {
            Self::English => &names.english,
            Self::SimplifiedChinese => &names.simplified,
            Self::TraditionalChinese => &names.traditional,
        }
    }

    /// The first language of a header's list that we speak; English when none is. Quality values are not weighed:
    /// our own clients send one tag, and browsers list theirs in order.
    pub fn from_header(header: &str) -> Self {
        header.split(',').find_map(|item| Self::from_tag(item.split(';').next()?.trim())).unwrap_or_default()
    }

    fn from_tag(tag: &str) -> Option<Self> {
        let tag = tag.to_ascii_lowercase().replace('_', "-");
        let traditional = ["hant", "-tw", "-hk", "-mo"].iter().any(|mark| tag.contains(mark));
        match tag.split('-').next()? {
            "en" => Some(Self::English),
            "zh" if traditional => Some(Self::TraditionalChinese),
            "zh" => Some(Self::SimplifiedChinese),
            _ => None,
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let header = parts.headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        Ok(header.map(Self::from_header).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::Language::{self, *};

    #[test]
    fn headers_choose_a_language() {
        let table = [
            ("en", English),
            ("zh-Hans", SimplifiedChinese),
            ("zh_Hant_HK", TraditionalChinese),
            ("zh-TW,zh;q=0.9,en;q=0.8", TraditionalChinese),
            ("fr, zh-CN;q=0.5", SimplifiedChinese),
            ("fr", English),
            ("", English),
        ];
        for (header, language) in table {
            assert_eq!(Language::from_header(header), language, "{header}");
        }
    }
}
