//! Articles from operators: one file for each language, each with a head between two lines of `+++`, in TOML.

use plumbline_core::ids::InstrumentId;
use plumbline_core::time::UnixMillis;
use serde::Deserialize;
use thiserror::Error;

use super::markdown;
use super::store::{self, Filed, Headline, Text};
use super::tags::{self, TAGS};
use crate::db::{Db, DbError};
use crate::http::Language;
use crate::market::Catalog;

const TITLE_MAX: usize = 120;
const BODY_BYTES_MAX: usize = 64 * 1024;
const TAGS_MAX: usize = 5;
const INSTRUMENTS_MAX: usize = 20;
const PUBLISHER_MAX: usize = 80;

#[derive(Debug, Error)]
pub enum ArticleError {
    #[error("it begins with no head: a line +++, then language and title, then a line +++")]
    NoHead,
    #[error("its head cannot be read: {0}")]
    Head(#[from] toml::de::Error),
    #[error("the language {0} is none of en, zh-Hans, zh-Hant")]
    Language(String),
    #[error("{0} was given twice")]
    Twice(&'static str),
    #[error("a title has 1 to {TITLE_MAX} letters")]
    Title,
    #[error("its text is empty, or longer than {BODY_BYTES_MAX} bytes")]
    Body,
    #[error("it has control characters, or its title has marks that turn the direction of writing")]
    Control,
    #[error("there is no tag {tag}: choose from {known}", tag = .0, known = TAGS.join(", "))]
    Tag(String),
    #[error("there is no instrument {0}: write it as UsStock:AAPL")]
    Instrument(String),
    #[error("too many {0}: at most {1}")]
    TooMany(&'static str, usize),
    #[error("{0} differ from file to file: write them into one, or the same into all")]
    Differ(&'static str),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The head of a file. Fields that do not depend on the language are in one of the files, or equal in all that have
/// them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    language: String,
    title: String,
    tags: Option<Vec<String>>,
    instruments: Option<Vec<String>>,
    publisher: Option<String>,
}

/// An article that can be published.
#[derive(Debug)]
pub struct Draft {
    pub texts: Vec<Text>,
    tags: Vec<String>,
    instruments: Vec<InstrumentId>,
    publisher: String,
    words: String,
}

impl Draft {
    /// Reads a draft from the files' texts, in any order of their languages.
    pub fn read(files: &[String], catalog: &Catalog) -> Result<Self, ArticleError> {
        let files = files.iter().map(|file| parts(file)).collect::<Result<Vec<_>, _>>()?;
        let mut texts: Vec<Text> = Vec::new();
        for (head, body) in &files {
            let text = text(head, body)?;
            if texts.iter().any(|known| known.headline.language == text.headline.language) {
                return Err(ArticleError::Twice(text.headline.language.tag()));
            }
            texts.push(text);
        }
        let heads = || files.iter().map(|(head, _)| head);
        let tags = agreed("tags", heads().filter_map(|head| head.tags.clone()))?;
        let named = agreed("instruments", heads().filter_map(|head| head.instruments.clone()))?;
        let publisher: String = agreed("publishers", heads().filter_map(|head| head.publisher.clone()))?;
        if let Some(wrong) = tags.iter().find(|tag| !tags::is_tag(tag)) {
            return Err(ArticleError::Tag(wrong.clone()));
        }
        let is_long = [(tags.len(), TAGS_MAX, "tags"), (named.len(), INSTRUMENTS_MAX, "instruments")];
        let letters = (publisher.chars().count(), PUBLISHER_MAX, "letters of the publisher");
        if let Some((_, most, what)) = is_long.into_iter().chain([letters]).find(|(count, most, _)| count > most) {
            return Err(ArticleError::TooMany(what, most));
        }
        for (list, what) in [(&tags, "a tag"), (&named, "an instrument")] {
            if (1..list.len()).any(|at| list[..at].contains(&list[at])) {
                return Err(ArticleError::Twice(what));
            }
        }
        let found: Result<Vec<_>, ArticleError> = named.iter().map(|name| find(catalog, name)).collect();
        let found = found?;
        let titles = texts.iter().map(|text| text.headline.title.clone());
        let names = found.iter().flat_map(|known| {
            [&known.code, &known.names.english, &known.names.simplified, &known.names.traditional].map(Clone::clone)
        });
        let words = titles.chain(names).collect::<Vec<_>>().join(" ");
        Ok(Self { texts, tags, instruments: found.iter().map(|known| known.id).collect(), publisher, words })
    }

    /// Publishes the draft; gives its id.
    pub async fn publish(&self, db: &Db, by: &str, at: UnixMillis) -> Result<i64, ArticleError> {
        let filed = Filed { tags: &self.tags, instruments: &self.instruments, words: &self.words, at };
        Ok(store::add(db, by, &self.publisher, &self.texts, filed).await?)
    }
}

/// The head of a file, and its text.
fn parts(file: &str) -> Result<(Head, String), ArticleError> {
    let file = file.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    if file.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(ArticleError::Control);
    }
    let inside = file.strip_prefix("+++\n").ok_or(ArticleError::NoHead)?;
    let (head, body) = inside.split_once("\n+++\n").ok_or(ArticleError::NoHead)?;
    Ok((toml::from_str(head)?, body.trim().to_owned()))
}

/// Characters that change the reading order of a title (Unicode Standard Annex 9): embeddings, overrides and isolates.
const fn turns_around(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn text(head: &Head, body: &str) -> Result<Text, ArticleError> {
    let language = Language::ALL.into_iter().find(|known| known.tag() == head.language);
    let language = language.ok_or_else(|| ArticleError::Language(head.language.clone()))?;
    let title = head.title.trim().to_owned();
    if title.chars().any(|c| c.is_control() || turns_around(c)) {
        return Err(ArticleError::Control);
    }
    if !(1..=TITLE_MAX).contains(&title.chars().count()) {
        return Err(ArticleError::Title);
    }
    let blocks = markdown::blocks(body);
    if blocks.is_empty() || body.len() > BODY_BYTES_MAX {
        return Err(ArticleError::Body);
    }
    let headline = Headline { language, title, summary: markdown::summary(&blocks) };
    Ok(Text { headline, body: body.to_owned() })
}

/// The value that all files with this field agree on.
fn agreed<T: Default + PartialEq>(what: &'static str, said: impl Iterator<Item = T>) -> Result<T, ArticleError> {
    let mut agreed = None;
    for next in said {
        if agreed.get_or_insert_with(T::default) != &T::default() && agreed.as_ref() != Some(&next) {
            return Err(ArticleError::Differ(what));
        }
        agreed = Some(next);
    }
    Ok(agreed.unwrap_or_default())
}

fn find<'c>(
    catalog: &'c Catalog,
    name: &str,
) -> Result<&'c std::sync::Arc<plumbline_core::market::Instrument>, ArticleError> {
    let found = name.split_once(':').and_then(|(market, code)| catalog.named(market, code));
    found.ok_or_else(|| ArticleError::Instrument(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_head_and_a_text() {
        let (head, body) = parts("+++\r\nlanguage = \"en\"\r\ntitle = \"T\"\r\n+++\r\n\r\nText.\r\n").unwrap();
        assert_eq!((head.language.as_str(), head.title.as_str(), body.as_str()), ("en", "T", "Text."));
        let wrong = |file: &str| parts(file).and_then(|(head, body)| text(&head, &body)).unwrap_err().to_string();
        let head = |title: &str| format!("+++\nlanguage = \"en\"\ntitle = \"{title}\"\n+++\n");
        assert!(wrong("# Title\n").starts_with("it begins with no head"));
        assert!(wrong("+++\nlanguage = \"en\"\n+++\nText").contains("title"), "what is missing is named");
        assert!(wrong("+++\nlanguage = \"fr\"\ntitle = \"T\"\n+++\nText").contains("the language fr"));
        assert!(wrong("+++\nlanguage = \"en\"\ntitle = \"T\"\nauthor = \"x\"\n+++\nText").contains("author"));
        for turned in ['\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}'] {
            assert!(wrong(&(head(&format!("Profit {turned}rises")) + "Text")).contains("direction"), "{turned:?}");
        }
        assert!(wrong(&head(&"x".repeat(121))).starts_with("a title has"));
        assert!(wrong(&(head(" ") + "Text")).starts_with("a title has"));
        assert!(wrong(&head("T")).starts_with("its text is empty"));
        assert!(wrong(&(head("T") + "a\u{0}b")).contains("control characters"));
        assert!(wrong(&(head("T") + &"x".repeat(65_537))).starts_with("its text is empty, or longer"));
    }

    #[test]
    fn files_agree_on_what_they_say_of_the_article() {
        assert_eq!(agreed("tags", [vec![1], vec![1]].into_iter()).unwrap(), [1]);
        assert_eq!(agreed("tags", std::iter::empty::<Vec<i32>>()).unwrap(), Vec::<i32>::new());
        assert!(agreed("tags", [vec![1], vec![2]].into_iter()).is_err());
    }
}
