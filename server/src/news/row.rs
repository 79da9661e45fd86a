use plumbline_core::ids::InstrumentId;
use serde::Serialize;
use utoipa::ToSchema;

use super::reports::sentences;
use super::store::{Article, Headline, Origin};
use crate::http::{Language, wire};
use crate::market::Market;

/// An article in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleRow {
    pub id: wire::Id,
    pub title: String,
    /// The beginning of the article.
    pub summary: String,
    /// The language of the article: that of the request, or else one in which it was written.
    pub language: wire::LanguageTag,
    /// `server`: written by the server from its records. `operator`: published by the server's operator.
    pub author: wire::ArticleAuthor,
    /// The publisher of an operator's article, where one is named.
    pub publisher: Option<String>,
    /// The codes of the article's tags; `GET /dict/data?dictType=article_tag` has their names.
    pub tags: Vec<wire::Word>,
    /// The instruments that the article is about.
    pub instruments: Vec<ArticleInstrument>,
    pub create_timestamp: wire::Timestamp,
}

/// An instrument that an article is about.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ArticleInstrument {
    pub stock_code: wire::StockCode,
    pub market: wire::Market,
    pub source: wire::Source,
    pub name: String,
}

impl ArticleRow {
    pub fn of(article: &Article, market: &Market, language: Language) -> Self {
        let (headline, author, publisher) = match &article.origin {
            Origin::Server(report) => (sentences::headline(report, market, language), "server", None),
            Origin::Operator { publisher, texts } => {
                let said = best(texts, language).cloned();
                let none = Headline { language, title: String::new(), summary: String::new() };
                (said.unwrap_or(none), "operator", Some(publisher.clone()).filter(|name| !name.is_empty()))
            }
        };
        Self {
            id: article.id.into(),
            title: headline.title,
            summary: headline.summary,
            language: headline.language.into(),
            author: author.into(),
            publisher,
            tags: article.tags.iter().cloned().map(Into::into).collect(),
            instruments: article.instruments.iter().filter_map(|id| instrument(*id, market, language)).collect(),
            create_timestamp: article.published_at.into(),
        }
    }
}

fn instrument(id: InstrumentId, market: &Market, language: Language) -> Option<ArticleInstrument> {
    let found = market.catalog.get(id)?;
    Some(ArticleInstrument {
        stock_code: found.code.clone().into(),
        market: found.market.into(),
        source: found.market.into(),
        name: language.name(&found.names).to_owned(),
    })
}

/// The text in the best language: the other Chinese script before English, and any language before none.
pub fn best(texts: &[Headline], wanted: Language) -> Option<&Headline> {
    use Language::{English, SimplifiedChinese, TraditionalChinese};
    let order = match wanted {
        English => [English, SimplifiedChinese, TraditionalChinese],
        SimplifiedChinese => [SimplifiedChinese, TraditionalChinese, English],
        TraditionalChinese => [TraditionalChinese, SimplifiedChinese, English],
    };
    order.iter().find_map(|language| texts.iter().find(|text| text.language == *language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_get_their_language_or_the_nearest_one() {
        use Language::{English, SimplifiedChinese, TraditionalChinese};
        let texts = |languages: &[Language]| {
            let text =
                |language: &Language| Headline { language: *language, title: String::new(), summary: String::new() };
            languages.iter().map(text).collect::<Vec<_>>()
        };
        let table = [
            (&[English, SimplifiedChinese, TraditionalChinese][..], TraditionalChinese, Some(TraditionalChinese)),
            (&[English, SimplifiedChinese], TraditionalChinese, Some(SimplifiedChinese)),
            (&[English, TraditionalChinese], SimplifiedChinese, Some(TraditionalChinese)),
            (&[English], SimplifiedChinese, Some(English)),
            (&[TraditionalChinese], English, Some(TraditionalChinese)),
            (&[], English, None),
        ];
        for (written, wanted, read) in table {
            assert_eq!(best(&texts(written), wanted).map(|text| text.language), read, "{written:?} for {wanted:?}");
        }
    }
}
