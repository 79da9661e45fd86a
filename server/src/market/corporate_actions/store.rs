//! Corporate actions in the database.

use jiff::civil::Date;
use plumbline_core::decimal::Price;
use plumbline_core::ids::{CorporateActionId, InstrumentId};
use plumbline_core::market::{ActionTerms, CorporateAction, SplitRatio, begin_of};
use plumbline_core::time::UnixMillis;

use crate::db::{Db, DbError, Session};
use crate::market::{Calendars, Catalog};
use crate::{execute, fetch_all, statements};

statements! {
    ALL: "SELECT id, instrument_id, kind, amount, currency, new_shares, old_shares, announced_at, ex_date, record_date,
            pay_date, source, applied_at
        FROM corporate_actions ORDER BY instrument_id, ex_date";
    /// An existing action of that ex date stays, and so does one that took the id: the caller tries again.
    ADD: "INSERT INTO corporate_actions (id, instrument_id, kind, amount, currency, new_shares, old_shares, announced_at,
            ex_date, record_date, pay_date, source)
        SELECT COALESCE(MAX(id), 0) + 1, CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS TEXT),
            CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT), CAST($8 AS TEXT), CAST($9 AS TEXT),
            CAST($10 AS TEXT), CAST($11 AS TEXT) FROM corporate_actions
        WHERE 1 = 1 ON CONFLICT DO NOTHING";
    /// Deletes only an action that nothing was done for yet.
    WITHDRAW: "DELETE FROM corporate_actions WHERE id = $1 AND applied_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM dividends d WHERE d.corporate_action_id = corporate_actions.id)
        AND NOT EXISTS (SELECT 1 FROM share_splits s WHERE s.corporate_action_id = corporate_actions.id)";
    APPLIED: "UPDATE corporate_actions SET applied_at = $2 WHERE id = $1 AND applied_at IS NULL";
}

/// An announced action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAction {
    pub instrument: InstrumentId,
    pub terms: ActionTerms,
    pub announced_at: UnixMillis,
    pub ex_date: Date,
    pub record_date: Date,
    pub pay_date: Date,
    pub source: String,
}

#[derive(Debug, sqlx::FromRow)]
struct Row {
    id: i64,
    instrument_id: i64,
    kind: String,
    amount: i64,
    currency: String,
    new_shares: i64,
    old_shares: i64,
    announced_at: i64,
    ex_date: String,
    record_date: String,
    pay_date: String,
    source: String,
    applied_at: Option<i64>,
}

impl Row {
    fn action(self, catalog: &Catalog, calendars: &Calendars) -> Result<CorporateAction, DbError> {
        let corrupt = |column, value: &str| DbError::Corrupt { column, value: value.to_owned() };
        let date = |column, value: &str| value.parse::<Date>().map_err(|_| corrupt(column, value));
        let ex_date = date("corporate_actions.ex_date", &self.ex_date)?;
        let pay_date = date("corporate_actions.pay_date", &self.pay_date)?;
        let instrument = InstrumentId(self.instrument_id);
        let hours = calendars.named(catalog.get(instrument).map_or("", |instrument| &instrument.calendar));
        Ok(CorporateAction {
            id: CorporateActionId(self.id),
            instrument,
            terms: self.terms()?,
            announced_at: UnixMillis(self.announced_at),
            ex_date,
            record_date: date("corporate_actions.record_date", &self.record_date)?,
            pay_date,
            ex_at: hours.quoted(ex_date).map_or_else(|| hours.span(ex_date).start, |(begins, _)| begins),
            pays_at: begin_of(pay_date, hours.zone()),
            source: self.source,
            applied_at: self.applied_at.map(UnixMillis),
        })
    }

    fn terms(&self) -> Result<ActionTerms, DbError> {
        let corrupt = |column, value: String| DbError::Corrupt { column, value };
        match self.kind.as_str() {
            ActionTerms::DIVIDEND => {
                let unknown = |_| corrupt("corporate_actions.currency", self.currency.clone());
                let currency = self.currency.parse().map_err(unknown)?;
                Ok(ActionTerms::Dividend { amount: Price::from_units(self.amount), currency })
            }
            ActionTerms::SPLIT => {
                let ratio = SplitRatio::new(self.new_shares, self.old_shares);
                ratio
                    .map(ActionTerms::Split)
                    .ok_or_else(|| corrupt("corporate_actions.new_shares", self.new_shares.to_string()))
            }
            other => Err(corrupt("corporate_actions.kind", other.to_owned())),
        }
    }
}

/// The actions of the database.
#[derive(Debug, Default)]
pub struct Stored {
    /// Grouped by instrument, in the order of their ex dates.
    pub actions: Vec<CorporateAction>,
    pub unreadable: Vec<Unreadable>,
}

/// A row that this version cannot read.
#[derive(Debug)]
pub struct Unreadable {
    pub id: CorporateActionId,
    pub instrument: InstrumentId,
    /// True if everything that it does on its ex date is done.
    pub is_applied: bool,
    pub why: DbError,
}

/// Every action. An unreadable row does not affect the others.
pub async fn all(on: &mut impl Session, catalog: &Catalog, calendars: &Calendars) -> Result<Stored, DbError> {
    let mut stored = Stored::default();
    for row in fetch_all!(on, Row, ALL)? {
        let (id, instrument) = (CorporateActionId(row.id), InstrumentId(row.instrument_id));
        let is_applied = row.applied_at.is_some();
        match row.action(catalog, calendars) {
            Ok(action) => stored.actions.push(action),
            Err(why) => stored.unreadable.push(Unreadable { id, instrument, is_applied, why }),
        }
    }
    Ok(stored)
}

/// Removes an action that nothing was done for. True if there was one.
pub async fn withdraw(db: &Db, id: CorporateActionId) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    let withdrawn = execute!(&mut tx, WITHDRAW, id.0)?;
    tx.commit().await?;
    Ok(withdrawn > 0)
}

/// Records actions, each unless its instrument has one with this ex date. Gives the number of new ones.
pub async fn add(db: &Db, actions: &[&NewAction]) -> Result<u64, DbError> {
    let (mut tx, mut added) = (db.begin().await?, 0);
    for action in actions {
        let (amount, currency, new, old) = match &action.terms {
            ActionTerms::Dividend { amount, currency } => (amount.units(), currency.code(), 0, 0),
            ActionTerms::Split(ratio) => (0, "", ratio.new_shares(), ratio.old_shares()),
        };
        let [ex, record, pay] = [action.ex_date, action.record_date, action.pay_date].map(|date| date.to_string());
        let (id, kind, announced) = (action.instrument.0, action.terms.code(), action.announced_at.0);
        let source = &action.source;
        added += execute!(&mut tx, ADD, id, kind, amount, currency, new, old, announced, &ex, &record, &pay, source)?;
    }
    tx.commit().await?;
    Ok(added)
}

/// Records that everything an action does on its ex date is done.
pub async fn applied(db: &Db, id: CorporateActionId, at: UnixMillis) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, APPLIED, id.0, at.0)?;
    tx.commit().await
}
