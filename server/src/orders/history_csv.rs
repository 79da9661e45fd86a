use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use jiff::Timestamp;
use plumbline_core::orders::{Order, OrderStatus, Side};
use plumbline_core::positions::Direction;
use plumbline_core::time::UnixMillis;

use super::OrderRow;
use super::history::HistoryFilter;
use super::history_queries;
use crate::http::{ApiError, CsvFile, ExportPlace, Histories, Language, Params, message};
use crate::identity::CurrentSession;
use crate::market::Market;

/// Rows of one file: some megabytes, and more than a person reads.
const ROWS_MAX: i64 = 10_000;
/// Orders that are counted for it.
const COUNTED_MAX: i64 = 1_000_000;

/// The columns have the names of the API's fields in every language, for programs that read the file.
const COLUMNS: [&str; 25] = [
    "id",
    "createTime",
    "modifyTime",
    "market",
    "stockCode",
    "name",
    "direction",
    "positionDirection",
    "leverage",
    "orderType",
    "timeInForce",
    "quantity",
    "price",
    "stopPrice",
    "trailAmount",
    "trailPercent",
    "filledQuantity",
    "avgPrice",
    "amount",
    "priceCurrency",
    "fee",
    "currency",
    "status",
    "reason",
    "clientOrderId",
];

/// The caller's orders that have ended, the newest first, as a file for spreadsheets.
///
/// The file holds at most the newest 10,000 orders. If there are more, its last row says so, and `X-Total-Count` gives
/// their number. Times are in UTC.
#[utoipa::path(get, path = "/orders/history.csv", tag = "orders", params(HistoryFilter),
    responses((status = 200, body = String, content_type = "text/csv",
            headers(("X-Total-Count" = i64, description = "The number of orders, in the file or not."))),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown, side_invalid, timestamp_invalid, period_invalid")))]
pub async fn history_csv(
    State(market): State<Arc<Market>>,
    State(histories): State<Histories>,
    session: CurrentSession,
    language: Language,
    Params(filter): Params<HistoryFilter>,
) -> Result<Response, ApiError> {
    let wanted = filter.read(&market)?;
    let _place = ExportPlace::wait(session.account_id).await?;
    let mut reader = histories.read(session.account_id).await?;
    let total = history_queries::count(&mut reader, session.account_id, &wanted, COUNTED_MAX).await?;
    let (mut file, mut written) = (CsvFile::new(COLUMNS)?, Ok(()));
    let row = |order: Result<_, _>| {
        if written.is_ok() {
            written = order.map_err(ApiError::from).and_then(|order| write(&mut file, &order, &market, language));
        }
    };
    history_queries::each(&mut reader, session.account_id, &wanted, ROWS_MAX, row).await?;
    written?;
    if total > ROWS_MAX {
        let sentence = message(language, "csv_truncated");
        file.note(&sentence.replace("{rows}", &ROWS_MAX.to_string()).replace("{total}", &total.to_string()))?;
    }
    file.download("orders.csv", total)
}

fn write(
    file: &mut CsvFile<{ COLUMNS.len() }>,
    order: &Order,
    market: &Market,
    language: Language,
) -> Result<(), ApiError> {
    let name = market.name(order.at.instrument, language);
    let row = OrderRow::of(order, market);
    file.row([
        &row.order.id,
        &time(order.created_at),
        &time(order.updated_at),
        &row.market,
        &row.stock_code,
        &name,
        match order.side {
            Side::Buy => "buy",
            Side::Sell => "sell",
        },
        match order.at.direction {
            Direction::Long => "long",
            Direction::Short => "short",
        },
        &row.leverage,
        order.kind.word(),
        &row.time_in_force,
        &row.order.quantity,
        row.order.price.as_deref().unwrap_or_default(),
        row.order.stop_price.as_deref().unwrap_or_default(),
        row.order.trail_amount.as_deref().unwrap_or_default(),
        row.order.trail_percent.as_deref().unwrap_or_default(),
        &row.order.filled_quantity,
        row.order.avg_price.as_deref().unwrap_or_default(),
        &order.filled_value.amount(),
        &row.price_currency,
        &row.order.fee,
        &row.currency,
        match order.status {
            OrderStatus::Filled => "filled",
            OrderStatus::Cancelled => "cancelled",
            OrderStatus::Expired => "expired",
            OrderStatus::Rejected => "rejected",
            OrderStatus::Accepted | OrderStatus::Triggered | OrderStatus::PartiallyFilled | OrderStatus::Pending => {
                "working"
            }
        },
        row.order.reason.as_deref().unwrap_or_default(),
        row.order.client_order_id.as_deref().unwrap_or_default(),
    ])
}

/// ISO 8601 in UTC, to the second, which spreadsheets read in every country.
fn time(at: UnixMillis) -> String {
    Timestamp::from_millisecond(at.0).unwrap_or_default().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
