//! The bill as a paper: a statement of account if all movements of a period are requested, otherwise a list. `accounts`
//! reads and proves it, `content` writes it in the customer's language, and `drawing` draws it.

mod accounts;
mod content;
mod drawing;

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use jiff::Timestamp;
use plumbline_core::identity::masked::masked_email;

use super::filter::{BillFilter, BillWish};
use super::queries::{self, Of};
use super::search::Reading;
use crate::http::{ApiError, ExportPlace, Histories, Language, Params, pdf};
use crate::identity::CurrentSession;
use crate::market::Market;
use crate::mode::Mode;
use accounts::{AccountsError, ROWS_MAX};
use content::{Asked, Content};

impl From<AccountsError> for ApiError {
    fn from(error: AccountsError) -> Self {
        match error {
            AccountsError::Db(error) => error.into(),
            error @ AccountsError::Statement(..) => {
                Self { source: Some(Box::new(error)), ..Self::new(StatusCode::INTERNAL_SERVER_ERROR, "bill_differs") }
            }
        }
    }
}

/// The movements of the customer's wallets, the oldest first, as a document: a PDF of A4 pages in the caller's
/// language.
///
/// Without `kinds`, `flow` and `keyword` it is a statement of account: each wallet with its opening balance, all
/// movements, the balance after each of them, the sums in and out, and the closing balance. It is worked out from the
/// postings, and compared with the balances; if they differ, it is not written. With one of these filters it is a list,
/// which says so and has no opening and closing balances. A period of more than 10,000 movements is refused; movements
/// that a filter leaves out do not count.
#[utoipa::path(get, path = "/wallet/bill.pdf", tag = "funds", params(BillWish),
    responses((status = 200, body = String, content_type = "application/pdf"),
        (status = 422, description = "time_zone_invalid, timestamp_invalid, date_invalid, period_invalid, wallet_unknown, kind_unknown, text_too_long, text_invalid, bill_too_long"),
        (status = 500, description = "bill_differs")))]
pub async fn bill_pdf(
    State(market): State<Arc<Market>>,
    State(histories): State<Histories>,
    State(mode): State<Mode>,
    session: CurrentSession,
    language: Language,
    Params(wish): Params<BillWish>,
) -> Result<Response, ApiError> {
    let zone = wish.zone()?;
    let filter = wish.read(&zone)?;
    let of = Of { account: session.account_id, up_to: i64::MAX };
    let place = ExportPlace::wait(of.account).await?;
    let now = market.clock.now();
    // A paper cannot cover a day to come.
    if filter.from > now {
        return Err(ApiError::invalid("period_invalid", "startDate"));
    }
    let filter = filter.ended_by(now);
    let mut snapshot = histories.snapshot(of.account).await?;
    if queries::count(&mut snapshot, of, &BillFilter { keyword: None, ..filter.clone() }, ROWS_MAX + 1).await?
        > ROWS_MAX
    {
        return Err(ApiError::invalid("bill_too_long", "startDate"));
    }
    let customer = accounts::email(&mut snapshot, of.account).await?;
    let reading = Reading { market: &market, language };
    let accounts = accounts::read(&mut snapshot, of, &filter, reading).await?;
    drop(snapshot);
    let made = Timestamp::from_millisecond(now.0).unwrap_or_default().to_zoned(zone);
    let asked = Asked { customer: masked_email(&customer), filter: &filter, mode, made: &made };
    let content = Content::of(&asked, &accounts, reading)?;
    let file = pdf::PdfFile { title: content.title, language, made };
    // The paper is drawn to its end even if the caller hangs up, and keeps its place until then.
    let drawing = move || {
        let drawn = file.bytes(&drawing::pages(&content));
        drop(place);
        drawn
    };
    let drawn = tokio::task::spawn_blocking(drawing).await;
    let bytes = drawn.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
    pdf::download(bytes, "bill.pdf")
}
