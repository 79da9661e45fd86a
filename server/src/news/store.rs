//! The tables of articles.

use std::collections::HashMap;

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Market as MarketName;
use plumbline_core::time::UnixMillis;

use super::reports::kind::Report;
use crate::db::{Db, DbError, Session, Tx, rows, rows::Rows};
use crate::http::{COUNTED_MAX, Language, Page};
use crate::{execute, fetch_all, fetch_one, fetch_optional, record, statements};

/// The articles that a list shows: those of a tag, about an instrument, and containing a keyword; each only if it is
/// set.
macro_rules! listed {
    ($select:literal, $end:literal) => {
        concat!(
            $select,
            " FROM articles a WHERE a.withdrawn_at IS NULL
            AND (CAST($1 AS TEXT) = '' OR EXISTS (SELECT 1 FROM article_tags t WHERE t.tag = $1 AND t.article_id = a.id))
            AND (CAST($2 AS BIGINT) = 0 OR EXISTS
                (SELECT 1 FROM article_instruments i WHERE i.instrument_id = $2 AND i.article_id = a.id))
            AND (CAST($3 AS TEXT) = '' OR a.words LIKE $3 ESCAPE '!') ",
            $end
        )
    };
}

statements! {
    PAGE: listed!("SELECT a.id, a.about, a.publisher, a.published_at", "AND a.id < $4 ORDER BY a.id DESC LIMIT $5 OFFSET $6");
    COUNT: listed!("SELECT COUNT(*) FROM (SELECT 1 AS found", "LIMIT $4) counted");
    FIND: "SELECT id, about, publisher, published_at, withdrawn_at FROM articles WHERE id = $1";
    /// The articles of operators, for operators, the newest last.
    OPERATORS: "SELECT a.id, a.published_by, a.published_at, a.withdrawn_at, t.language, t.title
        FROM articles a JOIN article_texts t ON t.article_id = a.id ORDER BY a.id, t.language";
    TEXTS("i"): "WITH v(id) AS ({rows}) SELECT t.article_id, t.language, t.title, t.summary
        FROM v JOIN article_texts t ON t.article_id = v.id";
    TAGS("i"): "WITH v(id) AS ({rows}) SELECT t.article_id, t.tag FROM v JOIN article_tags t ON t.article_id = v.id
        ORDER BY t.article_id, t.place";
    INSTRUMENTS("i"): "WITH v(id) AS ({rows}) SELECT i.article_id, i.instrument_id
        FROM v JOIN article_instruments i ON i.article_id = v.id ORDER BY i.article_id, i.place";
    BODY: "SELECT body FROM article_texts WHERE article_id = $1 AND language = $2";
    /// The last trading day that has a report.
    REPORTED: "SELECT MAX(report_day) FROM articles WHERE report_kind = $1 AND report_market = $2";
    ADD: "INSERT INTO articles (publisher, published_by, words, published_at) VALUES ($1, $2, $3, $4) RETURNING id";
    ADD_REPORT: "INSERT INTO articles (about, report_kind, report_market, report_day, words, published_at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (report_kind, report_market, report_day) DO NOTHING RETURNING id";
    ADD_TEXT: "INSERT INTO article_texts (article_id, language, title, summary, body) VALUES ($1, $2, $3, $4, $5)";
    ADD_TAG: "INSERT INTO article_tags (tag, article_id, place) VALUES ($1, $2, $3)";
    ADD_INSTRUMENT: "INSERT INTO article_instruments (instrument_id, article_id, place) VALUES ($1, $2, $3)";
    WITHDRAW: "UPDATE articles SET withdrawn_at = $2, withdrawn_by = $3, withdrawn_reason = $4
        WHERE id = $1 AND withdrawn_at IS NULL";
}

record! {
    struct ArticleRecord {
        id: i64,
        about: Option<String>,
        publisher: String,
        published_at: i64,
    }
}

/// An article without its text.
#[derive(Clone, Debug)]
pub struct Article {
    pub id: i64,
    pub origin: Origin,
    pub tags: Vec<String>,
    pub instruments: Vec<InstrumentId>,
    pub published_at: UnixMillis,
}

/// The author of an article.
#[derive(Clone, Debug)]
pub enum Origin {
    Server(Report),
    Operator {
        /// The source that readers are shown; empty if there is none.
        publisher: String,
        texts: Vec<Headline>,
    },
}

/// The title of an operator's article in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    pub language: Language,
    pub title: String,
    pub summary: String,
}

/// The filter of a list.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub tag: String,
    pub instrument: Option<InstrumentId>,
    pub keyword: String,
    /// Only articles published before this one.
    pub before: Option<i64>,
}

impl Filter {
    fn instrument(&self) -> i64 {
        self.instrument.map_or(0, |id| id.0)
    }

    /// The keyword anywhere in the words, with `LIKE`'s wildcards escaped.
    fn pattern(&self) -> String {
        if self.keyword.is_empty() {
            return String::new();
        }
        let escaped = self.keyword.to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
        format!("%{escaped}%")
    }
}

/// A page of the filtered articles, the newest first, and their number, counted up to 10,000.
pub async fn page(on: &mut impl Session, filter: &Filter, page: Page) -> Result<(Vec<Article>, i64), DbError> {
    let (tag, instrument, pattern) = (filter.tag.as_str(), filter.instrument(), filter.pattern());
    let (total,) = fetch_one!(on, (i64,), COUNT, tag, instrument, &pattern, COUNTED_MAX)?;
    if !page.is_within(total) {
        return Ok((Vec::new(), total));
    }
    let before = filter.before.unwrap_or(i64::MAX);
    let found = fetch_all!(on, ArticleRecord, PAGE, tag, instrument, &pattern, before, page.size(), page.offset())?;
    Ok((complete(on, found).await?, total))
}

/// The state of a requested article.
#[derive(Debug)]
pub enum Found {
    Article(Box<Article>),
    Withdrawn,
    Unknown,
}

pub async fn find(on: &mut impl Session, id: i64) -> Result<Found, DbError> {
    let row = fetch_optional!(on, (i64, Option<String>, String, i64, Option<i64>), FIND, id)?;
    let Some((id, about, publisher, published_at, withdrawn_at)) = row else { return Ok(Found::Unknown) };
    if withdrawn_at.is_some() {
        return Ok(Found::Withdrawn);
    }
    let mut found = complete(on, vec![ArticleRecord { id, about, publisher, published_at }]).await?;
    Ok(found.pop().map_or(Found::Unknown, |article| Found::Article(Box::new(article))))
}

/// Adds the data of the other tables.
async fn complete(on: &mut impl Session, found: Vec<ArticleRecord>) -> Result<Vec<Article>, DbError> {
    let ids = || Rows::default().int(found.iter().map(|row| row.id));
    let texts: Vec<(i64, String, String, String)> = rows::fetch(on, TEXTS, ids()).await?;
    let tags: Vec<(i64, String)> = rows::fetch(on, TAGS, ids()).await?;
    let instruments: Vec<(i64, i64)> = rows::fetch(on, INSTRUMENTS, ids()).await?;
    let (mut texts, mut tags, mut instruments) = (
        by_article(texts.into_iter().map(|(id, language, title, summary)| (id, (language, title, summary)))),
        by_article(tags),
        by_article(instruments),
    );
    found
        .into_iter()
        .map(|row| {
            let origin = match row.about {
                Some(about) => Origin::Server(report(&about)?),
                None => Origin::Operator {
                    publisher: row.publisher,
                    texts: texts.remove(&row.id).unwrap_or_default().into_iter().filter_map(headline).collect(),
                },
            };
            let instruments = instruments.remove(&row.id).unwrap_or_default();
            Ok(Article {
                id: row.id,
                origin,
                tags: tags.remove(&row.id).unwrap_or_default(),
                instruments: instruments.into_iter().map(InstrumentId).collect(),
                published_at: UnixMillis(row.published_at),
            })
        })
        .collect()
}

fn by_article<T>(rows: impl IntoIterator<Item = (i64, T)>) -> HashMap<i64, Vec<T>> {
    let mut groups: HashMap<i64, Vec<T>> = HashMap::new();
    for (id, row) in rows {
        groups.entry(id).or_default().push(row);
    }
    groups
}

fn report(about: &str) -> Result<Report, DbError> {
    serde_json::from_str(about).map_err(|_| DbError::Corrupt { column: "articles.about", value: about.to_owned() })
}

fn headline((language, title, summary): (String, String, String)) -> Option<Headline> {
    let language = Language::ALL.into_iter().find(|known| known.tag() == language)?;
    Some(Headline { language, title, summary })
}

/// The text of an operator's article in a language, in Markdown.
pub async fn body(on: &mut impl Session, id: i64, language: Language) -> Result<String, DbError> {
    Ok(fetch_optional!(on, (String,), BODY, id, language.tag())?.map(|(body,)| body).unwrap_or_default())
}

/// The last trading day of a market with a report of that kind.
pub async fn reported(on: &mut impl Session, kind: &str, market: MarketName) -> Result<Option<String>, DbError> {
    Ok(fetch_one!(on, (Option<String>,), REPORTED, kind, market.code())?.0)
}

/// The data by which an article is found.
#[derive(Clone, Copy, Debug)]
pub struct Filed<'a> {
    pub tags: &'a [String],
    pub instruments: &'a [InstrumentId],
    /// The text that a search looks through.
    pub words: &'a str,
    pub at: UnixMillis,
}

/// Publishes a report; gives its id, or `None` if this or another server has published it already.
pub async fn add_report(db: &Db, report: &Report, filed: Filed<'_>) -> Result<Option<i64>, DbError> {
    let mut tx = db.begin().await?;
    let about = serde_json::to_string(report).expect("names, numbers and texts");
    let (kind, market, day) = (report.kind(), report.market().code(), report.day().to_string());
    let words = filed.words.to_lowercase();
    let added = fetch_optional!(&mut tx, (i64,), ADD_REPORT, about, kind, market, day, words, filed.at.0)?;
    let Some((id,)) = added else { return Ok(None) };
    file(&mut tx, id, filed).await?;
    tx.commit().await?;
    Ok(Some(id))
}

/// An operator's article in one language.
#[derive(Clone, Debug)]
pub struct Text {
    pub headline: Headline,
    pub body: String,
}

/// Publishes an operator's article; gives its id.
pub async fn add(db: &Db, by: &str, publisher: &str, texts: &[Text], filed: Filed<'_>) -> Result<i64, DbError> {
    let mut tx = db.begin().await?;
    let words = filed.words.to_lowercase();
    let (id,) = fetch_one!(&mut tx, (i64,), ADD, publisher, by, words, filed.at.0)?;
    for Text { headline: Headline { language, title, summary }, body } in texts {
        execute!(&mut tx, ADD_TEXT, id, language.tag(), title, summary, body)?;
    }
    file(&mut tx, id, filed).await?;
    tx.commit().await?;
    Ok(id)
}

async fn file(tx: &mut Tx, id: i64, filed: Filed<'_>) -> Result<(), DbError> {
    for (place, tag) in (0_i64..).zip(filed.tags) {
        execute!(tx, ADD_TAG, tag, id, place)?;
    }
    for (place, instrument) in (0_i64..).zip(filed.instruments) {
        execute!(tx, ADD_INSTRUMENT, instrument.0, id, place)?;
    }
    Ok(())
}

/// Takes an article off all lists; false if there is none, or it was withdrawn already.
pub async fn withdraw(db: &Db, id: i64, by: &str, reason: &str, at: UnixMillis) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    let changed = execute!(&mut tx, WITHDRAW, id, at.0, by, reason)?;
    tx.commit().await?;
    Ok(changed > 0)
}

record! {
    /// An operator's article in one language, as operators see it.
    pub struct OperatorsRow {
        pub id: i64,
        pub published_by: String,
        pub published_at: i64,
        pub withdrawn_at: Option<i64>,
        pub language: String,
        pub title: String,
    }
}

/// All articles that operators have published, the newest last.
pub async fn of_operators(on: &mut impl Session) -> Result<Vec<OperatorsRow>, DbError> {
    fetch_all!(on, OperatorsRow, OPERATORS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_is_taken_as_it_stands() {
        let pattern = |keyword: &str| Filter { keyword: keyword.to_owned(), ..Filter::default() }.pattern();
        assert_eq!(pattern(""), "");
        assert_eq!(pattern("S&P"), "%s&p%");
        assert_eq!(pattern("100%_!"), "%100!%!_!!%");
    }
}
