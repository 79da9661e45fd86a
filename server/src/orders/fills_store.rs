//! Fills with their fee lines and the ticks that they were made against.

use plumbline_core::market::Tick;
use plumbline_core::orders::{Fill, FillSource};
use plumbline_core::products::FeeLine;

use crate::db::levels::write_levels;
use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::statements;
use crate::writer::StoredRecord;

statements! {
    STORE_FILLS("iiiiitiiiiiiiittiiiiitiitiitit"): "INSERT INTO fills
        (id, order_id, account_id, instrument_id, position_id, wallet, side, price, quantity, value, fees, profit,
         cost, journal_id, fee_version, feed, tick_epoch, tick_seq, created_at, limit_price,
         conversion_instrument_id, conversion_feed, conversion_epoch, conversion_seq, currency, received, multiplier, source,
         priced_at, liquidity) {rows}";
    STORE_FEES("iitit"): "INSERT INTO fill_fees (fill_id, line, name, amount, rule) {rows}";
    STORE_TICKS("tiiiiittiit"): "INSERT INTO ticks
        (feed, epoch, seq, instrument_id, exchange_time, received_time, bids, asks, last, volume, session) {rows}
        ON CONFLICT (feed, epoch, seq, instrument_id) DO NOTHING";
}

impl StoredRecord<crate::Here> for Fill {
    async fn store(batch: &mut Batch, fills: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(fills.iter().map(|f| f.id.0))
            .int(fills.iter().map(|f| f.order.id.0))
            .int(fills.iter().map(|f| f.order.account.0))
            .int(fills.iter().map(|f| f.order.instrument.0))
            .int(fills.iter().map(|f| f.position.0))
            .text(fills.iter().map(|f| f.order.wallet.code()))
            .int(fills.iter().map(|f| f.side.code()))
            .int(fills.iter().map(|f| f.price.units()))
            .int(fills.iter().map(|f| f.quantity.units()))
            .int(fills.iter().map(|f| f.value.minor))
            .int(fills.iter().map(|f| f.fee_total.minor))
            .int(fills.iter().map(|f| f.profit.map(|profit| profit.minor)))
            .int(fills.iter().map(|f| f.cost.map(|cost| cost.minor)))
            .int(fills.iter().map(|f| f.journal.0))
            .text(fills.iter().map(|f| f.fee_version.as_str()))
            .text(fills.iter().map(|f| tick_of(f).map_or("", |tick| tick.feed.as_ref())))
            .int(fills.iter().map(|f| tick_of(f).map_or(0, |tick| tick.epoch)))
            .int(fills.iter().map(|f| tick_of(f).map_or(0, |tick| tick.seq)))
            .int(fills.iter().map(|f| f.time.0))
            .int(fills.iter().map(|f| f.limit.units()))
            .int(fills.iter().map(|f| converted_by(f).map(|tick| tick.instrument.0)))
            .text(fills.iter().map(|f| converted_by(f).map(|tick| tick.feed.as_ref())))
            .int(fills.iter().map(|f| converted_by(f).map(|tick| tick.epoch)))
            .int(fills.iter().map(|f| converted_by(f).map(|tick| tick.seq)))
            .text(fills.iter().map(|f| f.value.currency.code()))
            .int(fills.iter().map(|f| f.received.minor))
            .int(fills.iter().map(|f| f.multiplier.units()))
            .text(fills.iter().map(|f| f.source.code()))
            .int(fills.iter().map(|f| f.source.priced_at().0))
            .text(fills.iter().map(|f| f.liquidity.code()));
        rows::store(batch, STORE_FILLS, input).await?;
        store_fees(batch, fills).await?;
        store_ticks(batch, fills).await
    }
}

/// The tick that proves its price; `None` where another source does.
fn tick_of(fill: &Fill) -> Option<&Tick> {
    match &fill.source {
        FillSource::Tick(tick) => Some(tick),
        FillSource::Settlement(_) => None,
    }
}

/// The tick that converted its amounts into the wallet's currency.
fn converted_by(fill: &Fill) -> Option<&Tick> {
    fill.conversion.as_ref().map(|conversion| conversion.tick.as_ref())
}

async fn store_fees(batch: &mut Batch, fills: &[&Fill]) -> Result<(), DbError> {
    let lines: Vec<(i64, i64, &FeeLine)> =
        fills.iter().flat_map(|f| (0..).zip(&f.fees).map(|(line, fee)| (f.id.0, line, fee))).collect();
    let input = Rows::default()
        .int(lines.iter().map(|(fill, _, _)| *fill))
        .int(lines.iter().map(|(_, line, _)| *line))
        .text(lines.iter().map(|(_, _, fee)| fee.name.as_str()))
        .int(lines.iter().map(|(_, _, fee)| fee.amount.minor))
        .text(lines.iter().map(|(_, _, fee)| fee.rule.as_str()));
    rows::store(batch, STORE_FEES, input).await
}

/// Each tick once, even when several fills of the batch name it.
async fn store_ticks(batch: &mut Batch, fills: &[&Fill]) -> Result<(), DbError> {
    let converting = fills.iter().filter_map(|fill| converted_by(fill));
    let mut ticks: Vec<&Tick> = fills.iter().filter_map(|fill| tick_of(fill)).chain(converting).collect();
    let name = |tick: &&Tick| (tick.feed.clone(), tick.epoch, tick.seq, tick.instrument);
    ticks.sort_by_cached_key(name);
    ticks.dedup_by_key(|tick| name(&*tick));
    let input = Rows::default()
        .text(ticks.iter().map(|t| t.feed.as_ref()))
        .int(ticks.iter().map(|t| t.epoch))
        .int(ticks.iter().map(|t| t.seq))
        .int(ticks.iter().map(|t| t.instrument.0))
        .int(ticks.iter().map(|t| t.exchange_time.0))
        .int(ticks.iter().map(|t| t.received_time.0))
        .text(ticks.iter().map(|t| write_levels(&t.bids)))
        .text(ticks.iter().map(|t| write_levels(&t.asks)))
        .int(ticks.iter().map(|t| t.last.units()))
        .int(ticks.iter().map(|t| t.volume.units()))
        .text(ticks.iter().map(|t| t.session.code()));
    rows::store(batch, STORE_TICKS, input).await
}
