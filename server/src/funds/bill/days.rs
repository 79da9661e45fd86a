//! The totals of each day's lines, by currency.

use std::collections::BTreeMap;

use crate::http::wire;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use plumbline_core::money::{Currency, Money};
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use super::filter::{BillFilter, began, ended};
use super::queries::{self, BillLine, Of, QUARTER_MILLIS, Sums};
use crate::db::{DbError, Session};
use crate::ledger::store::read_currency;

/// Most lines that are summed for the days of a page: more than a person makes on a day.
const ADDED_MAX: i64 = 20_000;

/// The totals of a day over all requested movements, on whichever page they are. Different currencies are never added
/// up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillDay {
    /// The day in the caller's zone.
    pub date: wire::Date,
    pub totals: Vec<BillTotal>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillTotal {
    pub currency: wire::Currency,
    /// The money received, including transfers between the customer's own wallets.
    pub amount_in: wire::Decimal,
    /// The money paid, below zero.
    pub amount_out: wire::Decimal,
    /// The sum of `amountIn` and `amountOut`.
    pub amount: wire::Decimal,
}

/// The amounts in and out, in minor units, of each currency of each day.
type Totals = BTreeMap<Date, BTreeMap<Currency, (i64, i64)>>;

pub fn day_of(millis: i64, zone: &TimeZone) -> Date {
    Timestamp::from_millisecond(millis).unwrap_or_default().to_zoned(zone.clone()).date()
}

/// The totals of the days of `lines`. Days with too many lines are left out.
pub async fn of_page(
    on: &mut impl Session,
    of: Of,
    filter: &BillFilter,
    lines: &[BillLine],
    zone: &TimeZone,
) -> Result<Vec<BillDay>, DbError> {
    let Some((newest, oldest)) = lines.first().zip(lines.last()) else { return Ok(Vec::new()) };
    let (first, last) = (day_of(oldest.created_at, zone), day_of(newest.created_at, zone));
    let from = began(first, zone).map_or(filter.from, |began| began.max(filter.from));
    let until = ended(last, zone).map_or(filter.until, |ended| ended.min(filter.until));
    let sums = queries::sums(on, of, &BillFilter { from, until, ..filter.clone() }, ADDED_MAX).await?;
    let all = sums.iter().map(|(.., lines)| lines).sum::<i64>() < ADDED_MAX;
    let mut totals = added(&sums, zone)?;
    if !all {
        totals.pop_first();
    }
    Ok(replies(&totals))
}

/// The totals from lines in memory, of the days of the `shown` lines.
pub fn of_lines(all: &[BillLine], shown: &[BillLine], zone: &TimeZone) -> Result<Vec<BillDay>, DbError> {
    let days: std::collections::BTreeSet<Date> = shown.iter().map(|line| day_of(line.created_at, zone)).collect();
    let sums: Vec<Sums> = all
        .iter()
        .map(|line| {
            (line.currency.clone(), line.created_at / QUARTER_MILLIS, line.amount.max(0), line.amount.min(0), 1)
        })
        .collect();
    let mut totals = added(&sums, zone)?;
    totals.retain(|day, _| days.contains(day));
    Ok(replies(&totals))
}

fn added(sums: &[Sums], zone: &TimeZone) -> Result<Totals, DbError> {
    let mut totals = Totals::new();
    for (code, quarter, came, went, _) in sums {
        let currency = read_currency("postings.currency", code)?;
        let day = day_of(UnixMillis(quarter.saturating_mul(QUARTER_MILLIS)).0, zone);
        let total = totals.entry(day).or_default().entry(currency).or_default();
        *total = (total.0.saturating_add(*came), total.1.saturating_add(*went));
    }
    Ok(totals)
}

/// The totals as replies, the latest day first.
fn replies(totals: &Totals) -> Vec<BillDay> {
    let total = |(currency, (came, went)): (&Currency, &(i64, i64))| BillTotal {
        currency: (*currency).into(),
        amount_in: Money::new(*came, *currency).into(),
        amount_out: Money::new(*went, *currency).into(),
        amount: Money::new(came.saturating_add(*went), *currency).into(),
    };
    let day = |(date, totals): (&Date, &BTreeMap<Currency, (i64, i64)>)| BillDay {
        date: (*date).into(),
        totals: totals.iter().map(total).collect(),
    };
    totals.iter().rev().map(day).collect()
}
