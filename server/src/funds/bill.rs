//! The bill: the movements of a customer's wallets. `filter` reads the request, `queries` finds the movements, `search`
//! finds words, `days` computes totals, and `csv` and `pdf` write files.

pub mod csv;
mod days;
mod filter;
mod note;
pub mod pdf;
mod queries;
mod search;

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use plumbline_core::ids;
use plumbline_core::ledger::Note;
use plumbline_core::money::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::db::DbError;
use crate::http::{ApiError, Body, Envelope, Histories, Language, PageInfo, PageRequest, Reply, wire};
use crate::identity::CurrentSession;
use crate::ledger::store::read_note;
use crate::market::Market;
use days::BillDay;
use filter::{BillWish, FEE};
use note::text;
use queries::{BillLine, Of};
use search::Reading;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillRequest {
    #[serde(flatten)]
    pub wish: BillWish,
    /// The `upTo` of the first page, for the next pages: they continue the first, whatever has moved since.
    pub up_to: Option<wire::Id>,
    #[serde(flatten)]
    pub page: PageRequest,
}

/// A page of the bill.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillPage {
    pub list: Vec<BillRow>,
    pub page: PageInfo,
    /// The totals of the days of its movements, the latest first. A day with more than 20,000 movements has none.
    pub days: Vec<BillDay>,
    /// The newest movement that the pages count; null where there is none.
    pub up_to: Option<wire::Id>,
}

/// One movement of a wallet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillRow {
    /// The id of the journal; a trade or a withdrawal may have two rows in it, its value and its fee.
    pub id: wire::Id,
    /// The row's place in its journal, which together with `id` names it.
    pub line: i64,
    /// The kind of the journal; fee for the fee of a trade or a withdrawal.
    pub kind: wire::BillKind,
    pub wallet_type: wire::WalletType,
    pub currency: wire::Currency,
    /// The amount, positive when the wallet received it.
    pub amount: wire::Decimal,
    /// The wallet's balance after this row.
    pub balance_after: wire::Decimal,
    pub create_time_timestamp: wire::Timestamp,
    /// The time in the caller's zone, as `MM-DD-YYYY hh:mm:ss A`.
    #[schema(pattern = "^[0-9]{2}-[0-9]{2}-[0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} [AP]M$")]
    pub local_time: String,
    /// The day in the caller's zone.
    pub local_date: wire::Date,
    /// The purpose of the movement, in words that need no language: `AAPL 10 @ 227.52`, `BALANCE → STOCK`, `500.00
    /// USDT`, `499.00 USDT → ****Lj6t`.
    pub note: String,
    /// The order, for a trade.
    pub order_id: Option<wire::Id>,
}

/// The movements of the customer's wallets, newest first, with the totals of each of their days.
#[utoipa::path(post, path = "/wallet/getWalletBill", tag = "funds", request_body = BillRequest,
    responses((status = 200, body = Envelope<BillPage>),
        (status = 422, description = "time_zone_invalid, timestamp_invalid, date_invalid, period_invalid, wallet_unknown, kind_unknown, text_too_long, text_invalid, id_invalid, page_invalid")))]
pub async fn bill(
    State(histories): State<Histories>,
    State(market): State<Arc<Market>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<BillRequest>,
) -> Result<Reply<BillPage>, ApiError> {
    let BillRequest { wish, up_to, page } = request;
    let (page, zone) = (page.checked()?, wish.zone()?);
    let filter = wish.read(&zone)?;
    let of = Of { account: session.account_id, up_to: read_id(up_to.as_deref())? };
    let mut reader = histories.read(session.account_id).await?;
    let (lines, total, days) = if filter.keyword.is_some() {
        let found = search::found(&mut reader, of, &filter, Reading { market: &market, language }).await?;
        let lines = search::page_of(&found, page).to_vec();
        let days = days::of_lines(&found, &lines, &zone)?;
        (lines, i64::try_from(found.len()).unwrap_or(i64::MAX), days)
    } else {
        let (lines, total) = queries::lines(&mut reader, of, &filter, page).await?;
        let days = days::of_page(&mut reader, of, &filter, &lines, &zone).await?;
        (lines, total, days)
    };
    let newest = lines.first().map(|line| line.journal_id).filter(|_| page.offset() == 0);
    let list: Result<Vec<_>, DbError> = lines.iter().map(|line| row(&market, line, &zone)).collect();
    Ok(Reply(BillPage {
        list: list?,
        page: PageInfo { page_num: page.number().into(), page_size: page.size().into(), total },
        days,
        up_to: newest.or((of.up_to < i64::MAX).then_some(of.up_to)).map(Into::into),
    }))
}

fn read_id(up_to: Option<&str>) -> Result<i64, ApiError> {
    let given = up_to.filter(|id| !id.is_empty());
    given.map_or(Ok(i64::MAX), |id| ids::parse(id).map_err(|_| ApiError::invalid("id_invalid", "upTo")))
}

fn row(market: &Market, line: &BillLine, zone: &TimeZone) -> Result<BillRow, DbError> {
    let (wallet, currency) = (line.wallet()?, line.currency()?);
    let money = |minor| Money::new(minor, currency);
    let note = read_note(line.note.as_deref())?;
    Ok(BillRow {
        id: line.journal_id.into(),
        line: line.line,
        kind: if line.fee_book.is_some() { FEE.into() } else { line.kind.clone().into() },
        wallet_type: wallet.into(),
        currency: currency.into(),
        amount: money(line.amount).into(),
        balance_after: money(line.balance_after.unwrap_or_default()).into(),
        create_time_timestamp: line.created_at.into(),
        local_time: local_time(line.created_at, zone),
        local_date: days::day_of(line.created_at, zone).into(),
        note: note.as_ref().map(|note| text(market, note)).unwrap_or_default(),
        order_id: match note {
            Some(Note::Trade { order, .. }) => Some(order.into()),
            Some(
                Note::Deposit { .. }
                | Note::Withdrawal { .. }
                | Note::Transfer { .. }
                | Note::Financing { .. }
                | Note::Variation { .. }
                | Note::Dividend { .. },
            )
            | None => None,
        },
    })
}

fn local_time(millis: i64, zone: &TimeZone) -> String {
    let instant = Timestamp::from_millisecond(millis).unwrap_or_default();
    instant.to_zoned(zone.clone()).strftime("%m-%d-%Y %I:%M:%S %p").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_the_callers_zone() {
        // On 2026-03-08 New York's clocks go forward at 02:00.
        let at = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond();
        let table = [
            ("2026-03-08T06:59:59Z", "America/New_York", "03-08-2026 01:59:59 AM"),
            ("2026-03-08T07:00:00Z", "America/New_York", "03-08-2026 03:00:00 AM"),
            ("2026-11-21T16:30:05Z", "Asia/Shanghai", "11-22-2026 12:30:05 AM"),
            ("2026-11-21T12:30:05Z", "UTC", "11-21-2026 12:30:05 PM"),
        ];
        for (instant, zone, shown) in table {
            assert_eq!(local_time(at(instant), &TimeZone::get(zone).unwrap()), shown, "{instant} {zone}");
        }
    }
}
