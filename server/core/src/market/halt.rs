//! The reasons for halting an instrument.

use super::RestraintKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HaltKind {
    Operator,
    Split,
    /// Its price moved too far too fast.
    VolatilityPause,
}

impl HaltKind {
    pub const ALL: [Self; 3] = [Self::Operator, Self::Split, Self::VolatilityPause];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Split => "split",
            Self::VolatilityPause => RestraintKind::Pause.code(),
        }
    }

    /// True if limit orders are taken and wait. A split ends all waiting orders, because they are for the old shares.
    pub const fn takes_orders(self) -> bool {
        !matches!(self, Self::Split)
    }
}
