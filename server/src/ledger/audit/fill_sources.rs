use plumbline_core::orders::Side;

use super::Check;
use crate::db::levels::read_levels;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM fills";
    /// Fills on one level of one tick follow each other. A fill stores the limit that its order had then; an order that
    /// has kept its place in time still has that limit.
    FILLS: "SELECT f.id, f.source, f.feed, f.tick_epoch, f.tick_seq, f.instrument_id, f.side, f.price, f.quantity, f.limit_price,
               CASE WHEN o.priority <> o.id THEN f.limit_price ELSE o.limit_price END AS order_limit,
               CASE WHEN f.side = 0 THEN t.asks ELSE t.bids END AS levels, f.priced_at, t.exchange_time,
               s.price AS settlement_price, s.closes
        FROM fills f LEFT JOIN orders o ON o.id = f.order_id
        LEFT JOIN ticks t ON t.feed = f.feed AND t.epoch = f.tick_epoch AND t.seq = f.tick_seq
            AND t.instrument_id = f.instrument_id
        LEFT JOIN settlements s ON f.source = 'settlement' AND s.instrument_id = f.instrument_id
            AND s.settled_at = f.priced_at
        ORDER BY f.feed, f.tick_epoch, f.tick_seq, f.instrument_id, f.side, f.price, f.id";
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    source: String,
    feed: String,
    tick_epoch: i64,
    tick_seq: i64,
    instrument_id: i64,
    side: i64,
    price: i64,
    quantity: i64,
    limit_price: i64,
    order_limit: Option<i64>,
    levels: Option<String>,
    priced_at: i64,
    exchange_time: Option<i64>,
    settlement_price: Option<i64>,
    closes: Option<i64>,
}

/// The quantity that the fills so far have taken of one level.
#[derive(Default)]
struct Taken {
    level: Option<(String, [i64; 5])>,
    quantity: i128,
}

impl Taken {
    /// The sum with `fill`, which starts again at 0 if `fill` is on another level than the last one.
    fn with(&mut self, fill: &Row) -> i128 {
        let numbers = [fill.tick_epoch, fill.tick_seq, fill.instrument_id, fill.side, fill.price];
        let level = Some((fill.feed.clone(), numbers));
        if self.level != level {
            *self = Self { level, quantity: 0 };
        }
        self.quantity += i128::from(fill.quantity);
        self.quantity
    }
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(
        on,
        "fills lie on a displayed level of the tick, or at the settlement, that proves their price",
        COUNT,
    )
    .await?;
    let mut taken = Taken::default();
    for_each_row!(on, Row, FILLS; |fill: Row| {
        let taken = taken.with(&fill);
        if let Some(problem) = problem(&fill, taken) {
            check.found(format!("fill {}", fill.id), problem);
        }
    })?;
    Ok(check)
}

fn problem(fill: &Row, taken: i128) -> Option<String> {
    let Row { source, feed, tick_epoch, tick_seq, instrument_id, .. } = fill;
    match source.as_str() {
        "tick" => {}
        "settlement" if (fill.settlement_price, fill.closes) == (Some(fill.price), Some(1)) => return None,
        "settlement" => {
            return Some(format!("no settlement of {} closes positions at {}", fill.priced_at, fill.price));
        }
        _ => return Some(format!("its price has an unknown source: {source}")),
    }
    let tick = format!("tick {tick_seq} of epoch {tick_epoch} of {feed} for instrument {instrument_id}");
    let Some(levels) = &fill.levels else { return Some(format!("{tick} is not recorded")) };
    let Some(levels) = read_levels(levels) else { return Some(format!("{tick} cannot be read")) };
    let Some((_, size)) = levels.into_iter().find(|(price, _)| *price == fill.price) else {
        return Some(format!("{tick} shows nothing at {} on its side", fill.price));
    };
    if fill.exchange_time != Some(fill.priced_at) {
        return Some(format!("its price is of {}, and its tick of {:?}", fill.priced_at, fill.exchange_time));
    }
    if fill.quantity <= 0 {
        return Some(format!("its quantity is {}", fill.quantity));
    }
    if taken > i128::from(size) {
        return Some(format!("{tick} shows {size} at {}, and fills took {taken}", fill.price));
    }
    if fill.order_limit != Some(fill.limit_price) {
        return Some(format!("its limit is {}, and its order's {:?}", fill.limit_price, fill.order_limit));
    }
    let within = match Side::from_code(fill.side) {
        Some(Side::Buy) => fill.price <= fill.limit_price,
        Some(Side::Sell) => fill.price >= fill.limit_price,
        None => false,
    };
    (!within).then(|| format!("its price {} is outside the limit {}", fill.price, fill.limit_price))
}
