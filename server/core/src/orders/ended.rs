//! The notice of an order that we have ended.

use super::{CloseReason, Order};
use crate::decision::Stamp;
use crate::inbox::{Notice, NoticeKind};

/// The notice to the customer of an order that we have ended.
pub(super) fn ended(order: &Order, reason: CloseReason, stamp: &mut Stamp) -> Notice {
    Notice::new(order.at.account, ended_notice(order, reason), stamp)
}

fn ended_notice(order: &Order, reason: CloseReason) -> NoticeKind {
    NoticeKind::OrderEnded {
        order: order.at.id,
        instrument: order.at.instrument,
        side: order.side,
        filled: order.filled,
        whole: order.quantity,
        reason: reason.code().to_owned(),
    }
}
