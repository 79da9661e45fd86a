//! The prices at which the legs of positions close them.

use std::collections::HashMap;

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::orders::{GroupRef, Order};
use plumbline_core::positions::PositionKey;

/// The prices of the newest open group of a position, in the contract's currency.
#[derive(Clone, Copy, Debug, Default)]
pub struct Protection {
    pub stop_loss: Option<Price>,
    pub take_profit: Option<Price>,
    /// The quantity that all open legs of the position hold, which makes way where the position is closed.
    pub held: Quantity,
}

impl Protection {
    /// The protection by the legs of one group.
    pub fn by<'a>(legs: impl IntoIterator<Item = &'a Order>) -> Self {
        legs.into_iter().fold(Self::default(), |known, leg| match leg.stop {
            Some(stop) => Self { stop_loss: Some(stop.price), ..known },
            None => Self { take_profit: Some(leg.limit), ..known },
        })
    }

    /// The protections of an account's positions by those of its legs that are open.
    pub fn of_each(legs: &[Order]) -> HashMap<PositionKey, Self> {
        let open = || legs.iter().filter(|leg| leg.status.is_open());
        let mut newest = HashMap::new();
        for leg in open() {
            let id = |group: Option<GroupRef>| group.map(|group| group.id);
            let group = newest.entry(leg.at.position()).or_insert(leg.at.group);
            if id(leg.at.group) > id(*group) {
                *group = leg.at.group;
            }
        }
        let legs_of = |(position, group)| {
            let of_position = || open().filter(move |leg| leg.at.position() == position);
            // Legs of one group have one remaining quantity.
            let each: HashMap<_, _> = of_position().map(|leg| (leg.at.group, leg.remaining())).collect();
            let held = each.into_values().fold(Quantity::ZERO, |sum, held| sum.checked_add(held).unwrap_or(sum));
            (position, Self { held, ..Self::by(of_position().filter(|leg| leg.at.group == group)) })
        };
        newest.into_iter().map(legs_of).collect()
    }
}
