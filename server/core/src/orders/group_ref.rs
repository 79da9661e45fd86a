use serde::{Deserialize, Serialize};

use super::LegKind;
use crate::ids::{GroupId, OrderId};

/// The orders of a group, which never change: a command on one of them names all that it may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GroupRef {
    pub id: GroupId,
    /// The order that opens what the legs close; `None` for the legs of a position that was open before them.
    pub entry: Option<OrderId>,
    pub take_profit: Option<OrderId>,
    pub stop_loss: Option<OrderId>,
}

impl GroupRef {
    /// The ids of its orders.
    pub fn orders(&self) -> impl Iterator<Item = OrderId> + use<> {
        self.entry.into_iter().chain(self.take_profit).chain(self.stop_loss)
    }

    /// Its legs.
    pub fn legs(&self) -> impl Iterator<Item = (LegKind, OrderId)> + use<> {
        let legs = [(LegKind::TakeProfit, self.take_profit), (LegKind::StopLoss, self.stop_loss)];
        legs.into_iter().filter_map(|(kind, id)| Some((kind, id?)))
    }

    /// The leg that has this id; `None` for the entry.
    pub fn leg(&self, order: OrderId) -> Option<LegKind> {
        self.legs().find(|(_, id)| *id == order).map(|(kind, _)| kind)
    }
}
