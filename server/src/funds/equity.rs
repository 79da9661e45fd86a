//! What accounts are worth, and the curve of it: one point an account and hour.
//!
//! A point also carries what the customer had paid in until then, read in the same statement as the balances, so
//! that profit can be told from deposits exactly, whenever within the hour the point was taken.

use std::collections::HashMap;
use std::time::Duration;

use plumbline_core::decimal::Quantity;
use plumbline_core::funds::{Equity, Holding, REPORTING, Rate, Worth};
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::money::{Currency, Money, MoneyError};
use plumbline_core::time::UnixMillis;

use super::rates;
use crate::app::App;
use crate::db::{DbError, Session, rows, rows::Rows};
use crate::market::Market;
use crate::{fetch_all, fetch_optional, record, statements};

const LOOK_EVERY: Duration = Duration::from_secs(5);
const ACCOUNTS_A_BATCH: i64 = 256;
/// Within this many milliseconds every hour of the curve is shown; before that, one point a day.
const HOURLY_FOR: i64 = 31 * UnixMillis::DAY;

statements! {
    /// Cash, open positions and completed deposits (status 1) of each account, as one state of the books.
    HOLDINGS("i"): "WITH v(account_id) AS ({rows})
        SELECT b.account_id, 'cash' AS kind, b.currency, b.posted AS amount, 0 AS cost, 0 AS instrument_id
        FROM v JOIN balances b ON b.account_id = v.account_id
        UNION ALL SELECT p.account_id, 'position', p.currency, p.quantity, p.cost, p.instrument_id
        FROM v JOIN positions p ON p.account_id = v.account_id WHERE p.quantity <> 0
        UNION ALL SELECT d.account_id, 'deposits', 'USD', CAST(SUM(d.credit) AS BIGINT), 0, 0
        FROM v JOIN deposits d ON d.account_id = v.account_id WHERE d.status = 1 GROUP BY d.account_id";
    /// Account 0 is the house.
    DUE: "SELECT DISTINCT b.account_id FROM balances b WHERE b.account_id > $1 AND NOT EXISTS
        (SELECT 1 FROM equity_points e WHERE e.account_id = b.account_id AND e.at >= $2)
        ORDER BY b.account_id LIMIT $3";
    STORE("iiii"): "INSERT INTO equity_points (account_id, at, equity, contributed) {rows}
        ON CONFLICT (account_id, at) DO NOTHING";
    BEFORE: "SELECT equity, contributed FROM equity_points WHERE account_id = $1 AND at < $2
        ORDER BY at DESC LIMIT 1";
    /// $2 is where hourly points begin; a day is 86,400,000 ms and its first hour 3,600,000.
    CURVE: "SELECT at, equity FROM equity_points
        WHERE account_id = $1 AND (at >= $2 OR at % 86400000 < 3600000) ORDER BY at";
}

record! {
    struct Row {
        account_id: i64,
        kind: String,
        currency: String,
        amount: i64,
        cost: i64,
        instrument_id: i64,
    }
}

/// What an account has, not yet valued.
#[derive(Clone, Debug, Default)]
pub struct Estate {
    cash: Vec<Money>,
    positions: Vec<(InstrumentId, Quantity, Money)>,
    /// Cents that were paid in.
    contributed: i64,
}

impl Estate {
    /// What it is worth at the newest prices, and the equity that makes.
    pub fn valued(&self, market: &Market, rates: &[Rate]) -> Result<(Worth, Equity), MoneyError> {
        let holding = |(instrument, quantity, cost): &(InstrumentId, Quantity, Money)| {
            let mark = market.latest(*instrument).map(|tick| tick.last);
            Holding { quantity: *quantity, cost: *cost, mark }
        };
        let holdings: Vec<Holding> = self.positions.iter().map(holding).collect();
        let worth = Worth::of(&self.cash, &holdings, rates)?;
        let contributed = Money::new(self.contributed, REPORTING);
        Ok((worth, Equity { total: worth.total()?, contributed }))
    }
}

/// What each of `accounts` has.
pub async fn load(on: &mut impl Session, accounts: &[AccountId]) -> Result<HashMap<AccountId, Estate>, DbError> {
    let input = Rows::default().int(accounts.iter().map(|account| account.0));
    let found: Vec<Row> = rows::fetch(on, HOLDINGS, input).await?;
    let mut estates: HashMap<AccountId, Estate> = HashMap::new();
    for row in found {
        let estate = estates.entry(AccountId(row.account_id)).or_default();
        let currency: Currency = row
            .currency
            .parse()
            .map_err(|_| DbError::Corrupt { column: "balances.currency", value: row.currency.clone() })?;
        match row.kind.as_str() {
            "cash" => estate.cash.push(Money::new(row.amount, currency)),
            "position" => {
                let quantity = Quantity::from_units(row.amount);
                estate.positions.push((InstrumentId(row.instrument_id), quantity, Money::new(row.cost, currency)));
            }
            _ => estate.contributed = row.amount,
        }
    }
    Ok(estates)
}

/// The account as it was when the trading day began: its first point of that day, which is taken within the first
/// hour, or else the last one before. Nothing for an account that is younger.
pub async fn at_day_start(on: &mut impl Session, account: AccountId, day_began: UnixMillis) -> Result<Equity, DbError> {
    let until = day_began.plus(UnixMillis::HOUR);
    let found = fetch_optional!(on, (i64, i64), BEFORE, account.0, until.0)?;
    let money = |minor| Money::new(minor, REPORTING);
    Ok(found.map_or(Equity::NOTHING, |(total, paid)| Equity { total: money(total), contributed: money(paid) }))
}

/// The stored curve, oldest first.
pub async fn curve(
    on: &mut impl Session,
    account: AccountId,
    now: UnixMillis,
) -> Result<Vec<(UnixMillis, Money)>, DbError> {
    let found = fetch_all!(on, (i64, i64), CURVE, account.0, now.plus(-HOURLY_FOR).0)?;
    Ok(found.into_iter().map(|(at, equity)| (UnixMillis(at), Money::new(equity, REPORTING))).collect())
}

/// Takes the points of each hour as it begins, until the server stops.
pub fn start(app: &App) {
    let app = app.clone();
    tokio::spawn(async move {
        let mut done = None;
        while app.stopping.run_until_cancelled(tokio::time::sleep(LOOK_EVERY)).await.is_some() {
            let hour = hour_of(app.clock.now());
            if done == Some(hour) {
                continue;
            }
            match take_points(&app, hour).await {
                Ok(()) => done = Some(hour),
                Err(error) => tracing::error!(%error, "equity points could not be taken; they are tried again"),
            }
        }
    });
}

fn hour_of(now: UnixMillis) -> UnixMillis {
    UnixMillis(now.0 - now.0.rem_euclid(UnixMillis::HOUR))
}

/// Takes a point of every account that has none since `hour` began.
pub async fn take_points(app: &App, hour: UnixMillis) -> Result<(), DbError> {
    let mut last = AccountId::HOUSE;
    loop {
        let mut reader = app.db.read().await?;
        let due = fetch_all!(&mut reader, (i64,), DUE, last.0, hour.0, ACCOUNTS_A_BATCH)?;
        let due: Vec<AccountId> = due.into_iter().map(|(id,)| AccountId(id)).collect();
        let Some(newest) = due.last() else { return Ok(()) };
        last = *newest;
        let rates = rates::in_force(&mut reader, app.clock.now()).await?;
        let estates = load(&mut reader, &due).await?;
        drop(reader);
        store(app, &estates, &rates).await?;
    }
}

async fn store(app: &App, estates: &HashMap<AccountId, Estate>, rates: &[Rate]) -> Result<(), DbError> {
    let valued = estates.iter().filter_map(|(account, estate)| match estate.valued(&app.market, rates) {
        Ok((_, equity)) => Some((account.0, equity)),
        Err(error) => {
            tracing::error!(%error, account = account.0, "an account could not be valued");
            None
        }
    });
    let points: Vec<(i64, Equity)> = valued.collect();
    let now = app.clock.now();
    let input = Rows::default()
        .int(points.iter().map(|(account, _)| *account))
        .int(points.iter().map(|_| now.0))
        .int(points.iter().map(|(_, equity)| equity.total.minor))
        .int(points.iter().map(|(_, equity)| equity.contributed.minor));
    let mut tx = app.db.begin().await?;
    rows::execute(&mut tx, STORE, input).await?;
    tx.commit().await
}
