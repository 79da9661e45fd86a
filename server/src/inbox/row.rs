use serde::Serialize;
use utoipa::ToSchema;

use super::sentences::{self, Written};
use super::store::Kept;
use crate::http::{Language, wire};
use crate::market::Market;

/// A notice as a reader sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeRow {
    pub id: wire::Id,
    /// The kind of notice, as a stable code.
    pub kind: wire::NoticeKind,
    /// The title in the language of the request, as is `content`.
    pub title: String,
    pub content: String,
    /// The content in parts: words, then a figure of the customer's own, and so on in turn.
    pub parts: Vec<String>,
    pub read: bool,
    pub create_timestamp: wire::Timestamp,
    /// The kind of subject that the notice is about.
    pub subject: wire::NoticeSubject,
    /// The order, deposit, withdrawal or position that the notice is about; null for a subject without an id.
    pub subject_id: Option<wire::Id>,
    /// The instrument that the notice is about, with its market and source.
    #[serde(rename = "stock_code")]
    pub stock_code: Option<wire::StockCode>,
    pub market: Option<wire::Market>,
    pub source: Option<wire::Source>,
}

impl NoticeRow {
    pub fn of(kept: &Kept, market: &Market, language: Language) -> Self {
        let notice = &kept.notice;
        let told = notice.kind.told();
        let Written { title, parts } = sentences::write(&told, market, language);
        let instrument = told.instrument.and_then(|id| market.catalog.get(id));
        Self {
            id: notice.id.into(),
            kind: (&notice.kind).into(),
            title,
            content: parts.concat(),
            parts,
            read: kept.read,
            create_timestamp: notice.created_at.into(),
            subject: told.subject.into(),
            subject_id: told.subject_id.map(Into::into),
            stock_code: instrument.map(|i| i.code.clone().into()),
            market: instrument.map(|i| i.market.into()),
            source: instrument.map(|i| i.market.into()),
        }
    }
}
