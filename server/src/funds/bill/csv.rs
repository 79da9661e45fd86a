use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::filter::{BillFilter, BillWish};
use super::queries::{self, BillLine, Of};
use super::search::{self, Reading};
use super::{BillRow, row};
use crate::http::{ApiError, CsvFile, ExportPlace, Histories, HistoryReader, Language, Params, message};
use crate::identity::CurrentSession;
use crate::market::Market;
use crate::mode::Mode;

/// Lines of one file: some megabytes, and more than a person reads.
const ROWS_MAX: i64 = 10_000;
/// Lines that are counted for it.
const COUNTED_MAX: i64 = 1_000_000;

/// The columns have the names of the API's fields in every language, for programs that read the file.
const COLUMNS: [&str; 11] =
    ["id", "line", "createTime", "walletType", "kind", "amount", "currency", "balanceAfter", "note", "orderId", "mode"];

/// The movements of the customer's wallets, the newest first, as a file for spreadsheets.
///
/// The file holds at most the newest 10,000 movements. If there are more, its last row says so, and `X-Total-Count`
/// gives their number. Times are in the caller's zone, with its offset from UTC. `mode` says whether the money is
/// paper.
#[utoipa::path(get, path = "/wallet/bill.csv", tag = "funds", params(BillWish),
    responses((status = 200, body = String, content_type = "text/csv",
            headers(("X-Total-Count" = i64, description = "The number of movements, in the file or not."))),
        (status = 422, description = "time_zone_invalid, timestamp_invalid, date_invalid, period_invalid, wallet_unknown, kind_unknown, text_too_long, text_invalid")))]
pub async fn bill_csv(
    State(market): State<Arc<Market>>,
    State(histories): State<Histories>,
    State(mode): State<Mode>,
    session: CurrentSession,
    language: Language,
    Params(wish): Params<BillWish>,
) -> Result<Response, ApiError> {
    let zone = wish.zone()?;
    let filter = wish.read(&zone)?;
    let _place = ExportPlace::wait(session.account_id).await?;
    let mut reader = histories.read(session.account_id).await?;
    let of = Of { account: session.account_id, up_to: i64::MAX };
    let (lines, total) = lines(&mut reader, of, &filter, Reading { market: &market, language }).await?;
    let mut file = CsvFile::new(COLUMNS)?;
    for line in &lines {
        write(&mut file, &row(&market, line, &zone)?, &time(line.created_at, &zone), mode)?;
    }
    if total > ROWS_MAX {
        let sentence = message(language, "csv_truncated");
        file.note(&sentence.replace("{rows}", &ROWS_MAX.to_string()).replace("{total}", &total.to_string()))?;
    }
    file.download("bill.csv", total)
}

async fn lines(
    reader: &mut HistoryReader,
    of: Of,
    filter: &BillFilter,
    reading: Reading<'_>,
) -> Result<(Vec<BillLine>, i64), ApiError> {
    if filter.keyword.is_some() {
        let found = search::found(reader, of, filter, reading).await?;
        let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
        return Ok((found, total));
    }
    let total = queries::count(reader, of, filter, COUNTED_MAX).await?;
    let mut lines = Vec::new();
    queries::each(reader, of, filter, ROWS_MAX, |line| lines.push(line)).await?;
    Ok((lines, total))
}

fn write(file: &mut CsvFile<{ COLUMNS.len() }>, row: &BillRow, time: &str, mode: Mode) -> Result<(), ApiError> {
    file.row([
        &row.id,
        &row.line.to_string(),
        time,
        &row.wallet_type,
        &row.kind,
        &row.amount,
        &row.currency,
        &row.balance_after,
        &row.note,
        row.order_id.as_deref().unwrap_or_default(),
        mode.code(),
    ])
}

/// ISO 8601 to the second, with the zone's offset from UTC at that time.
pub fn time(millis: i64, zone: &TimeZone) -> String {
    let instant = Timestamp::from_millisecond(millis).unwrap_or_default();
    instant.to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_says_how_far_it_stands_off_utc() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond();
        let table = [
            ("2026-11-01T05:30:00Z", "America/New_York", "2026-11-01T01:30:00-04:00"),
            ("2026-11-01T06:30:00Z", "America/New_York", "2026-11-01T01:30:00-05:00"),
            ("2026-11-23T16:30:05Z", "Asia/Hong_Kong", "2026-11-24T00:30:05+08:00"),
            ("2026-11-23T16:30:05Z", "UTC", "2026-11-23T16:30:05+00:00"),
        ];
        for (instant, zone, shown) in table {
            assert_eq!(time(at(instant), &TimeZone::get(zone).unwrap()), shown, "{instant} {zone}");
        }
    }
}
