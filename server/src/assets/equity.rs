//! The value of accounts, and its curve: an hourly point for every account whose value may differ from its last point,
//! because it has open positions or its money moved. Points more than a month old are thinned out to one a day.
//!
//! A point also stores the net amount paid in until then (deposits less withdrawals), read in the same statement as the
//! balances, so that profit can be separated from deposits and withdrawals exactly, at whichever minute of the hour the
//! point was taken.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use plumbline_core::decimal::Quantity;
use plumbline_core::funds::{Equity, Holding, REPORTING, Rate, Worth};
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::ledger::Wallet;
use plumbline_core::money::{Currency, Money, MoneyError, Rounding};
use plumbline_core::multiplier::Multiplier;
use plumbline_core::positions::Direction;
use plumbline_core::time::UnixMillis;

use crate::clock::Clock;
use crate::db::{Db, DbError, Session, UnreadRow, rows, rows::OfAccount, rows::Rows};
use crate::funds::rates;
use crate::ids::Ids;
use crate::orders::Pricing;
use crate::supervision::Supervisor;
use crate::{execute, fetch_all, fetch_one, fetch_optional, fetch_readable, record, statements};

const LOOK_EVERY: Duration = Duration::from_secs(5);
const ACCOUNTS_A_BATCH: usize = 256;
/// Points of these last milliseconds are kept hourly; older ones, one a day.
const HOURLY_FOR: i64 = 31 * UnixMillis::DAY;
/// Few at a time, so that no order waits long for the write lock.
const THINNED_AT_ONCE: i64 = 1_000;

statements! {
    /// Cash, open positions by what they count from (of what is settled each day its last settlement: what was gained before is
    /// in the cash), completed deposits (status 1) and the net amounts of withdrawals that were sent (5) or
    /// settled (1), of each account, as one state of the books. A withdrawal's fee is a cost like any other.
    HOLDINGS("i"): "WITH v(account_id) AS ({rows})
        SELECT b.account_id, 'cash' AS kind, b.currency, b.posted AS amount, 0 AS cost, 0 AS multiplier,
            0 AS instrument_id, 0 AS direction, CAST(NULL AS TEXT) AS wallet, CAST(0 AS BIGINT) AS updated_at
        FROM v JOIN balances b ON b.account_id = v.account_id
        UNION ALL SELECT p.account_id, 'position', p.currency, p.quantity, COALESCE(p.basis, p.cost), p.multiplier,
            p.instrument_id, p.direction, p.margin_wallet, p.updated_at
        FROM v JOIN positions p ON p.account_id = v.account_id WHERE p.quantity <> 0
        UNION ALL SELECT d.account_id, 'deposits', 'USD', CAST(SUM(d.credit) AS BIGINT), 0, 0, 0, 0, NULL, 0
        FROM v JOIN deposits d ON d.account_id = v.account_id WHERE d.status = 1 GROUP BY d.account_id
        UNION ALL SELECT d.account_id, 'deposits', 'USD', CAST(SUM(d.booked) AS BIGINT), 0, 0, 0, 0, NULL, 0
        FROM v JOIN chain_deposits d ON d.account_id = v.account_id WHERE d.status = 1 AND d.release_id IS NULL
        GROUP BY d.account_id
        UNION ALL SELECT r.account_id, 'deposits', 'USD', CAST(SUM(r.credit) AS BIGINT), 0, 0, 0, 0, NULL, 0
        FROM v JOIN suspense_releases r ON r.account_id = v.account_id GROUP BY r.account_id
        UNION ALL SELECT w.account_id, 'withdrawals', 'USD', CAST(SUM(w.debit_fee - w.debit) AS BIGINT), 0, 0, 0,
            0, NULL, 0
        FROM v JOIN withdrawals w ON w.account_id = v.account_id WHERE w.status IN (1, 5) GROUP BY w.account_id";
    /// Accounts with open positions, and those whose wallets were posted in journals from $1 on, that have no point
    /// since $2. The positions are read through once an hour: an index of the open ones would be a page more to
    /// write for almost every order.
    DUE: "SELECT a.account_id FROM
        (SELECT account_id FROM positions WHERE quantity <> 0
            UNION SELECT account_id FROM postings WHERE journal_id >= $1 AND balance_after IS NOT NULL) a
        WHERE NOT EXISTS (SELECT 1 FROM equity_points e WHERE e.account_id = a.account_id AND e.at >= $2)
        ORDER BY a.account_id";
    PROGRESS: "SELECT taken_until, thinned_until FROM equity_progress";
    SET_TAKEN: "UPDATE equity_progress SET taken_until = $1 WHERE taken_until < $1";
    SET_THINNED: "UPDATE equity_progress SET thinned_until = $1 WHERE thinned_until < $1";
    FIRST: "SELECT MIN(at) FROM equity_points WHERE at >= $1 AND at < $2";
    /// Points from $1 to $2 that are not the last of their account before $3.
    THIN: "DELETE FROM equity_points WHERE (account_id, at) IN
        (SELECT e.account_id, e.at FROM equity_points e WHERE e.at >= $1 AND e.at < $2 AND EXISTS
            (SELECT 1 FROM equity_points l WHERE l.account_id = e.account_id AND l.at > e.at AND l.at < $3) LIMIT $4)";
    STORE("iiii"): "INSERT INTO equity_points (account_id, at, equity, contributed) {rows}
        ON CONFLICT (account_id, at) DO NOTHING";
    BEFORE: "SELECT equity, contributed FROM equity_points WHERE account_id = $1 AND at < $2
        ORDER BY at DESC LIMIT 1";
    CURVE: "SELECT at, equity FROM equity_points WHERE account_id = $1 ORDER BY at";
}

record! {
    struct Row {
        account_id: i64,
        kind: String,
        currency: String,
        amount: i64,
        cost: i64,
        multiplier: i64,
        instrument_id: i64,
        direction: i64,
        /// For a position on margin, the wallet of its margin.
        wallet: Option<String>,
        /// For a position, the time of its last change.
        updated_at: i64,
    }
}

/// The fields of a position on margin that its value depends on.
#[derive(Clone, Copy, Debug)]
struct OnMargin {
    instrument: InstrumentId,
    direction: Direction,
    quantity: Quantity,
    entry: Money,
    wallet: Wallet,
}

impl OnMargin {
    /// The profit of closing it now; zero without a quote.
    fn unrealized(&self, pricing: &Pricing) -> Money {
        let terms = pricing.market.catalog.get(self.instrument).and_then(|instrument| pricing.marking(instrument).ok());
        let gained = terms.and_then(|terms| terms.unrealized(self.direction, self.quantity, self.entry).ok());
        gained.unwrap_or(Money::zero(self.wallet.currency()))
    }
}

/// An owned position in an instrument.
#[derive(Clone, Copy, Debug)]
struct Owned {
    instrument: InstrumentId,
    quantity: Quantity,
    multiplier: Multiplier,
    cost: Money,
    updated_at: UnixMillis,
}

impl Owned {
    /// Valued at the newest price. After a split, the position and the price may be in different shares for a while, so
    /// the price is converted.
    fn holding(&self, pricing: &Pricing) -> Result<Holding, MoneyError> {
        let market = &pricing.market;
        let mark = market.latest(self.instrument).map(|tick| {
            market.corporate_actions.in_shares_of(self.instrument, tick.last, tick.received_time, self.updated_at)
        });
        let worth = |mark| self.multiplier.value(mark, self.quantity, self.cost.currency, Rounding::HalfAway);
        Ok(Holding::Owned { cost: self.cost, value: mark.map(worth).transpose()? })
    }
}

/// The holdings of an account, not yet valued.
#[derive(Clone, Debug, Default)]
pub struct Estate {
    cash: Vec<Money>,
    owned: Vec<Owned>,
    on_margin: Vec<OnMargin>,
    /// Cents paid in, less cents taken out.
    contributed: i64,
}

impl Estate {
    /// The value at the newest prices, and the equity point of it. A position on margin without a quote counts as zero.
    pub fn valued(&self, pricing: &Pricing, rates: &[Rate]) -> Result<(Worth, Equity), MoneyError> {
        let owned = |owned: &Owned| owned.holding(pricing);
        let on_margin = |position: &OnMargin| Ok(Holding::OnMargin { unrealized: position.unrealized(pricing) });
        let holdings = self.owned.iter().map(owned).chain(self.on_margin.iter().map(on_margin));
        let holdings: Vec<Holding> = holdings.collect::<Result<_, _>>()?;
        let worth = Worth::of(&self.cash, &holdings, rates)?;
        let contributed = Money::new(self.contributed, REPORTING);
        Ok((worth, Equity { total: worth.total()?, contributed }))
    }
}

/// One row of an account's holdings.
enum Part {
    Cash(Money),
    Owned(Owned),
    OnMargin(OnMargin),
    /// Cents.
    Contributed(i64),
}

struct PartOf(AccountId, Part);

impl TryFrom<Row> for PartOf {
    type Error = DbError;

    fn try_from(row: Row) -> Result<Self, DbError> {
        let corrupt = |column, value: &str| DbError::Corrupt { column, value: value.to_owned() };
        let currency: Currency = row.currency.parse().map_err(|_| corrupt("balances.currency", &row.currency))?;
        let (quantity, money) = (Quantity::from_units(row.amount), |minor| Money::new(minor, currency));
        let instrument = InstrumentId(row.instrument_id);
        let part = match (row.kind.as_str(), &row.wallet) {
            ("cash", _) => Part::Cash(money(row.amount)),
            ("position", None) => {
                let (cost, updated_at) = (money(row.cost), UnixMillis(row.updated_at));
                let multiplier = Multiplier::from_units(row.multiplier);
                let multiplier =
                    multiplier.ok_or_else(|| corrupt("positions.multiplier", &row.multiplier.to_string()))?;
                Part::Owned(Owned { instrument, quantity, multiplier, cost, updated_at })
            }
            ("position", Some(code)) => {
                let direction = Direction::from_code(row.direction);
                let direction = direction.ok_or_else(|| corrupt("positions.direction", &row.direction.to_string()))?;
                let wallet = code.parse().map_err(|_| corrupt("positions.margin_wallet", code))?;
                Part::OnMargin(OnMargin { instrument, direction, quantity, entry: money(row.cost), wallet })
            }
            _ => Part::Contributed(row.amount),
        };
        Ok(Self(AccountId(row.account_id), part))
    }
}

/// The name of an account's holding rows in operators' messages.
const HOLDING: &str = "holding";

/// The holdings of an account; empty if it never had any.
///
/// # Errors
/// Also if one of its rows cannot be read.
pub async fn load(on: &mut impl Session, account: AccountId) -> Result<Estate, DbError> {
    let input = Rows::default().int([account.0]);
    let parts = rows::read::<Row, PartOf>(on, HOLDING, HOLDINGS, input).await?;
    Ok(estates(parts)?.remove(&account).unwrap_or_default())
}

/// The holdings of `accounts`, without those that have an unreadable row: they are put aside.
async fn load_readable(on: &mut impl Session, accounts: &[AccountId]) -> Result<HashMap<AccountId, Estate>, DbError> {
    let input = Rows::default().int(accounts.iter().map(|account| account.0));
    let (parts, unread) = rows::each::<Row, PartOf>(on, HOLDING, HOLDINGS, input).await?;
    let mut found = estates(parts)?;
    for row in &unread {
        on.aside().put(row);
        row.name.account.and_then(|account| found.remove(&account));
    }
    Ok(found)
}

fn estates(parts: Vec<PartOf>) -> Result<HashMap<AccountId, Estate>, DbError> {
    let mut estates: HashMap<AccountId, Estate> = HashMap::new();
    for PartOf(account, part) in parts {
        let estate = estates.entry(account).or_default();
        match part {
            Part::Cash(money) => estate.cash.push(money),
            Part::Owned(owned) => estate.owned.push(owned),
            Part::OnMargin(position) => estate.on_margin.push(position),
            Part::Contributed(cents) => {
                let sum = estate.contributed.checked_add(cents);
                let corrupt = || DbError::Corrupt { column: "deposits.credit", value: format!("of account {account}") };
                estate.contributed = sum.ok_or_else(corrupt)?;
            }
        }
    }
    Ok(estates)
}

/// The account at the start of the trading day: its first point of that day, which is taken within the first hour, or
/// else the last one before. Zero for a younger account.
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
    let found = fetch_all!(on, (i64, i64), CURVE, account.0)?;
    let points: Vec<_> =
        found.into_iter().map(|(at, equity)| (UnixMillis(at), Money::new(equity, REPORTING))).collect();
    Ok(stepped(&points, now.plus(-HOURLY_FOR)))
}

/// The curve with a point before each point that follows a gap: in the gap the value did not change.
fn stepped(points: &[(UnixMillis, Money)], hourly_from: UnixMillis) -> Vec<(UnixMillis, Money)> {
    let mut curve: Vec<(UnixMillis, Money)> = Vec::with_capacity(points.len());
    for (at, equity) in points {
        let step = if *at >= hourly_from { UnixMillis::HOUR } else { UnixMillis::DAY };
        if let Some((before, worth)) = curve.last().copied()
            && at.since(before) > 2 * step
        {
            curve.push((at.plus(-step), worth));
        }
        curve.push((*at, *equity));
    }
    curve
}

/// Maintains the curves: takes points, and thins out old ones.
#[derive(Clone, Debug)]
pub struct Keeper {
    pub db: Db,
    pub clock: Clock,
    pub pricing: Arc<Pricing>,
}

impl Keeper {
    /// Takes the points of each hour as it begins, until the term ends.
    pub fn start(self, supervisor: &Supervisor) {
        let every = supervisor.every(LOOK_EVERY);
        supervisor.spawn("equity", async move {
            let mut done = None;
            while every.next().await {
                let hour = hour_of(self.clock.now());
                if done == Some(hour) {
                    continue;
                }
                let both = async {
                    self.take_points(hour).await?;
                    self.thin_out(hour).await
                };
                match both.await {
                    Ok(()) => done = Some(hour),
                    Err(error) => tracing::error!(%error, "equity points could not be taken; they are tried again"),
                }
            }
        });
    }

    /// Takes a point of every account whose value may differ from its last point, and that has none since `hour` began.
    pub async fn take_points(&self, hour: UnixMillis) -> Result<(), DbError> {
        let mut reader = self.db.read().await?;
        let (taken_until, _) = fetch_one!(&mut reader, (i64, i64), PROGRESS)?;
        let first_journal = Ids::first_at(UnixMillis(taken_until));
        let due: Vec<AccountId> = fetch_readable!(&mut reader, HOLDING, OfAccount, DUE, first_journal, hour.0)?;
        let rates = rates::in_force(&mut reader, &self.pricing.market, self.clock.now()).await?;
        drop(reader);
        for accounts in due.chunks(ACCOUNTS_A_BATCH) {
            let estates = self.estates(accounts).await?;
            self.store(&estates, &rates).await?;
        }
        let mut tx = self.db.begin().await?;
        execute!(&mut tx, SET_TAKEN, hour.0)?;
        tx.commit().await
    }

    /// The holdings of accounts. If they cannot be computed for all at once, each is tried by itself.
    async fn estates(&self, accounts: &[AccountId]) -> Result<HashMap<AccountId, Estate>, DbError> {
        match load_readable(&mut self.db.read().await?, accounts).await {
            Err(error) if error.is_unreadable() => {}
            loaded => return loaded,
        }
        let mut found = HashMap::new();
        for account in accounts {
            match load_readable(&mut self.db.read().await?, &[*account]).await {
                Err(why) if why.is_unreadable() => {
                    self.db.aside().put(&UnreadRow::of_account(HOLDING, *account, why));
                }
                loaded => found.extend(loaded?),
            }
        }
        Ok(found)
    }

    /// Keeps one point a day of the days that ended more than a month before `now`. A day is thinned out once.
    pub async fn thin_out(&self, now: UnixMillis) -> Result<(), DbError> {
        let until = day_of(now.plus(-HOURLY_FOR)).0;
        let mut reader = self.db.read().await?;
        let (_, thinned_until) = fetch_one!(&mut reader, (i64, i64), PROGRESS)?;
        drop(reader);
        let mut day = thinned_until.max(0);
        // Days without points are skipped.
        while let (Some(first),) = fetch_one!(&mut self.db.read().await?, (Option<i64>,), FIRST, day, until)? {
            day = day_of(UnixMillis(first)).0;
            let next = day + UnixMillis::DAY;
            for hour in 0..UnixMillis::DAY / UnixMillis::HOUR {
                while self.delete_some(day + hour * UnixMillis::HOUR, next).await? > 0 {}
            }
            day = next;
            let mut tx = self.db.begin().await?;
            execute!(&mut tx, SET_THINNED, day)?;
            tx.commit().await?;
        }
        Ok(())
    }

    async fn delete_some(&self, hour: i64, day_ends: i64) -> Result<u64, DbError> {
        let mut tx = self.db.begin().await?;
        let deleted = execute!(&mut tx, THIN, hour, hour + UnixMillis::HOUR, day_ends, THINNED_AT_ONCE)?;
        tx.commit().await?;
        Ok(deleted)
    }

    async fn store(&self, estates: &HashMap<AccountId, Estate>, rates: &[Rate]) -> Result<(), DbError> {
        let valued = estates.iter().filter_map(|(account, estate)| match estate.valued(&self.pricing, rates) {
            Ok((_, equity)) => Some((account.0, equity)),
            Err(error) => {
                tracing::error!(%error, account = account.0, "an account could not be valued");
                None
            }
        });
        let points: Vec<(i64, Equity)> = valued.collect();
        let now = self.clock.now();
        let input = Rows::default()
            .int(points.iter().map(|(account, _)| *account))
            .int(points.iter().map(|_| now.0))
            .int(points.iter().map(|(_, equity)| equity.total.minor))
            .int(points.iter().map(|(_, equity)| equity.contributed.minor));
        let mut tx = self.db.begin().await?;
        rows::execute(&mut tx, STORE, input).await?;
        tx.commit().await
    }
}

fn hour_of(now: UnixMillis) -> UnixMillis {
    UnixMillis(now.0 - now.0.rem_euclid(UnixMillis::HOUR))
}

const fn day_of(at: UnixMillis) -> UnixMillis {
    UnixMillis(at.0 - at.0.rem_euclid(UnixMillis::DAY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_of_the_curve_is_level() {
        let cents = |cents| Money::new(cents, REPORTING);
        let at = |hours: i64| UnixMillis(hours * UnixMillis::HOUR);
        let points =
            [(at(0), cents(1)), (at(24), cents(2)), (at(240), cents(3)), (at(241), cents(4)), (at(300), cents(5))];
        let expected = [
            (at(0), cents(1)),
            (at(24), cents(2)),
            (at(239), cents(2)),
            (at(240), cents(3)),
            (at(241), cents(4)),
            (at(299), cents(4)),
            (at(300), cents(5)),
        ];
        assert_eq!(stepped(&points, at(200)), expected);
    }
}
