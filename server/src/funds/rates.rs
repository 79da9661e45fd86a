//! Exchange rates: dated rows in the database, first filled from `data/fx_rates.csv`.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use plumbline_core::funds::{Rate, parse_rate};
use plumbline_core::money::Currency;
use plumbline_core::time::UnixMillis;
use serde::Deserialize;

use crate::db::{Db, DbError, Session, rows};
use crate::{fetch_all, statements};

const DATA: &str = include_str!("../../data/fx_rates.csv");

statements! {
    /// Rows that are there stay as they are: a rate that was in force is never rewritten.
    ADD("tttit"): "INSERT INTO fx_rates (from_currency, to_currency, effective_from, rate, source) {rows} \
        ON CONFLICT (from_currency, to_currency, effective_from) DO NOTHING";
    IN_FORCE: "SELECT from_currency, to_currency, rate, source FROM fx_rates f WHERE effective_from = \
        (SELECT MAX(effective_from) FROM fx_rates g WHERE g.from_currency = f.from_currency \
        AND g.to_currency = f.to_currency AND g.effective_from <= $1) ORDER BY from_currency, to_currency";
}

#[derive(Deserialize)]
struct Row {
    from_currency: String,
    to_currency: String,
    effective_from: String,
    rate: String,
    source: String,
}

fn data() -> Vec<Row> {
    let rows = csv::Reader::from_reader(DATA.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("the embedded file is valid, as a test checks")
}

/// Adds the rates that the database does not have yet.
pub async fn install(db: &Db) -> Result<(), DbError> {
    let data = data();
    let rate = |row: &Row| parse_rate(&row.rate).expect("the embedded file is valid, as a test checks");
    let rows = rows::Rows::default()
        .text(data.iter().map(|row| row.from_currency.clone()))
        .text(data.iter().map(|row| row.to_currency.clone()))
        .text(data.iter().map(|row| row.effective_from.clone()))
        .int(data.iter().map(rate))
        .text(data.iter().map(|row| row.source.clone()));
    let mut tx = db.begin().await?;
    rows::execute(&mut tx, ADD, rows).await?;
    tx.commit().await
}

/// Every rate in force at `now`; a rate begins with its day in UTC.
pub async fn in_force(session: &mut impl Session, now: UnixMillis) -> Result<Vec<Rate>, DbError> {
    let rows = fetch_all!(session, (String, String, i64, String), IN_FORCE, day_of(now))?;
    rows.into_iter()
        .map(|(from, to, rate, source)| Ok(Rate { from: currency(from)?, to: currency(to)?, rate, source }))
        .collect()
}

/// The day in UTC, `YYYY-MM-DD`.
fn day_of(now: UnixMillis) -> String {
    let instant = Timestamp::from_millisecond(now.0).unwrap_or_default();
    instant.to_zoned(TimeZone::UTC).date().to_string()
}

fn currency(code: String) -> Result<Currency, DbError> {
    code.parse().map_err(|_| DbError::Corrupt { column: "fx_rates.currency", value: code })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_rates_are_valid() {
        for row in data() {
            assert!(parse_rate(&row.rate).unwrap() > 0);
            assert!(row.from_currency.parse::<Currency>().is_ok() && row.to_currency.parse::<Currency>().is_ok());
            assert!(row.effective_from.parse::<jiff::civil::Date>().is_ok() && is_word(&row.source));
        }
    }

    /// Sources are words, because a customer reads them in one of three languages.
    fn is_word(source: &str) -> bool {
        !source.is_empty()
            && source.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    }

    #[tokio::test]
    async fn a_rate_is_in_force_from_its_day_on() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}", folder.path().join("x.db").display())).await.unwrap();
        install(&db).await.unwrap();
        install(&db).await.unwrap();
        let at = |day: &str| UnixMillis(format!("{day}T23:59:59Z").parse::<Timestamp>().unwrap().as_millisecond());
        let mut session = db.read().await.unwrap();
        assert!(in_force(&mut session, at("2005-05-17")).await.unwrap().is_empty());
        let rates = in_force(&mut session, at("2005-05-18")).await.unwrap();
        let shown: Vec<_> = rates.iter().map(|rate| (rate.from.code(), rate.to.code(), rate.rate)).collect();
        assert_eq!(shown, [("HKD", "USD", 12_820_512), ("USD", "HKD", 780_000_000)]);
    }
}
