//! Kinds of orders and positions.

use plumbline_core::orders::OrderStatus as Status;
use plumbline_core::{orders, positions, products};

use super::kind::kinds;
use super::schema::{codes, numbers, text};

kinds! {
    text {
        /// A name of the caller's own, which an account uses once.
        ClientOrderId = text("^[ -~]{0,128}$");
        PositionShare = text("^(half|full|[1-9][0-9]?|100)$");
        /// Above zero and below 100, at most two decimals.
        TrailPercent = text("^[0-9]{1,2}(\\.[0-9]{1,2})?$");
    }
    word {
        BookSide = codes(["bid", "ask"]);
        CloseReason: orders::CloseReason = codes(orders::CloseReason::ALL.map(orders::CloseReason::code));
        FeeBasis: products::FeeBasis = codes(products::FeeBasis::ALL.map(products::FeeBasis::code));
        SettlementMethod: products::SettlementMethod =
            codes(products::SettlementMethod::ALL.map(products::SettlementMethod::code));
        FeeRounding = codes(["up", "nearest"]);
        HalfOrFull = codes(["half", "full"]);
        LiquiditySide: orders::LiquiditySide = codes(orders::LiquiditySide::ALL.map(orders::LiquiditySide::code));
        TimeInForce: orders::TimeInForce = codes(orders::TimeInForce::ALL.map(orders::TimeInForce::code));
    }
    number {
        /// 0 buy, 1 sell.
        Direction: orders::Side = numbers([orders::Side::Buy, orders::Side::Sell].map(orders::Side::code));
        /// 0 working, 1 filled, 2 ended without being filled, 3 partially filled.
        OrderStatus = numbers([Status::Accepted, Status::Filled, Status::Cancelled, Status::PartiallyFilled].map(Status::wire));
        /// 0 market, 1 limit, 2 stop, 3 stop limit, 4 trailing stop.
        OrderType: orders::OrderKind = numbers(orders::OrderKind::ALL.map(orders::OrderKind::code));
        /// 0 long, 1 short.
        PositionSide: positions::Direction
            = numbers([positions::Direction::Long, positions::Direction::Short].map(positions::Direction::code));
        /// 0 open.
        PositionStatus = numbers([0]);
    }
}

impl From<Status> for OrderStatus {
    fn from(status: Status) -> Self {
        Self(status.wire())
    }
}
