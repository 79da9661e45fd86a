use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ledger::JournalKind;
use plumbline_core::money::{Currency, Rounding};
use plumbline_core::multiplier::Multiplier;
use plumbline_core::orders::Side;

use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM fills";
    FILLS: "SELECT f.id, f.side, o.currency, q.margin_wallet, CAST(CASE WHEN q.basis IS NULL THEN 0 ELSE 1 END AS BIGINT) AS settled,
            f.profit, f.price, f.quantity,
            f.multiplier, f.value, f.fees, f.received AS moved, f.tick_epoch, f.journal_id, j.kind, j.cause_id,
            (SELECT CAST(COALESCE(SUM(l.amount), 0) AS BIGINT) FROM fill_fees l WHERE l.fill_id = f.id) AS fee_lines,
            (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM postings p WHERE p.journal_id = f.journal_id
                AND p.account_id = f.account_id AND p.book = f.wallet) AS received,
            (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM postings p WHERE p.journal_id = f.journal_id
                AND p.account_id = 0 AND p.book IN ('house:counterparty', 'house:protection')) AS counterparty,
            (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM postings p WHERE p.journal_id = f.journal_id
                AND p.account_id = 0 AND p.book = 'house:fees') AS collected
        FROM fills f LEFT JOIN journals j ON j.id = f.journal_id LEFT JOIN orders o ON o.id = f.order_id
            LEFT JOIN positions q ON q.id = f.position_id ORDER BY f.id";
    WITHOUT_FILL: "SELECT j.id FROM journals j WHERE j.kind IN ('trade_buy', 'trade_sell') AND NOT EXISTS
        (SELECT 1 FROM fills f WHERE f.id = j.cause_id AND f.journal_id = j.id) ORDER BY j.id";
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    side: i64,
    currency: Option<String>,
    margin_wallet: Option<String>,
    /// 1 for a position that is settled each day.
    settled: i64,
    profit: Option<i64>,
    price: i64,
    quantity: i64,
    multiplier: i64,
    value: i64,
    fees: i64,
    /// The wallet's amount without fees, as the fill records it; `None` for fills from before that was stored.
    moved: Option<i64>,
    tick_epoch: i64,
    journal_id: i64,
    kind: Option<String>,
    cause_id: Option<i64>,
    fee_lines: i64,
    received: i64,
    counterparty: i64,
    collected: i64,
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "fills' values and fees equal their journals", COUNT).await?;
    for_each_row!(on, Row, FILLS; |fill: Row| {
        if let Some(problem) = problem(&fill) {
            check.found(format!("fill {}", fill.id), problem);
        }
    })?;
    for_each_row!(on, (i64,), WITHOUT_FILL; |(id,)| {
        check.found(format!("journal {id}"), "it is for a trade that has no fill".to_owned());
    })?;
    Ok(check)
}

fn problem(fill: &Row) -> Option<String> {
    let currency = fill.currency.as_deref().and_then(|code| code.parse::<Currency>().ok());
    let (Some(side), Some(currency)) = (Side::from_code(fill.side), currency) else {
        return Some(format!("its side {} or its order's currency {:?} is unknown", fill.side, fill.currency));
    };
    let (price, quantity) = (Price::from_units(fill.price), Quantity::from_units(fill.quantity));
    // Fills from before ticks had epochs were rounded to the nearest minor unit.
    let rounding = if fill.tick_epoch == 0 { Rounding::HalfAway } else { side.value_rounding() };
    let Some(multiplier) = Multiplier::from_units(fill.multiplier) else {
        return Some(format!("its multiplier is {}", fill.multiplier));
    };
    let value = multiplier.value(price, quantity, currency, rounding).map(|money| money.minor);
    if value != Ok(fill.value) {
        return Some(format!("its value is {}, price times quantity times multiplier is {value:?}", fill.value));
    }
    if fill.fee_lines != fill.fees {
        return Some(format!("its fees are {}, its fee lines sum to {}", fill.fees, fill.fee_lines));
    }
    let (kind, value) = match side {
        Side::Buy => (JournalKind::Buy, -fill.value),
        Side::Sell => (JournalKind::Sell, fill.value),
    };
    // On margin only the profit is paid, and the fill stores it after fees. Of what is settled each day settlements have
    // paid a part of it before.
    let value = match (&fill.margin_wallet, fill.settled) {
        (None, _) => value,
        (Some(_), 1) => fill.moved.unwrap_or_default(),
        (Some(_), _) => fill.profit.map_or(0, |profit| profit + fill.fees),
    };
    if fill.kind.as_deref() != Some(kind.code()) || fill.cause_id != Some(fill.id) {
        return Some(format!("journal {} is not its own", fill.journal_id));
    }
    if fill.moved.is_some_and(|moved| moved != fill.received + fill.fees) {
        return Some(format!("it says that its wallet got {:?}, its journal posts {}", fill.moved, fill.received));
    }
    let posted = (fill.received, fill.counterparty, fill.collected);
    let expected = (value - fill.fees, -value, fill.fees);
    (posted != expected).then(|| {
        format!("journal {} posts {posted:?} to wallet, counterparty and fees instead of {expected:?}", fill.journal_id)
    })
}
