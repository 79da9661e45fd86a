use jiff::ToSpan;
use jiff::civil::Date;
use plumbline_core::market::sim::DaySeed;
use plumbline_core::time::UnixMillis;

use crate::db::{Db, DbError, Session};
use crate::http::Page;
use crate::server_key::ServerKey;
use crate::{execute, fetch_all, fetch_one, statements};

statements! {
    NEWEST: "SELECT MAX(day) FROM day_seeds";
    ADD: "INSERT INTO day_seeds (day, seed, committed_at) VALUES ($1, $2, $3) ON CONFLICT (day) DO NOTHING";
    SINCE: "SELECT day, seed, committed_at FROM day_seeds WHERE day >= $1 ORDER BY day";
    PAGE: "SELECT day, seed, committed_at FROM day_seeds ORDER BY day DESC LIMIT $1 OFFSET $2";
    COUNT: "SELECT COUNT(*) FROM day_seeds";
}

/// The seed of a day, and the time at which its hash was published.
#[derive(Clone, Debug)]
pub struct Kept {
    pub day: Date,
    pub seed: DaySeed,
    pub committed_at: UnixMillis,
}

/// Publishes the missing days up to `last`: from the day after the newest, or from `today` if there is none. Servers
/// that do this at once agree: the first one's seed stays.
pub async fn publish(db: &Db, key: &ServerKey, today: Date, last: Date, now: UnixMillis) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    let (newest,) = fetch_one!(&mut tx, (Option<String>,), NEWEST)?;
    let next = newest.map(|day| date(&day)).transpose()?.and_then(|day| day.tomorrow().ok()).unwrap_or(today);
    for day in next.series(1.day()).take_while(|day| *day <= last) {
        let day = day.to_string();
        execute!(&mut tx, ADD, &day, key.tag(&[&format!("plumbline market day {day}")]), now.0)?;
    }
    tx.commit().await
}

/// The days from `first` on, the oldest first.
pub async fn since(on: &mut impl Session, first: Date) -> Result<Vec<Kept>, DbError> {
    fetch_all!(on, (String, String, i64), SINCE, first.to_string())?.into_iter().map(kept).collect()
}

/// A page of all days, the newest first, and how many there are.
pub async fn page(on: &mut impl Session, page: Page) -> Result<(Vec<Kept>, i64), DbError> {
    // First, since a day that is promised meanwhile would be counted and not listed: a reader would miss a page.
    let (total,) = fetch_one!(on, (i64,), COUNT)?;
    let rows = fetch_all!(on, (String, String, i64), PAGE, page.size(), page.offset())?;
    Ok((rows.into_iter().map(kept).collect::<Result<_, _>>()?, total))
}

fn kept((day, seed, committed_at): (String, String, i64)) -> Result<Kept, DbError> {
    let mut bytes = [0; 32];
    // The error names the day and never the seed.
    hex::decode_to_slice(&seed, &mut bytes)
        .map_err(|_| DbError::Corrupt { column: "day_seeds.seed", value: format!("of {day}") })?;
    Ok(Kept { day: date(&day)?, seed: DaySeed(bytes), committed_at: UnixMillis(committed_at) })
}

fn date(text: &str) -> Result<Date, DbError> {
    text.parse().map_err(|_| DbError::Corrupt { column: "day_seeds.day", value: text.to_owned() })
}
