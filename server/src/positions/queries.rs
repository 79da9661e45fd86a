//! What customers read of their positions.

use std::collections::{BTreeSet, HashMap};

use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, InstrumentId, PositionId};
use plumbline_core::money::Currency;
use plumbline_core::orders::Side;
use plumbline_core::positions::{Direction, Position, PositionKey};
use plumbline_core::products::Financing;
use plumbline_core::time::UnixMillis;

use super::store::PositionRecord;
use crate::db::{DbError, RowName, Session, rows, rows::Rows};
use crate::http::Page;
use crate::ids::Ids;
use crate::{fetch_all, fetch_each, fetch_one, fetch_optional, record, statements};

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
    /// The last night for which each open position was charged.
    LAST_NIGHTS: "SELECT n.account_id, n.instrument_id, n.direction, MAX(n.night) AS night FROM financing n
        JOIN positions p ON p.account_id = n.account_id AND p.instrument_id = n.instrument_id
            AND p.direction = n.direction AND p.quantity <> 0
        GROUP BY n.account_id, n.instrument_id, n.direction";
    LAST_NIGHTS_OF("i"): "SELECT n.account_id, n.instrument_id, n.direction, MAX(n.night) AS night FROM financing n
        JOIN positions p ON p.account_id = n.account_id AND p.instrument_id = n.instrument_id
            AND p.direction = n.direction AND p.quantity <> 0
        WHERE n.account_id IN ({rows})
        GROUP BY n.account_id, n.instrument_id, n.direction";
    PAIR_OF: "SELECT instrument_id FROM positions WHERE id = $1";
    /// What was traded of a position after a moment, on one side ($4) less the other.
    TRADED_AFTER: "SELECT CAST(COALESCE(SUM(CASE WHEN side = $4 THEN quantity ELSE -quantity END), 0) AS BIGINT) FROM fills
        WHERE account_id = $1 AND position_id = $2 AND created_at > $3";
    /// What is owned at prices in a currency, and what was sold of it since a moment.
    OWNED_IN: "SELECT * FROM positions
        WHERE account_id = $1 AND currency = $2 AND margin_wallet IS NULL AND (quantity <> 0 OR updated_at >= $3)";
    /// Of each position, what was bought less what was sold at ticks of a trading day: the quantity, the money paid
    /// (negative: received), and the fees. A fill is made after its tick, so the ticks of earlier fills need not be looked
    /// up: `first_id` is the least id of that time.
    TRADED("iiii"): "WITH v(account_id, instrument_id, began, first_id) AS ({rows}),
        made(id) AS (
            SELECT f.id FROM v
            JOIN postings p ON p.account_id = v.account_id AND p.balance_after IS NOT NULL AND p.line = 0
                 AND p.journal_id >= v.first_id
            JOIN journals j ON j.id = p.journal_id
            JOIN fills f ON f.id = j.cause_id AND f.journal_id = j.id AND f.instrument_id = v.instrument_id
                 AND f.created_at >= v.began
            JOIN ticks t ON t.feed = f.feed AND t.epoch = f.tick_epoch AND t.seq = f.tick_seq
                 AND t.instrument_id = f.instrument_id
            WHERE t.exchange_time >= v.began
            UNION ALL
            SELECT f.id FROM v
            JOIN fills f ON f.account_id = v.account_id AND f.received = 0 AND f.fees = 0
                 AND f.journal_id >= v.first_id AND f.instrument_id = v.instrument_id AND f.created_at >= v.began
            JOIN ticks t ON t.feed = f.feed AND t.epoch = f.tick_epoch AND t.seq = f.tick_seq
                 AND t.instrument_id = f.instrument_id
            WHERE t.exchange_time >= v.began)
        SELECT f.position_id,
               CAST(SUM(CASE WHEN f.side = 0 THEN f.quantity ELSE -f.quantity END) AS BIGINT),
               CAST(SUM(CASE WHEN f.side = 0 THEN f.value ELSE -f.value END) AS BIGINT),
               CAST(SUM(f.fees) AS BIGINT)
        FROM made JOIN fills f ON f.id = made.id GROUP BY f.position_id";
}

record! {
    struct ChargedRow {
        account_id: i64,
        instrument_id: i64,
        direction: i64,
        night: i64,
    }
}

/// A position, and the last night for which it was charged.
struct Charged(PositionKey, UnixMillis);

impl TryFrom<ChargedRow> for Charged {
    type Error = DbError;

    fn try_from(row: ChargedRow) -> Result<Self, DbError> {
        let ChargedRow { account_id, instrument_id, direction, night } = row;
        let corrupt = || DbError::Corrupt { column: "financing.direction", value: direction.to_string() };
        let direction = Direction::from_code(direction).ok_or_else(corrupt)?;
        let key = PositionKey { account: AccountId(account_id), instrument: InstrumentId(instrument_id), direction };
        Ok(Self(key, UnixMillis(night)))
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

/// The last nights for which positions were charged, and the names of those that cannot be read, whose accounts are put
/// aside.
pub type LastNights = (HashMap<PositionKey, UnixMillis>, Vec<RowName>);

/// The last night for which each open position on margin was charged; none for one that never was.
pub async fn last_nights(on: &mut impl Session) -> Result<LastNights, DbError> {
    let (found, unread) = fetch_each!(on, Financing::NAME, ChargedRow, LAST_NIGHTS)?;
    Ok((nights(found), on.aside().put_all(&unread)))
}

/// The last night for which each open position on margin of some accounts was charged.
pub async fn last_nights_of(on: &mut impl Session, accounts: &BTreeSet<AccountId>) -> Result<LastNights, DbError> {
    let input = Rows::default().int(accounts.iter().map(|account| account.0));
    let (found, unread) = rows::each::<ChargedRow, _>(on, Financing::NAME, LAST_NIGHTS_OF, input).await?;
    Ok((nights(found), on.aside().put_all(&unread)))
}

fn nights(found: Vec<Charged>) -> HashMap<PositionKey, UnixMillis> {
    found.into_iter().map(|Charged(position, night)| (position, night)).collect()
}

/// The pair of a position that cannot be read, by its id; `None` if that cannot be either.
pub async fn pair_of(on: &mut impl Session, position: Option<i64>) -> Option<InstrumentId> {
    let found: Option<(i64,)> = fetch_optional!(on, (i64,), PAIR_OF, position?).ok().flatten();
    found.map(|(instrument,)| InstrumentId(instrument))
}

/// What was traded of a position after a moment, on `side` less on the other, in units of 10⁻⁸.
pub async fn traded_after(
    on: &mut impl Session,
    position: &Position,
    side: Side,
    moment: UnixMillis,
) -> Result<i64, DbError> {
    let (account, id) = (position.key.account.0, position.id.0);
    let (traded,) = fetch_one!(on, (i64,), TRADED_AFTER, account, id, moment.0, side.code())?;
    Ok(traded)
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
