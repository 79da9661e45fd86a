//! The sentence for each error word, in three languages, from `words.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::Language;

type Messages = HashMap<String, Sentence>;

/// A sentence in every language: the file is refused if one is missing or unknown.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentence {
    #[serde(rename = "en")]
    english: String,
    #[serde(rename = "zh-Hans")]
    simplified: String,
    #[serde(rename = "zh-Hant")]
    traditional: String,
}

impl Sentence {
    fn text(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::SimplifiedChinese => &self.simplified,
            Language::TraditionalChinese => &self.traditional,
        }
    }
}

static MESSAGES: LazyLock<Messages> = LazyLock::new(|| {
    toml::from_str(include_str!("../../words.toml")).expect("the embedded sentences are valid, as a test checks")
});

/// The sentence for an error word (or `success`); the word itself if there is none, which a test forbids.
pub fn message(language: Language, word: &'static str) -> &'static str {
    stored_message(language, word).unwrap_or(word)
}

/// The sentence for a stored word, if there is one.
pub fn stored_message(language: Language, word: &str) -> Option<&'static str> {
    MESSAGES.get(word).map(|sentence| sentence.text(language))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use plumbline_core::decision::Refusal;
    use strum::IntoEnumIterator;

    use super::*;

    const CHINESE: [Language; 2] = [Language::SimplifiedChinese, Language::TraditionalChinese];

    /// The compiler provides the list, so that added refusals are included.
    #[test]
    fn every_refusal_has_a_sentence_in_every_language() {
        for refusal in Refusal::iter() {
            assert!(MESSAGES.contains_key(refusal.word()), "write a sentence for {}", refusal.word());
        }
    }

    #[test]
    fn every_sentence_has_a_text_in_every_language() {
        assert!(MESSAGES.len() > 10);
        for (word, sentence) in MESSAGES.iter() {
            for language in Language::ALL {
                assert!(!sentence.text(language).trim().is_empty(), "write {word} in {}", language.tag());
            }
        }
    }

    #[test]
    fn a_sentence_without_one_of_the_languages_is_refused() {
        let whole = ["en = 'Buy'", "zh-Hans = '买入'", "zh-Hant = '買入'"];
        let read = |lines: &[&str]| toml::from_str::<Messages>(&format!("[buy]\n{}", lines.join("\n")));
        let buy = &read(&whole).expect("it has every language")["buy"];
        assert_eq!(Language::ALL.map(|language| buy.text(language)), ["Buy", "买入", "買入"]);
        for missing in 0..whole.len() {
            let mut lines = whole.to_vec();
            lines.remove(missing);
            assert!(read(&lines).is_err(), "without {}", whole[missing]);
        }
        assert!(read(&[whole[0], whole[1], whole[2], "fr = 'Achat'"]).is_err());
    }

    /// The names in braces that values are written for.
    #[test]
    fn every_language_has_the_same_places() {
        let places = |text: &str| -> BTreeSet<String> {
            text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name.to_owned()).collect()
        };
        assert!(MESSAGES.values().any(|sentence| !places(&sentence.english).is_empty()));
        for (word, sentence) in MESSAGES.iter() {
            for text in CHINESE.map(|language| sentence.text(language)) {
                assert_eq!(places(text), places(&sentence.english), "{word}: {text}");
            }
        }
    }

    #[test]
    fn chinese_sentences_have_chinese_punctuation() {
        let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
        for (word, sentence) in MESSAGES.iter() {
            for text in CHINESE.map(|language| sentence.text(language)).into_iter().filter(|t| t.contains(is_chinese)) {
                assert!(!text.contains([',', ';', ':', '?', '!', '(', ')']), "{word}: {text}");
            }
        }
    }
}
