//! Kinds of orders and positions.

use plumbline_core::orders::OrderStatus as Status;
use plumbline_core::{orders, positions, products};

use super::kind::kinds;
use super::schema::{codes, named_numbers, numbers, text};

kinds! {
    text {
        /// A name of the caller's own, which an account uses once.
        ClientOrderId = text("^[ -~]{0,128}$");
        FeeTable = text("^[a-z]+(-[a-z]+)*$").examples(["us-stock"]);
        PositionShare = text("^(half|full|[1-9][0-9]?|100)$");
        /// The name of a rule, or of one of its terms.
        RuleName = text("^[a-z][A-Za-z0-9]*$").examples(["tickSize"]);
        /// The subject of a rule that an instrument has more than once: a currency, or a fee's name; else empty.
        RuleSubject = text("^[A-Za-z0-9_]*$").examples(["USD", ""]);
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
        LegKind: positions::LegKind = codes(
            [positions::LegKind::TakeProfit, positions::LegKind::StopLoss].map(positions::LegKind::code)
        );
        LiquiditySide: orders::LiquiditySide = codes(orders::LiquiditySide::ALL.map(orders::LiquiditySide::code));
        ProductKind: products::ProductKind = codes(products::ProductKind::ALL.map(products::ProductKind::code));
        TimeInForce: orders::TimeInForce = codes(orders::TimeInForce::ALL.map(orders::TimeInForce::code));
    }
    number {
        /// 0 buy, 1 sell.
        Direction: orders::Side = numbers([orders::Side::Buy, orders::Side::Sell].map(orders::Side::code));
        /// 0 working, 1 filled, 2 ended without being filled, 3 partially filled.
        OrderStatus = numbers([Status::Accepted, Status::Filled, Status::Cancelled, Status::PartiallyFilled].map(Status::wire));
        // What each number means is said here alone, from the core's words.
        OrderType: orders::OrderKind = named_numbers(orders::OrderKind::ALL.map(|kind| (kind.code(), kind.word())));
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
