//! What customers read of their positions.

use std::collections::{BTreeSet, HashMap};

use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, InstrumentId, PositionId};
use plumbline_core::money::Currency;
use plumbline_core::positions::{Direction, Position, PositionKey, PositionRef};
use plumbline_core::products::Night;
use plumbline_core::time::UnixMillis;

use super::store::PositionRecord;
use crate::db::queue::{Part, Read};
use crate::db::{DbError, RowName, Session, rows, rows::Rows};
use crate::http::Page;
use crate::ids::Ids;
use crate::{fetch_all, fetch_each, fetch_one, fetch_optional, fetch_part, statements};

statements! {
    OPEN: "SELECT p.* FROM positions p JOIN instruments i ON i.id = p.instrument_id
        WHERE p.account_id = $1 AND p.quantity <> 0 AND ($2 = '' OR i.market = $2)
        ORDER BY p.opened_at DESC, p.id DESC LIMIT $3 OFFSET $4";
    COUNT_OPEN: "SELECT COUNT(*) FROM positions p JOIN instruments i ON i.id = p.instrument_id
        WHERE p.account_id = $1 AND p.quantity <> 0 AND ($2 = '' OR i.market = $2)";
    FIND: "SELECT * FROM positions WHERE id = $1 AND account_id = $2";
    OF_INSTRUMENT: "SELECT * FROM positions WHERE account_id = $1 AND instrument_id = $2 ORDER BY direction";
    /// All that is open on margin, of all customers.
    ON_MARGIN: "SELECT * FROM positions WHERE margin_wallet IS NOT NULL AND quantity <> 0";
    ON_MARGIN_OF("i"): "SELECT * FROM positions
        WHERE account_id IN ({rows}) AND margin_wallet IS NOT NULL AND quantity <> 0";
    /// Of pairs the positions that owe a night, and of contracts those that owe a recorded settlement, or that are open
    /// after the last one.
    OWING: "SELECT p.id, p.account_id, p.instrument_id, p.direction, p.margin_wallet,
            CASE WHEN p.basis IS NULL THEN CAST($1 AS BIGINT) ELSE (SELECT MAX(s.settled_at) FROM settlements s
                WHERE s.instrument_id = p.instrument_id AND s.settled_at <= $2) END AS until,
            CAST(CASE WHEN EXISTS (SELECT 1 FROM settlements s WHERE p.basis IS NOT NULL
                AND s.instrument_id = p.instrument_id AND s.closes = 1) THEN 1 ELSE 0 END AS BIGINT) AS closes
        FROM positions p
        WHERE p.margin_wallet IS NOT NULL AND p.quantity <> 0 AND (p.basis IS NULL AND p.charged_until < $1
            OR p.basis IS NOT NULL AND EXISTS (SELECT 1 FROM settlements s WHERE s.instrument_id = p.instrument_id
                AND (s.settled_at > p.charged_until OR s.closes = 1) AND s.settled_at <= $2))
        ORDER BY p.charged_until, p.id LIMIT $3 OFFSET $4";
    RECORDED: "SELECT instrument_id, MAX(night) AS last, CAST(NULL AS BIGINT) AS charged_until FROM nights
            WHERE night <= $1 GROUP BY instrument_id
        UNION ALL
        SELECT instrument_id, MAX(settled_at) AS last, CAST(NULL AS BIGINT) AS charged_until FROM settlements
            WHERE settled_at <= $1 GROUP BY instrument_id
        UNION ALL
        SELECT instrument_id, CAST(NULL AS BIGINT) AS last, MIN(charged_until) AS charged_until FROM positions
            WHERE margin_wallet IS NOT NULL AND quantity <> 0 GROUP BY instrument_id";
    /// What is owned at prices in a currency, and what was sold of it since a moment.
    OWNED_IN: "SELECT * FROM positions
        WHERE account_id = $1 AND currency = $2 AND margin_wallet IS NULL AND (quantity <> 0 OR updated_at >= $3)";
    /// Of each position, what was bought less what was sold at prices of a trading day: the quantity, the money paid
    /// (negative: received), and the fees. A fill is made after its price, so earlier fills need not be looked at:
    /// `first_id` is the least id of that time.
    TRADED("iiii"): "WITH v(account_id, instrument_id, began, first_id) AS ({rows}),
        made(id) AS (
            SELECT f.id FROM v
            JOIN postings p ON p.account_id = v.account_id AND p.balance_after IS NOT NULL AND p.line = 0
                 AND p.journal_id >= v.first_id
            JOIN journals j ON j.id = p.journal_id
            JOIN fills f ON f.id = j.cause_id AND f.journal_id = j.id AND f.instrument_id = v.instrument_id
                 AND f.created_at >= v.began
            WHERE f.priced_at >= v.began
            UNION ALL
            SELECT f.id FROM v
            JOIN fills f ON f.account_id = v.account_id AND f.received = 0 AND f.fees = 0
                 AND f.journal_id >= v.first_id AND f.instrument_id = v.instrument_id AND f.created_at >= v.began
            WHERE f.priced_at >= v.began)
        SELECT f.position_id,
               CAST(SUM(CASE WHEN f.side = 0 THEN f.quantity ELSE -f.quantity END) AS BIGINT),
               CAST(SUM(CASE WHEN f.side = 0 THEN f.value ELSE -f.value END) AS BIGINT),
               CAST(SUM(f.fees) AS BIGINT)
        FROM made JOIN fills f ON f.id = made.id GROUP BY f.position_id";
}

#[derive(Debug, sqlx::FromRow)]
struct OwingRow {
    account_id: i64,
    instrument_id: i64,
    direction: i64,
    margin_wallet: String,
    until: i64,
    closes: i64,
}

#[derive(Debug, sqlx::FromRow)]
struct RecordedRow {
    instrument_id: i64,
    last: Option<i64>,
    charged_until: Option<i64>,
}

/// A position that owes a night or a settlement.
#[derive(Clone, Copy, Debug)]
pub struct Owing {
    pub at: PositionRef,
    /// The newest night or settlement.
    pub until: UnixMillis,
    /// True if the contract has ended with that settlement.
    pub closes: bool,
}

impl TryFrom<OwingRow> for Owing {
    type Error = DbError;

    fn try_from(row: OwingRow) -> Result<Self, DbError> {
        let OwingRow { account_id, instrument_id, direction, margin_wallet, until, closes } = row;
        let corrupt = || DbError::Corrupt { column: "positions.direction", value: direction.to_string() };
        let direction = Direction::from_code(direction).ok_or_else(corrupt)?;
        let wallet = margin_wallet
            .parse()
            .map_err(|_| DbError::Corrupt { column: "positions.margin_wallet", value: margin_wallet })?;
        let key = PositionKey { account: AccountId(account_id), instrument: InstrumentId(instrument_id), direction };
        Ok(Self { at: PositionRef { key, wallet }, until: UnixMillis(until), closes: closes != 0 })
    }
}

/// Open positions, newest first; an empty `market` means all.
pub async fn open(
    on: &mut impl Session,
    account: AccountId,
    market: &str,
    page: Page,
) -> Result<(Vec<Position>, i64), DbError> {
    let found = fetch_all!(on, PositionRecord, OPEN, account.0, market, page.size(), page.offset())?;
    let total: (i64,) = fetch_one!(on, (i64,), COUNT_OPEN, account.0, market)?;
    Ok((found.into_iter().map(Position::try_from).collect::<Result<_, _>>()?, total.0))
}

pub async fn find(on: &mut impl Session, account: AccountId, id: PositionId) -> Result<Option<Position>, DbError> {
    fetch_optional!(on, PositionRecord, FIND, id.0, account.0)?.map(Position::try_from).transpose()
}

/// What an account has or had of an instrument: one position, or two on margin.
pub async fn of_instrument(
    on: &mut impl Session,
    account: AccountId,
    instrument: InstrumentId,
) -> Result<Vec<Position>, DbError> {
    let found = fetch_all!(on, PositionRecord, OF_INSTRUMENT, account.0, instrument.0)?;
    found.into_iter().map(Position::try_from).collect()
}

/// Open positions, and the names of those that cannot be read, whose accounts are put aside.
pub type Readable = (Vec<Position>, Vec<RowName>);

/// Every open position on margin of the venue.
pub async fn on_margin(on: &mut impl Session) -> Result<Readable, DbError> {
    let (found, unread) = fetch_each!(on, Position::NAME, PositionRecord, ON_MARGIN)?;
    Ok((found, on.aside().put_all(&unread)))
}

/// The open positions on margin of some accounts.
pub async fn on_margin_of(on: &mut impl Session, accounts: &BTreeSet<AccountId>) -> Result<Readable, DbError> {
    let input = Rows::default().int(accounts.iter().map(|account| account.0));
    let (found, unread) = rows::each::<PositionRecord, _>(on, Position::NAME, ON_MARGIN_OF, input).await?;
    Ok((found, on.aside().put_all(&unread)))
}

/// A part of the open positions on margin that owe the newest night, or a settlement by `now`; the accounts of those that
/// cannot be read are put aside.
pub async fn owing(
    on: &mut impl Session,
    (night, now): (UnixMillis, UnixMillis),
    part: Part,
) -> Result<Read<Owing>, DbError> {
    fetch_part!(on, Position::NAME, OwingRow, OWING, part, night.0, now.0)
}

/// How far nights of a pair are recorded, and charged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recorded {
    /// The last recorded night; `None` if there is none.
    pub last: Option<UnixMillis>,
    /// The moment until which all open positions have been charged; `None` if there are none.
    pub charged_until: Option<UnixMillis>,
}

/// How far nights are recorded and charged, of each pair that has a night or an open position.
pub async fn recorded(on: &mut impl Session, now: UnixMillis) -> Result<HashMap<InstrumentId, Recorded>, DbError> {
    let mut recorded: HashMap<InstrumentId, Recorded> = HashMap::new();
    // What cannot be read of a pair counts as nothing: its newest night is recorded all the same.
    let (found, _) = fetch_each!(on, Night::NAME, RecordedRow, RECORDED, now.0)?;
    for RecordedRow { instrument_id, last, charged_until } in found {
        let known = recorded.entry(InstrumentId(instrument_id)).or_default();
        known.last = known.last.or(last.map(UnixMillis));
        known.charged_until = known.charged_until.or(charged_until.map(UnixMillis));
    }
    Ok(recorded)
}

/// What an account owns at prices in `currency`, and what it sold the last of since `sold_since`.
pub async fn owned_in(
    on: &mut impl Session,
    account: AccountId,
    currency: Currency,
    sold_since: UnixMillis,
) -> Result<Vec<Position>, DbError> {
    let found = fetch_all!(on, PositionRecord, OWNED_IN, account.0, currency.code(), sold_since.0)?;
    found.into_iter().map(Position::try_from).collect()
}

/// What an account traded of a position in a trading day.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traded {
    /// Bought less sold, in units of 10⁻⁸.
    pub quantity: i64,
    /// Paid less received without fees, in minor units of the contract's currency.
    pub paid: i64,
    /// In minor units of the wallet's currency.
    pub fees: i64,
}

/// Of the positions in some instruments, each since its trading day began; what was not traded is absent.
pub async fn traded_since(
    on: &mut impl Session,
    account: AccountId,
    began: &[(InstrumentId, UnixMillis)],
) -> Result<HashMap<PositionId, Traded>, DbError> {
    let input = Rows::default()
        .int(began.iter().map(|_| account.0))
        .int(began.iter().map(|(instrument, _)| instrument.0))
        .int(began.iter().map(|(_, began)| began.0))
        .int(began.iter().map(|(_, began)| Ids::first_at(*began)));
    let found: Vec<(i64, i64, i64, i64)> = rows::fetch(on, TRADED, input).await?;
    let traded = |(id, quantity, paid, fees)| (PositionId(id), Traded { quantity, paid, fees });
    Ok(found.into_iter().map(traded).collect())
}
