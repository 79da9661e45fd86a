//! A server's published days, as an outside reader gets them.

use std::collections::BTreeMap;

use jiff::civil::Date;
use plumbline_core::market::sim::{DaySeed, Days};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use thiserror::Error as ThisError;

use super::begins;

/// A page of `GET /market/daySeeds`.
#[derive(Debug, Deserialize)]
pub struct Page {
    list: Vec<Row>,
    page: Count,
}

#[derive(Debug, Deserialize)]
struct Count {
    total: usize,
}

#[derive(Debug, Deserialize)]
struct Row {
    #[serde(deserialize_with = "day")]
    date: Date,
    commitment: String,
    seed: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Envelope {
    data: Page,
}

fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// The reason why published days are not accepted.
#[derive(Debug, ThisError, PartialEq, Eq)]
pub enum Unsound {
    #[error("{known} of {total} days are here: every page is needed")]
    Missing { known: usize, total: usize },
    #[error("{0} does not follow on the day before it")]
    Gap(Date),
    #[error("the seed of {0} is not what its commitment promised")]
    Broken(Date),
    #[error("the seed of the first day, {0}, is not published yet")]
    Unknown(Date),
    #[error("there are no days")]
    Empty,
}

/// Reads a saved reply of the call.
pub fn page(text: &str) -> Result<Page, serde_json::Error> {
    serde_json::from_str::<Envelope>(text).map(|envelope| envelope.data)
}

/// The days of all pages that have ended. Each seed is checked against its published commitment.
pub fn days(pages: Vec<Page>) -> Result<Days, Unsound> {
    let total = pages.iter().map(|page| page.page.total).max().unwrap_or(0);
    let rows: BTreeMap<Date, Row> = pages.into_iter().flat_map(|page| page.list).map(|row| (row.date, row)).collect();
    if rows.len() < total {
        return Err(Unsound::Missing { known: rows.len(), total });
    }
    let mut rows = rows.into_values();
    let first = rows.next().ok_or(Unsound::Empty)?;
    let days = Days::new(begins(first.date), seed(&first)?.ok_or(Unsound::Unknown(first.date))?);
    for row in rows {
        let Some(seed) = seed(&row)? else { break };
        if begins(row.date) != days.known_until() {
            return Err(Unsound::Gap(row.date));
        }
        days.add(seed);
    }
    Ok(days)
}

fn seed(row: &Row) -> Result<Option<DaySeed>, Unsound> {
    let Some(text) = &row.seed else { return Ok(None) };
    let mut seed = DaySeed([0; 32]);
    let read = hex::decode_to_slice(text, &mut seed.0);
    let is_kept = read.is_ok() && hex::encode(seed.commitment()) == row.commitment;
    if is_kept { Ok(Some(seed)) } else { Err(Unsound::Broken(row.date)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page of days with the seeds 1, 2 and so on, the newest first, none of them ended.
    fn saved(total: usize, days: &[(u8, &str)]) -> String {
        let row = |(number, date): &(u8, &str)| {
            let seed = DaySeed([*number; 32]);
            let shown = if *number == 0 { "null".to_owned() } else { format!("\"{}\"", hex::encode(seed.0)) };
            format!(r#"{{"date":"{date}","commitment":"{}","seed":{shown}}}"#, hex::encode(seed.commitment()))
        };
        let list: Vec<String> = days.iter().map(row).collect();
        format!(r#"{{"code":200,"data":{{"list":[{}],"page":{{"total":{total}}}}}}}"#, list.join(","))
    }

    fn read(texts: &[String]) -> Result<Days, Unsound> {
        days(texts.iter().map(|text| page(text).unwrap()).collect())
    }

    #[test]
    fn only_all_days_that_keep_their_promises_make_a_market() {
        let date = |text: &str| text.parse::<Date>().unwrap();
        let newest = saved(3, &[(0, "2026-11-22"), (2, "2026-11-21")]);
        let oldest = saved(3, &[(1, "2026-11-20")]);
        let known = read(&[newest.clone(), oldest.clone()]).unwrap().known_until();
        assert_eq!(known, begins(date("2026-11-22")), "the last day has not ended");
        assert_eq!(read(std::slice::from_ref(&newest)).unwrap_err(), Unsound::Missing { known: 2, total: 3 });
        let forged = oldest.replace(&hex::encode([1; 32]), &hex::encode([7; 32]));
        assert_eq!(read(&[newest.clone(), forged]).unwrap_err(), Unsound::Broken(date("2026-11-20")));
        let cut = oldest.replace(&hex::encode([1; 32]), "01");
        assert_eq!(read(&[newest.clone(), cut]).unwrap_err(), Unsound::Broken(date("2026-11-20")));
        let early = saved(3, &[(1, "2026-11-19")]);
        assert_eq!(read(&[newest, early]).unwrap_err(), Unsound::Gap(date("2026-11-21")));
        assert_eq!(read(&[saved(1, &[(0, "2026-11-20")])]).unwrap_err(), Unsound::Unknown(date("2026-11-20")));
        assert_eq!(read(&[saved(0, &[])]).unwrap_err(), Unsound::Empty);
        assert!(page("{}").is_err());
    }
}
