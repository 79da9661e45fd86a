use plumbline_core::ids::InstrumentId;
use plumbline_core::inbox::NoticeKind;
use serde::Serialize;
use utoipa::ToSchema;

use super::sentences;
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
        let (title, content) = sentences::write(&notice.kind, market, language);
        let (subject, subject_id, instrument) = subject(&notice.kind);
        let instrument = instrument.and_then(|id| market.catalog.get(id));
        Self {
            id: notice.id.into(),
            kind: (&notice.kind).into(),
            title,
            content,
            read: kept.read,
            create_timestamp: notice.created_at.into(),
            subject: subject.into(),
            subject_id: subject_id.map(Into::into),
            stock_code: instrument.map(|i| i.code.clone().into()),
            market: instrument.map(|i| i.market.into()),
            source: instrument.map(|i| i.market.into()),
        }
    }
}

fn subject(kind: &NoticeKind) -> (&'static str, Option<i64>, Option<InstrumentId>) {
    match kind {
        NoticeKind::OrderFilled { order, instrument, .. }
        | NoticeKind::OrderTriggered { order, instrument, .. }
        | NoticeKind::OrderEnded { order, instrument, .. } => ("order", Some(order.0), Some(*instrument)),
        NoticeKind::DepositCredited { deposit, .. } | NoticeKind::DepositRejected { deposit, .. } => {
            ("deposit", Some(deposit.0), None)
        }
        NoticeKind::CoinsCredited { deposit, .. } => ("deposit", deposit.map(|deposit| deposit.0), None),
        NoticeKind::CoinsInSuspense { deposit, .. } => ("deposit", Some(deposit.0), None),
        NoticeKind::Withdrawal { withdrawal, .. } => ("withdrawal", Some(withdrawal.0), None),
        NoticeKind::MarginWarning { position, instrument, .. }
        | NoticeKind::Liquidated { position, instrument, .. }
        | NoticeKind::Protected { position, instrument, .. }
        | NoticeKind::Financing { position, instrument, .. }
        | NoticeKind::SharesSplit { position, instrument, .. } => ("position", Some(position.0), Some(*instrument)),
        NoticeKind::DividendPaid { instrument, .. } => ("position", None, Some(*instrument)),
        NoticeKind::NewLogin { .. }
        | NoticeKind::PasswordChanged
        | NoticeKind::PayPasswordSet
        | NoticeKind::PayPasswordChanged => ("security", None, None),
        NoticeKind::PayoutAccount { .. } => ("payout", None, None),
        NoticeKind::IdentityReviewed { check, .. } => ("identity", Some(check.0), None),
        NoticeKind::ServiceReviewed { application, .. } => ("service", Some(application.0), None),
    }
}
