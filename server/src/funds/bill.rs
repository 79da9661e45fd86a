use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use plumbline_core::funds::format_rate;
use plumbline_core::ledger::{Note, Wallet};
use plumbline_core::money::Money;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bill_queries::{self, BillFilter, BillLine};
use super::wallet_name::read_wallet;
use crate::db::DbError;
use crate::http::{ApiError, Body, Envelope, Histories, Page, Paged, Reply, moment};
use crate::identity::CurrentSession;
use crate::ledger::store::read_note;
use crate::market::Market;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillRequest {
    /// One wallet; all when absent.
    pub wallet_type: Option<String>,
    /// The IANA name of the zone that `localTime` is shown in, such as `Asia/Shanghai`.
    pub time_zone: String,
    /// From this moment on, in Unix milliseconds.
    pub start_timestamp: Option<String>,
    /// Before this moment, in Unix milliseconds.
    pub end_timestamp: Option<String>,
    #[serde(flatten)]
    pub page: Page,
}

/// One movement of a wallet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillRow {
    /// The journal; that of a trade or a withdrawal may have two rows, its value and its fee.
    pub id: String,
    /// The row's place in its journal, which together with `id` names it.
    pub line: i64,
    /// deposit, transfer, trade_buy, trade_sell, withdrawal, withdrawal_return, financing, dividend, chain_deposit,
    /// suspense_release or fee.
    pub kind: String,
    pub wallet_type: String,
    pub currency: String,
    /// Positive when the wallet received it.
    pub amount: String,
    /// The wallet's balance after this row.
    pub balance_after: String,
    pub create_time_timestamp: String,
    /// In the caller's zone, as `MM-DD-YYYY hh:mm:ss A`.
    pub local_time: String,
    /// What it was for, in words that need no language: `AAPL 10 @ 227.52`, `BALANCE → STOCK`, `500.00 USDT`,
    /// `499.00 USDT → ****Lj6t`.
    pub note: String,
    /// The order of a trade.
    pub order_id: Option<String>,
}

/// The movements of the customer's wallets, newest first.
#[utoipa::path(post, path = "/wallet/getWalletBill", tag = "funds", request_body = BillRequest,
    responses((status = 200, body = Envelope<Paged<BillRow>>),
        (status = 422, description = "time_zone_invalid, timestamp_invalid, wallet_unknown")))]
pub async fn bill(
    State(histories): State<Histories>,
    State(market): State<Arc<Market>>,
    session: CurrentSession,
    Body(request): Body<BillRequest>,
) -> Result<Reply<Paged<BillRow>>, ApiError> {
    let zone = TimeZone::get(&request.time_zone).map_err(|_| ApiError::invalid("time_zone_invalid", "timeZone"))?;
    let filter = request.filter()?;
    let mut reader = histories.read(session.account_id).await?;
    let (lines, total) = bill_queries::lines(&mut reader, session.account_id, &filter, request.page).await?;
    let rows: Result<Vec<_>, DbError> = lines.iter().map(|line| row(&market, line, &zone)).collect();
    Ok(Reply(request.page.of(rows?, total)))
}

impl BillRequest {
    fn filter(&self) -> Result<BillFilter, ApiError> {
        let wallet = self.wallet_type.as_deref().filter(|code| !code.is_empty());
        Ok(BillFilter {
            book: wallet.map(|code| read_wallet(code, "walletType")).transpose()?.map_or("", Wallet::code),
            from: moment(self.start_timestamp.as_deref(), "startTimestamp")?.unwrap_or(UnixMillis(0)),
            until: moment(self.end_timestamp.as_deref(), "endTimestamp")?.unwrap_or(UnixMillis(i64::MAX)),
        })
    }
}

fn row(market: &Market, line: &BillLine, zone: &TimeZone) -> Result<BillRow, DbError> {
    let wallet: Wallet =
        line.book.parse().map_err(|_| DbError::Corrupt { column: "postings.book", value: line.book.clone() })?;
    let money = |minor| Money::new(minor, wallet.currency());
    let note = read_note(line.note.as_deref())?;
    Ok(BillRow {
        id: line.journal_id.to_string(),
        line: line.line,
        kind: if line.fee_book.is_some() { "fee".to_owned() } else { line.kind.clone() },
        wallet_type: wallet.code().to_owned(),
        currency: wallet.currency().code().to_owned(),
        amount: money(line.amount).amount(),
        balance_after: money(line.balance_after.unwrap_or_default()).amount(),
        create_time_timestamp: line.created_at.to_string(),
        local_time: local_time(line.created_at, zone),
        note: note.as_ref().map(|note| text(market, note)).unwrap_or_default(),
        order_id: match note {
            Some(Note::Trade { order, .. }) => Some(order.to_string()),
            Some(
                Note::Deposit { .. }
                | Note::Withdrawal { .. }
                | Note::Transfer { .. }
                | Note::Financing { .. }
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

/// In words that need no language.
fn text(market: &Market, note: &Note) -> String {
    match note {
        Note::Trade { instrument, quantity, price, .. } => {
            let code = market.catalog.get(*instrument).map_or("", |i| i.code.as_str());
            format!("{code} {quantity} @ {}", price.display(2))
        }
        Note::Transfer { from, to, rate } => {
            let rate = rate.map(|rate| format!(" @ {}", format_rate(rate)));
            format!("{} → {}{}", from.code(), to.code(), rate.unwrap_or_default())
        }
        Note::Deposit { currency, amount } => format!("{amount} {currency}"),
        Note::Withdrawal { currency, amount, to } => format!("{amount} {currency} → {to}"),
        Note::Financing { instrument, nights } => {
            let code = market.catalog.get(*instrument).map_or("", |i| i.code.as_str());
            format!("{code} × {nights}")
        }
        Note::Dividend { instrument, quantity, amount } => {
            let code = market.catalog.get(*instrument).map_or("", |i| i.code.as_str());
            format!("{code} {quantity} × {}", amount.display(2))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_the_callers_zone() {
        // 2026-03-08 is the day on which New York's clocks go forward at 02:00.
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
