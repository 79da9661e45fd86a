//! The subjects of articles. Their names are in `words.toml`.

use crate::http::{Language, stored_message};

/// In the order in which readers see them.
pub const TAGS: [&str; 10] = [
    "market_wrap",
    "market_preview",
    "us_stocks",
    "hk_stocks",
    "futures",
    "forex",
    "crypto",
    "company",
    "education",
    "service",
];

pub fn is_tag(text: &str) -> bool {
    TAGS.contains(&text)
}

/// The name of a tag in a language.
pub fn name(tag: &str, language: Language) -> String {
    stored_message(language, &format!("tag_{tag}")).unwrap_or(tag).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_has_a_name_in_every_language() {
        for (tag, language) in TAGS.iter().flat_map(|tag| Language::ALL.map(|language| (tag, language))) {
            assert_ne!(name(tag, language), *tag, "{language:?}");
        }
    }
}
