//! The filter for lines of the bill.

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use plumbline_core::ledger::{JournalKind, Wallet};
use plumbline_core::time::UnixMillis;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::funds::wallet_name::read_wallet;
use crate::http::{ApiError, date, moment, text, wire};

/// The kind of a line that is the fee of another line.
pub const FEE: &str = "fee";

/// The direction in which money moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Flow {
    In,
    Out,
}

impl Flow {
    /// The sign of the amounts.
    const fn sign(self) -> i64 {
        match self {
            Self::In => 1,
            Self::Out => -1,
        }
    }
}

/// The movements to list; an absent field does not filter.
#[derive(Debug, Deserialize, ToSchema, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct BillWish {
    /// The wallet whose movements are listed; all when absent.
    pub wallet_type: Option<wire::WalletType>,
    /// Kinds of movements, separated by commas, as `deposit,fee`; all when absent.
    pub kinds: Option<wire::MovementKinds>,
    /// The direction of the movements: in or out; both when absent.
    pub flow: Option<Flow>,
    /// A part of an id, of a note, or of the code or the name of the traded instrument. The search covers the newest
    /// 10,000 of the movements that the other filters select.
    pub keyword: Option<String>,
    /// The IANA name of the customer's zone, such as `Asia/Shanghai`: times are shown in it, and days begin and end by it.
    pub time_zone: String,
    /// The first day.
    pub start_date: Option<wire::Date>,
    /// The last day, which is included.
    pub end_date: Option<wire::Date>,
    /// The start of the period, which is included, in Unix milliseconds.
    pub start_timestamp: Option<wire::Timestamp>,
    /// The end of the period, which is not included, in Unix milliseconds.
    pub end_timestamp: Option<wire::Timestamp>,
}

/// A [`BillWish`] as queries need it: one wallet (all if empty), kinds, direction, period and keyword.
#[derive(Clone, Debug)]
pub struct BillFilter {
    pub book: &'static str,
    /// In the form `,deposit,fee,`, in which a statement finds each; empty for all.
    pub kinds: String,
    pub flow: Option<Flow>,
    pub from: UnixMillis,
    pub until: UnixMillis,
    /// In lower case.
    pub keyword: Option<String>,
}

impl BillFilter {
    /// The sign of the requested amounts: 1, -1, or 0 for both.
    pub fn sign(&self) -> i64 {
        self.flow.map_or(0, Flow::sign)
    }

    /// True if all movements of the period are requested, in one account or in all.
    pub const fn is_whole(&self) -> bool {
        self.kinds.is_empty() && self.flow.is_none() && self.keyword.is_none()
    }

    /// Without the time after `now`. A period that ends before it begins is a single moment.
    pub fn ended_by(self, now: UnixMillis) -> Self {
        let until = self.until.min(now.plus(1)).max(self.from);
        Self { until, ..self }
    }
}

impl BillWish {
    /// The customer's zone.
    ///
    /// # Errors
    /// `time_zone_invalid`.
    pub fn zone(&self) -> Result<TimeZone, ApiError> {
        let zone = TimeZone::get(&self.time_zone).ok().filter(|zone| !is_nowhere(zone));
        zone.ok_or(ApiError::invalid("time_zone_invalid", "timeZone"))
    }

    /// # Errors
    /// The field that cannot be read.
    pub fn read(&self, zone: &TimeZone) -> Result<BillFilter, ApiError> {
        let wallet = self.wallet_type.as_deref().filter(|code| !code.is_empty());
        let (from, until) = self.period(zone)?;
        Ok(BillFilter {
            book: wallet.map(|code| read_wallet(code, "walletType")).transpose()?.map_or("", Wallet::code),
            kinds: self.kinds.as_deref().map(read_kinds).transpose()?.unwrap_or_default(),
            flow: self.flow,
            from,
            until,
            keyword: text::optional(self.keyword.as_deref(), "keyword", text::KEYWORD_LENGTH_MAX)?
                .map(|keyword| keyword.to_lowercase()),
        })
    }

    /// The period given by days and timestamps: the later start and the earlier end.
    fn period(&self, zone: &TimeZone) -> Result<(UnixMillis, UnixMillis), ApiError> {
        let first = date(self.start_date.as_deref(), "startDate")?;
        let last = date(self.end_date.as_deref(), "endDate")?;
        if first.zip(last).is_some_and(|(first, last)| first > last) {
            return Err(ApiError::invalid("period_invalid", "endDate"));
        }
        let begins = first.map(|day| began(day, zone).ok_or(ApiError::invalid("date_invalid", "startDate")));
        let ends = last.map(|day| ended(day, zone).ok_or(ApiError::invalid("date_invalid", "endDate")));
        let from = moment(self.start_timestamp.as_deref(), "startTimestamp")?.unwrap_or(UnixMillis(0));
        let until = moment(self.end_timestamp.as_deref(), "endTimestamp")?.unwrap_or(UnixMillis(i64::MAX));
        if until < from {
            return Err(ApiError::invalid("period_invalid", "endTimestamp"));
        }
        Ok((
            begins.transpose()?.map_or(from, |begins| begins.max(from)),
            ends.transpose()?.map_or(until, |ends| ends.min(until)),
        ))
    }
}

/// True for names in the time zone database that are no place: the zone of unconfigured machines, and an unknown one.
fn is_nowhere(zone: &TimeZone) -> bool {
    zone.is_unknown() || zone.iana_name() == Some("Factory")
}

/// The first moment of a day: midnight, or the time to which clocks go forward at midnight. If they go back over
/// midnight, the earlier one.
pub fn began(day: Date, zone: &TimeZone) -> Option<UnixMillis> {
    Some(UnixMillis(day.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond()))
}

/// The first moment after a day.
pub fn ended(day: Date, zone: &TimeZone) -> Option<UnixMillis> {
    began(day.tomorrow().ok()?, zone)
}

fn read_kinds(text: &str) -> Result<String, ApiError> {
    let is_kind = |kind: &str| kind == FEE || JournalKind::ALL.iter().any(|known| known.code() == kind);
    if text.is_empty() {
        return Ok(String::new());
    }
    // Each kind once, even if it was given repeatedly: a statement searches them for every row.
    let kinds: BTreeSet<&str> = text.split(',').collect();
    if !kinds.iter().all(|kind| is_kind(kind)) {
        return Err(ApiError::invalid("kind_unknown", "kinds"));
    }
    Ok(format!(",{},", Vec::from_iter(kinds).join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_counts_once_however_often_it_is_given() {
        assert_eq!(read_kinds(&("fee,".repeat(16_000) + "fee")).unwrap(), ",fee,");
        assert_eq!(read_kinds("fee,deposit,fee").unwrap(), ",deposit,fee,");
        assert_eq!(read_kinds("").unwrap(), "");
        for unknown in ["fees", "fee,", "fee,,deposit", ",", "Fee"] {
            assert!(read_kinds(unknown).is_err(), "{unknown}");
        }
    }

    #[test]
    fn days_begin_and_end_by_the_customers_clock() {
        let hours = |day: &str, zone: &str| {
            let (day, zone) = (day.parse().unwrap(), TimeZone::get(zone).unwrap());
            let (from, until) = (began(day, &zone).unwrap(), ended(day, &zone).unwrap());
            let began = jiff::Timestamp::from_millisecond(from.0).unwrap().to_string();
            (began, until.since(from) / UnixMillis::MINUTE)
        };
        let table = [
            ("2026-11-23", "Asia/Hong_Kong", "2026-11-22T16:00:00Z", 24 * 60),
            ("2026-11-23", "Asia/Kathmandu", "2026-11-22T18:15:00Z", 24 * 60),
            // The clocks of New York go forward and back.
            ("2026-03-08", "America/New_York", "2026-03-08T05:00:00Z", 23 * 60),
            ("2026-11-01", "America/New_York", "2026-11-01T04:00:00Z", 25 * 60),
            // The clocks of Lord Howe Island by half an hour.
            ("2026-04-05", "Australia/Lord_Howe", "2026-04-04T13:00:00Z", 24 * 60 + 30),
            // In Beirut midnight does not exist on the day, in Havana it comes twice.
            ("2026-03-29", "Asia/Beirut", "2026-03-28T22:00:00Z", 23 * 60),
            ("2026-11-01", "America/Havana", "2026-11-01T04:00:00Z", 25 * 60),
        ];
        for (day, zone, from, minutes) in table {
            assert_eq!(hours(day, zone), (from.to_owned(), minutes), "{day} {zone}");
        }
    }
}
