//! The three languages of the product, chosen by `Accept-Language`.

use std::convert::Infallible;
use std::sync::LazyLock;

use axum::extract::FromRequestParts;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use fluent_langneg::{NegotiationStrategy, negotiate_languages, parse_accepted_languages};
use plumbline_core::market::Names;
use unic_langid::LanguageIdentifier;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    SimplifiedChinese,
    TraditionalChinese,
}

impl Language {
    pub const ALL: [Language; 3] = [Self::English, Self::SimplifiedChinese, Self::TraditionalChinese];

    /// The tag on the wire and in `words.toml`.
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

    /// The preferred supported language of a header's list; English if there is none.
    pub fn from_header(header: &str) -> Self {
        if let Some(known) = Self::ALL.into_iter().find(|language| language.tag() == header) {
            return known;
        }
        static SPOKEN: LazyLock<Vec<LanguageIdentifier>> = LazyLock::new(|| {
            Language::ALL.iter().map(|language| language.tag().parse().expect("our tags are well formed")).collect()
        });
        let wanted = parse_accepted_languages(&liked(header).join(","));
        // With the likely scripts of the Unicode CLDR, which give zh-TW traditional characters.
        let found = negotiate_languages(&wanted, &SPOKEN, None, NegotiationStrategy::Lookup);
        let index = found.first().and_then(|found| SPOKEN.iter().position(|spoken| spoken == *found));
        index.map_or_else(Self::default, |index| Self::ALL[index])
    }
}

/// The tags of a list, the greatest weight first, and in their order where weights are equal (RFC 9110, 12.4.2). Tags
/// of weight 0 are left out.
fn liked(header: &str) -> Vec<&str> {
    let weighed = header.split(',').filter_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let tag = parts.next()?;
        let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        let weight: f32 = weight.map_or(Some(1.0), |weight| weight.trim().parse().ok())?;
        (weight > 0.0).then_some((weight, tag))
    });
    let mut weighed: Vec<(f32, &str)> = weighed.collect();
    weighed.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    weighed.into_iter().map(|(_, tag)| tag).collect()
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
            ("zh-HK", TraditionalChinese),
            ("zh-MO,en", TraditionalChinese),
            ("zh", SimplifiedChinese),
            ("zh-SG", SimplifiedChinese),
            ("zh-Hans-TW", SimplifiedChinese),
            ("en-GB,zh", English),
            ("EN-us", English),
            ("fr", English),
            ("*", English),
            ("en;q=0.1, zh-Hant;q=0.9", TraditionalChinese),
            ("zh-CN;q=0.5,zh-HK;q=0.8,en;q=0.7", TraditionalChinese),
            ("zh-CN ; Q=0.2 , en", English),
            ("en;q=0, zh", SimplifiedChinese),
            ("zh-TW;q=none, zh-CN;q=0.1", SimplifiedChinese),
            ("fr;q=1.0,zh-Hans;q=0.001", SimplifiedChinese),
            ("zh;q=0", English),
            (";;,,-,x-zh", English),
            ("", English),
        ];
        for (header, language) in table {
            assert_eq!(Language::from_header(header), language, "{header}");
        }
    }
}
