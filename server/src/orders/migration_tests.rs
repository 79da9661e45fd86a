use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::{AccountId, OrderId, PositionId};
use plumbline_core::orders::{CloseReason, Order, OrderKind, OrderStatus, Side};
use plumbline_core::positions::{Direction, LegKind};

use super::{queries, store};
use crate::db::Db;
use crate::execute;
use crate::positions::queries as positions;
use crate::statements;
use crate::testing::new_databases;

statements! {
    STREAM: "INSERT INTO account_streams (account_id, last_seq, open_orders) VALUES (7, 0, 1)";
    ORDER: "INSERT INTO orders (id, account_id, instrument_id, wallet, side, kind, limit_price, quantity, filled, filled_value,
        fees, hold, status, time_in_force, fee_version, created_at, updated_at, version, priority, direction, leverage)
        VALUES ($1, 7, 3, 'FOREX', $2, 0, 1, 100, $3, 100, 0, 0, $4, 'day', '2026-01-01', 1, 1, 1, 1, 1, 1000000000)";
    FILL: "INSERT INTO fills (id, order_id, account_id, instrument_id, position_id, wallet, side, price, quantity, value, fees,
        journal_id, fee_version, feed, tick_epoch, tick_seq, limit_price, created_at)
        VALUES (30, 10, 7, 3, 20, 'FOREX', 1, 1, 100, 100, 0, 31, '2026-01-01', 'sim', 1, 1, 1, 1)";
    POSITION: "INSERT INTO positions (id, account_id, instrument_id, direction, quantity, held, cost, currency, fees, realized,
        opened_at, updated_at, version, margin_wallet, margin, initial_margin, leverage, halved, warned, stop_loss,
        take_profit) VALUES (20, 7, 3, 1, 100, 40, 100, 'USD', 0, 0, 1, 1, 4, 'FOREX', 10, 10, 1000000000, 0, 0, 20000, 9000)";
}

#[tokio::test]
async fn a_stop_loss_and_a_take_profit_that_stood_in_a_position_become_its_legs() {
    for (uri, _folder) in new_databases("legs").await {
        let before = Db::open_at(&uri, 112).await.unwrap();
        let mut tx = before.begin().await.unwrap();
        execute!(&mut tx, STREAM).unwrap();
        // A short that was opened, and an order that buys 40 of it back.
        execute!(&mut tx, ORDER, 10i64, 1i64, 100i64, OrderStatus::Filled.code()).unwrap();
        execute!(&mut tx, ORDER, 11i64, 0i64, 60i64, OrderStatus::PartiallyFilled.code()).unwrap();
        execute!(&mut tx, FILL).unwrap();
        execute!(&mut tx, POSITION).unwrap();
        tx.commit().await.unwrap();
        drop(before);

        let db = Db::open(&uri).await.unwrap();
        let mut reader = db.read().await.unwrap();
        let legs = queries::legs(&mut reader, AccountId(7)).await.unwrap();
        let leg = |kind| legs.iter().find(|leg: &&Order| leg.at.leg() == Some(kind)).unwrap();
        let (stop, take) = (leg(LegKind::StopLoss), leg(LegKind::TakeProfit));
        assert_eq!((legs.len(), stop.at.group), (2, take.at.group), "{uri}");
        assert_eq!((stop.kind, stop.side, stop.status), (OrderKind::Stop, Side::Buy, OrderStatus::Accepted));
        assert_eq!((stop.stop.unwrap().price, stop.limit), (Price::from_units(20_000), Price::from_units(20_200)));
        assert_eq!((take.kind, take.limit), (OrderKind::Limit, Price::from_units(9_000)));
        assert!(
            legs.iter().all(|leg| leg.remaining() == Quantity::from_units(100) && leg.at.direction == Direction::Short)
        );
        let ended = queries::find(&mut reader, AccountId(7), OrderId(11)).await.unwrap().unwrap();
        assert_eq!(
            (ended.status, ended.reason),
            (OrderStatus::Cancelled, Some(CloseReason::Replaced)),
            "it held a part"
        );
        let open = store::open_of(&mut reader, &[AccountId(7)].into()).await.unwrap();
        assert_eq!(open.len() as i64, queries::open_orders(&mut reader, AccountId(7)).await.unwrap(), "{uri}");
        let position = positions::find(&mut reader, AccountId(7), PositionId(20)).await.unwrap();
        assert_eq!(position.unwrap().available(), Quantity::ZERO, "the group holds all of it");
    }
}
