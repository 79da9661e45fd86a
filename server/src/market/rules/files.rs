//! The files of rules (docs/data.md), which are part of the binary.

pub(super) const TICK_SIZES: &str = include_str!("../../../data/tick_sizes.csv");
pub(super) const TICK_TABLES: &str = include_str!("../../../data/tick_tables.csv");
pub(super) const ORDER_RULES: &str = include_str!("../../../data/order_rules.csv");
pub(super) const PRODUCTS: &str = include_str!("../../../data/products.csv");
pub(super) const BOARD_LOTS: &str = include_str!("../../../data/board_lots.csv");
pub(super) const LOT_RULES: &str = include_str!("../../../data/lot_rules.csv");
pub(super) const SETTLEMENT: &str = include_str!("../../../data/settlement.csv");
pub(super) const LEVERAGE_CAPS: &str = include_str!("../../../data/leverage_caps.csv");
pub(super) const FUTURES_MARGINS: &str = include_str!("../../../data/futures_margins.csv");
pub(super) const POLICY_RATES: &str = include_str!("../../../data/policy_rates.csv");
pub(super) const MARKUPS: &str = include_str!("../../../data/financing_markups.csv");
pub(super) const BREAKERS: &str = include_str!("../../../data/circuit_breakers.csv");
/// The day from which the specifications of futures are taken to be in force, as they were found.
pub(super) const KNOWN_SINCE: &str = "2020-01-01";
