//! The sentence for each error word, in three languages, from `locales/*.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Language;

type Messages = HashMap<String, String>;

static MESSAGES: LazyLock<[Messages; 3]> = LazyLock::new(|| {
    [
        parse(include_str!("../../locales/en.toml")),
        parse(include_str!("../../locales/zh-Hans.toml")),
        parse(include_str!("../../locales/zh-Hant.toml")),
    ]
});

fn parse(text: &str) -> Messages {
    toml::from_str(text).expect("the embedded locale files are valid, as a test checks")
}

/// The sentence for an error word (or `success`); the word itself if there is none, which a test forbids.
pub fn message(language: Language, word: &'static str) -> &'static str {
    let index = Language::ALL.iter().position(|l| *l == language).unwrap_or_default();
    let all = &*MESSAGES;
    all[index].get(word).or_else(|| all[0].get(word)).map_or(word, String::as_str)
}

/// The sentence for a stored word, if there is one.
pub fn stored_message(language: Language, word: &str) -> Option<&'static str> {
    let index = Language::ALL.iter().position(|l| *l == language).unwrap_or_default();
    MESSAGES[index].get(word).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use plumbline_core::decision::Refusal;
    use strum::IntoEnumIterator;

    use super::*;

    /// The compiler provides the list, so that added refusals are included.
    #[test]
    fn every_refusal_has_a_sentence_in_every_language() {
        for (messages, refusal) in MESSAGES.iter().flat_map(|of| Refusal::iter().map(move |refusal| (of, refusal))) {
            assert!(messages.contains_key(refusal.word()), "write a sentence for {}", refusal.word());
        }
    }

    #[test]
    fn every_language_has_the_same_words() {
        let words = |i: usize| MESSAGES[i].keys().cloned().collect::<BTreeSet<_>>();
        assert!(words(0).len() > 10);
        assert_eq!(words(0), words(1));
        assert_eq!(words(0), words(2));
    }

    /// The names in braces that values are written for.
    #[test]
    fn every_language_has_the_same_places() {
        let places = |text: &str| -> BTreeSet<String> {
            text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name.to_owned()).collect()
        };
        let of_english = |word: &str| places(&MESSAGES[0][word]);
        assert!(MESSAGES[0].keys().any(|word| !of_english(word).is_empty()));
        for (word, text) in MESSAGES[1..].iter().flatten() {
            assert_eq!(places(text), of_english(word), "{word}: {text}");
        }
    }

    #[test]
    fn chinese_sentences_have_chinese_punctuation() {
        let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
        for (word, text) in MESSAGES[1..].iter().flatten().filter(|(_, text)| text.contains(is_chinese)) {
            assert!(!text.contains([',', ';', ':', '?', '!', '(', ')']), "{word}: {text}");
        }
    }
}
