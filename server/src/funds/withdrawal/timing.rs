//! The durations of withdrawals in the last days, by method and step.

use crate::http::wire;
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use tokio::sync::Mutex;
use utoipa::ToSchema;

use crate::db::{Db, DbError, Session};
use crate::funds::cards::AccountType;
use crate::mode::Mode;
use crate::{fetch_all, statements};

/// The number of days that count.
const DAYS: i64 = 30;
/// Fewer withdrawals are no basis for the next one, and reveal too much of each.
const ENOUGH: i64 = 5;
/// The greatest age of an answer: everyone may ask, and it reads a month.
const FRESH_FOR: i64 = UnixMillis::MINUTE;

statements! {
    /// Each step that ended within the days, with its median duration. Status 1 is settled. A stored destination begins
    /// with its kind.
    TIMES: "WITH steps AS (
            SELECT destination, 'review' AS step, reviewed_at - created_at AS took FROM withdrawals
                WHERE updated_at >= $1 AND reviewed_at >= $1
            UNION ALL SELECT destination, 'sending', sent_at - reviewed_at FROM withdrawals
                WHERE updated_at >= $1 AND sent_at >= $1
            UNION ALL SELECT destination, 'arrival', ended_at - sent_at FROM withdrawals
                WHERE updated_at >= $1 AND status = 1
            UNION ALL SELECT destination, 'total', ended_at - created_at FROM withdrawals
                WHERE updated_at >= $1 AND status = 1),
        named AS (SELECT CASE WHEN destination LIKE '{\"bank\"%' THEN 1 ELSE 0 END AS is_bank, step, took FROM steps),
        placed AS (SELECT is_bank, step, took, ROW_NUMBER() OVER (PARTITION BY is_bank, step ORDER BY took) AS place,
                COUNT(*) OVER (PARTITION BY is_bank, step) AS counted, MAX(took) OVER (PARTITION BY is_bank, step) AS slowest
            FROM named)
        SELECT CAST(is_bank AS BIGINT), step, counted, took, slowest FROM placed WHERE place = (counted + 1) / 2";
    /// For each open state, the time since which the first withdrawal is in it, and the time of the first request.
    WAITING: "SELECT CAST(is_bank AS BIGINT), status, MIN(since), MIN(created_at) FROM
        (SELECT CASE WHEN destination LIKE '{\"bank\"%' THEN 1 ELSE 0 END AS is_bank, status, created_at,
            CASE status WHEN 0 THEN created_at WHEN 4 THEN reviewed_at ELSE sent_at END AS since
         FROM withdrawals WHERE status IN (0, 4, 5)) waiting GROUP BY is_bank, status";
}

/// A step of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithdrawalStep {
    Review,
    Sending,
    Arrival,
    Total,
}

impl WithdrawalStep {
    pub const ALL: [WithdrawalStep; 4] = [Self::Review, Self::Sending, Self::Arrival, Self::Total];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::Sending => "sending",
            Self::Arrival => "arrival",
            Self::Total => "total",
        }
    }

    /// True if a withdrawal in an open state is in this step.
    const fn is_of(self, status: i64) -> bool {
        matches!((self, status), (Self::Total, _) | (Self::Review, 0) | (Self::Sending, 4) | (Self::Arrival, 5))
    }
}

/// The times that withdrawals take.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawalTimes {
    /// The number of past days that the times are of.
    pub days: i64,
    /// True if the money is paper, and the times are simulated.
    pub is_paper: bool,
    /// True if the autopilot of paper mode decides; without it people do, as in live mode.
    pub has_autopilot: bool,
    pub methods: Vec<MethodTimes>,
}

/// The times that withdrawals by one method take.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MethodTimes {
    pub method: AccountType,
    pub steps: Vec<StepTimes>,
}

/// The times that one part of the way takes.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepTimes {
    /// review: until the decision; sending: from the decision until it is sent; arrival: from then until it arrives;
    /// total: the whole way.
    pub step: wire::WithdrawalStep,
    /// Withdrawals that came to the end of this part within the days; null where they are fewer than five, because
    /// changes of the figure would then show when each of them moved.
    pub count: Option<i64>,
    /// The median, which half of them did not exceed; null where they are fewer than five.
    pub median_seconds: Option<i64>,
    /// The longest time that any of them took, or has been waiting by now; null where they are fewer than five.
    pub slowest_seconds: Option<i64>,
}

/// The newest answer, and when it was read.
#[derive(Debug, Default)]
pub struct Times(Mutex<Option<(UnixMillis, WithdrawalTimes)>>);

impl Times {
    /// The newest answer, which may be a minute old.
    pub async fn newest(
        &self,
        db: &Db,
        mode: Mode,
        has_autopilot: bool,
        now: UnixMillis,
    ) -> Result<WithdrawalTimes, DbError> {
        // Callers meanwhile wait for that one answer.
        let mut newest = self.0.lock().await;
        if let Some((at, times)) = &*newest
            && now.since(*at) < FRESH_FOR
        {
            return Ok(times.clone());
        }
        let methods = read(&mut db.read().await?, now).await?;
        let times = WithdrawalTimes { days: DAYS, is_paper: mode == Mode::Paper, has_autopilot, methods };
        *newest = Some((now, times.clone()));
        Ok(times)
    }
}

/// 1 for a bank, the step, the number that completed it, and the median and the longest duration.
type Taken = (i64, String, i64, i64, i64);
/// 1 for a bank, an open state, the time since which the first is in it, and of the first request.
type Waiting = (i64, i64, i64, i64);

async fn read(on: &mut impl Session, now: UnixMillis) -> Result<Vec<MethodTimes>, DbError> {
    let since = now.plus(-DAYS * UnixMillis::DAY);
    let taken = fetch_all!(on, Taken, TIMES, since.0)?;
    let waiting = fetch_all!(on, Waiting, WAITING)?;
    let of = |method: AccountType| {
        let is_bank = i64::from(method == AccountType::Card);
        let taken: Vec<&Taken> = taken.iter().filter(|row| row.0 == is_bank).collect();
        let waiting: Vec<&Waiting> = waiting.iter().filter(|row| row.0 == is_bank).collect();
        let steps = WithdrawalStep::ALL.map(|step| step_times(step, &taken, &waiting, now));
        MethodTimes { method, steps: steps.into() }
    };
    Ok(AccountType::ALL.map(of).into())
}

fn step_times(step: WithdrawalStep, taken: &[&Taken], waiting: &[&Waiting], now: UnixMillis) -> StepTimes {
    let found = taken.iter().find(|(_, name, ..)| name == step.code());
    let (count, median, slowest) =
        found.map_or((0, 0, 0), |(_, _, count, median, slowest)| (*count, *median, *slowest));
    let waiting = waiting.iter().filter(|(_, status, ..)| step.is_of(*status));
    let since = waiting.map(|(_, _, since, asked)| if step == WithdrawalStep::Total { *asked } else { *since });
    let slowest = since.map(|since| now.since(UnixMillis(since))).fold(slowest, i64::max);
    let told = |figure: i64| (count >= ENOUGH).then_some(figure);
    let seconds = |millis: i64| told(millis / UnixMillis::SECOND);
    StepTimes {
        step: step.code().into(),
        count: told(count),
        median_seconds: seconds(median),
        slowest_seconds: seconds(slowest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_few_say_nothing_and_who_waits_is_among_the_slowest() {
        let now = UnixMillis(1_000_000);
        let times = |step, count, waiting: &[&Waiting]| {
            let row = (1, "review".to_owned(), count, 3_999, 60_000);
            let told = step_times(step, &[&row], waiting, now);
            (told.count, told.median_seconds, told.slowest_seconds)
        };
        let review = WithdrawalStep::Review;
        assert_eq!(times(review, 5, &[]), (Some(5), Some(3), Some(60)));
        assert_eq!(times(review, 4, &[]), (None, None, None));
        assert_eq!(times(WithdrawalStep::Arrival, 5, &[]), (None, None, None));
        assert_eq!(times(review, 5, &[&(1, 0, 900_000, 900_000)]), (Some(5), Some(3), Some(100)));
        assert_eq!(
            times(review, 5, &[&(1, 4, 100_000, 0)]),
            (Some(5), Some(3), Some(60)),
            "it waits for something else"
        );
    }
}
