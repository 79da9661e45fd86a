//! Positions, many at a time.

use std::collections::BTreeSet;

use plumbline_core::decimal::{Leverage, Price, Quantity};
use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, InstrumentId, PositionId};
use plumbline_core::ledger::Wallet;
use plumbline_core::money::{Currency, Money};
use plumbline_core::multiplier::Multiplier;
use plumbline_core::positions::{Direction, Margin, Position, PositionKey, Settled, Taken};
use plumbline_core::time::UnixMillis;

use super::PositionEvent;
use crate::db::{Batch, DbError, aside::count, aside::money, rows, rows::Rows};
use crate::writer::{Listings, Source, StoredRecord, Told};
use crate::{record, statements};

statements! {
    LOAD("iii"): "SELECT * FROM positions WHERE (account_id, instrument_id, direction) IN ({rows})";
    /// Another account's row, or a newer one, makes the version NULL and the batch fail.
    STORE("iiiiiiitiiiiitiiiiiiiiiiiiii"): "INSERT INTO positions
        (id, account_id, instrument_id, direction, quantity, held, cost, currency, fees, realized, opened_at,
         updated_at, version, margin_wallet, margin, initial_margin, leverage, halved, warned, charged_until,
         multiplier, basis, credited, settlement_price, called_at, taken_on, taken, refills) {rows}
        ON CONFLICT (id) DO UPDATE SET quantity = excluded.quantity, held = excluded.held, cost = excluded.cost,
            fees = excluded.fees, realized = excluded.realized, opened_at = excluded.opened_at,
            margin_wallet = excluded.margin_wallet, margin = excluded.margin,
            initial_margin = excluded.initial_margin, leverage = excluded.leverage, halved = excluded.halved,
            warned = excluded.warned, charged_until = excluded.charged_until, multiplier = excluded.multiplier,
            basis = excluded.basis, credited = excluded.credited, settlement_price = excluded.settlement_price,
            called_at = excluded.called_at, taken_on = excluded.taken_on, taken = excluded.taken,
            refills = excluded.refills,
            updated_at = excluded.updated_at, version = CASE WHEN positions.account_id = excluded.account_id
                AND positions.version < excluded.version THEN excluded.version END";
}

record! {
    /// A row of `positions`.
    pub struct PositionRecord {
        id: i64,
        account_id: i64,
        instrument_id: i64,
        direction: i64,
        quantity: i64,
        held: i64,
        cost: i64,
        currency: String,
        fees: i64,
        realized: i64,
        opened_at: i64,
        updated_at: i64,
        version: i64,
        margin_wallet: Option<String>,
        margin: Option<i64>,
        initial_margin: Option<i64>,
        leverage: Option<i64>,
        halved: Option<i64>,
        warned: Option<i64>,
        charged_until: Option<i64>,
        multiplier: i64,
        basis: Option<i64>,
        credited: Option<i64>,
        settlement_price: Option<i64>,
        called_at: Option<i64>,
        taken_on: Option<i64>,
        taken: Option<i64>,
        refills: Option<i64>,
    }
}

impl TryFrom<PositionRecord> for Position {
    type Error = DbError;

    fn try_from(row: PositionRecord) -> Result<Self, DbError> {
        let currency: Currency = row
            .currency
            .parse()
            .map_err(|_| DbError::Corrupt { column: "positions.currency", value: row.currency.clone() })?;
        let corrupt = |column, value: &dyn ToString| DbError::Corrupt { column, value: value.to_string() };
        money(&[
            ("positions.cost", row.cost),
            ("positions.fees", row.fees),
            ("positions.realized", row.realized),
            ("positions.margin", row.margin.unwrap_or_default()),
            ("positions.initial_margin", row.initial_margin.unwrap_or_default()),
            ("positions.basis", row.basis.unwrap_or_default()),
            ("positions.credited", row.credited.unwrap_or_default()),
            ("positions.taken", row.taken.unwrap_or_default()),
        ])?;
        // None of them is ever less than nothing.
        for (column, number) in [
            ("positions.quantity", Some(row.quantity)),
            ("positions.held", Some(row.held)),
            ("positions.margin", row.margin),
            ("positions.initial_margin", row.initial_margin),
            ("positions.leverage", row.leverage),
            ("positions.charged_until", row.charged_until),
            ("positions.settlement_price", row.settlement_price),
            ("positions.called_at", row.called_at),
            ("positions.taken_on", row.taken_on),
        ] {
            count(column, number.unwrap_or_default())?;
        }
        let margin = margin(&row, currency)?;
        let multiplier = Multiplier::from_units(row.multiplier);
        let multiplier = multiplier.ok_or_else(|| corrupt("positions.multiplier", &row.multiplier))?;
        let paid_in = margin.map_or(currency, |margin| margin.wallet.currency());
        let key = PositionKey {
            account: AccountId(row.account_id),
            instrument: InstrumentId(row.instrument_id),
            direction: Direction::from_code(row.direction)
                .ok_or_else(|| corrupt("positions.direction", &row.direction))?,
        };
        Ok(Position {
            id: PositionId(row.id),
            key,
            quantity: Quantity::from_units(row.quantity),
            held: Quantity::from_units(row.held),
            cost: Money::new(row.cost, currency),
            fees: Money::new(row.fees, paid_in),
            realized: Money::new(row.realized, paid_in),
            multiplier,
            margin,
            opened_at: UnixMillis(row.opened_at),
            updated_at: UnixMillis(row.updated_at),
            version: row.version,
        })
    }
}

/// `None` for what is owned.
fn margin(row: &PositionRecord, currency: Currency) -> Result<Option<Margin>, DbError> {
    let Some(code) = &row.margin_wallet else { return Ok(None) };
    let wallet: Wallet =
        code.parse().map_err(|_| DbError::Corrupt { column: "positions.margin_wallet", value: code.clone() })?;
    let money = |minor: Option<i64>| Money::new(minor.unwrap_or_default(), wallet.currency());
    let leverage = row.leverage.map_or(Leverage::ONE, Leverage::from_units);
    let (amount, initial) = (money(row.margin), money(row.initial_margin));
    let (halved, warned) = (row.halved == Some(1), row.warned == Some(1));
    let charged_until = row.charged_until.map(UnixMillis);
    let charged_until =
        charged_until.ok_or_else(|| DbError::Corrupt { column: "positions.charged_until", value: String::new() })?;
    let settled = row.basis.map(|basis| Settled {
        basis: Money::new(basis, currency),
        credited: money(row.credited),
        price: row.settlement_price.map(Price::from_units),
        called_at: row.called_at.map(UnixMillis),
        refills: row.refills != Some(0),
    });
    let taken = row.taken_on.map(|day| Taken { day, profit: money(row.taken) });
    Ok(Some(Margin { wallet, amount, initial, leverage, halved, warned, charged_until, settled, taken }))
}

fn settled(position: &Position) -> Option<Settled> {
    position.margin.and_then(|margin| margin.settled)
}

fn taken(position: &Position) -> Option<Taken> {
    position.margin.and_then(|margin| margin.taken)
}

impl StoredRecord<crate::Here> for Position {
    async fn load(from: &mut Source<'_>, keys: &BTreeSet<PositionKey>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default()
            .int(keys.iter().map(|key| key.account.0))
            .int(keys.iter().map(|key| key.instrument.0))
            .int(keys.iter().map(|key| key.direction.code()));
        rows::read::<PositionRecord, _>(from, Self::NAME, LOAD, input).await
    }

    async fn store(batch: &mut Batch, positions: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(positions.iter().map(|p| p.id.0))
            .int(positions.iter().map(|p| p.key.account.0))
            .int(positions.iter().map(|p| p.key.instrument.0))
            .int(positions.iter().map(|p| p.key.direction.code()))
            .int(positions.iter().map(|p| p.quantity.units()))
            .int(positions.iter().map(|p| p.held.units()))
            .int(positions.iter().map(|p| p.cost.minor))
            .text(positions.iter().map(|p| p.cost.currency.code()))
            .int(positions.iter().map(|p| p.fees.minor))
            .int(positions.iter().map(|p| p.realized.minor))
            .int(positions.iter().map(|p| p.opened_at.0))
            .int(positions.iter().map(|p| p.updated_at.0))
            .int(positions.iter().map(|p| p.version))
            .text(positions.iter().map(|p| p.margin.map(|margin| margin.wallet.code())))
            .int(positions.iter().map(|p| p.margin.map(|margin| margin.amount.minor)))
            .int(positions.iter().map(|p| p.margin.map(|margin| margin.initial.minor)))
            .int(positions.iter().map(|p| p.margin.map(|margin| margin.leverage.units())))
            .int(positions.iter().map(|p| p.margin.map(|margin| i64::from(margin.halved))))
            .int(positions.iter().map(|p| p.margin.map(|margin| i64::from(margin.warned))))
            .int(positions.iter().map(|p| p.margin.map(|margin| margin.charged_until.0)))
            .int(positions.iter().map(|p| p.multiplier.units()))
            .int(positions.iter().map(|p| settled(p).map(|settled| settled.basis.minor)))
            .int(positions.iter().map(|p| settled(p).map(|settled| settled.credited.minor)))
            .int(positions.iter().map(|p| settled(p).and_then(|settled| settled.price).map(Price::units)))
            .int(positions.iter().map(|p| settled(p).and_then(|settled| settled.called_at).map(|at| at.0)))
            .int(positions.iter().map(|p| taken(p).map(|taken| taken.day)))
            .int(positions.iter().map(|p| taken(p).map(|taken| taken.profit.minor)))
            .int(positions.iter().map(|p| settled(p).map(|settled| i64::from(settled.refills))));
        rows::store(batch, STORE, input).await
    }

    fn tell(&self, listings: &dyn Listings) -> Option<serde_json::Result<Told>> {
        let data = serde_json::to_string(&PositionEvent::of(self, listings));
        Some(data.map(|data| Told { account: self.key.account, topic: "positions", data }))
    }
}
