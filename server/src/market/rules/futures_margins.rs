//! The margins of futures by root and by the day, and how their last settlement is found.

use plumbline_core::decimal::{Leverage, parse_units};
use plumbline_core::market::Instrument;
use plumbline_core::products::{DailySettlement, MarginRules, SettlementMethod};
use serde::Deserialize;

use super::error::RulesError;
use super::versions::{Versions, rows};

/// Percentages have two decimals.
const PERCENT_DECIMALS: usize = 2;
/// Millionths of a value in a hundredth of a percent of it.
const MILLIONTHS: i64 = 100;
/// Four decimals of a ratio are basis points.
const RATIO_DECIMALS: usize = 4;

#[derive(Debug, Deserialize)]
struct MarginRow {
    root: String,
    effective_from: String,
    maintenance_percent: String,
    /// Initial margin over maintenance.
    initial_ratio: String,
    /// The share of the initial margin at which a position is closed.
    close_out_percent: String,
    /// Empty for what is settled at the end of a trading day, as what would be delivered is.
    final_settlement: String,
}

/// The margin of a root, and its last settlement.
#[derive(Clone, Copy, Debug)]
pub(super) struct FuturesMargin {
    pub margin: MarginRules,
    pub final_settlement: Option<SettlementMethod>,
}

/// Margins by root.
#[derive(Debug, Default)]
pub(super) struct FuturesMargins(Versions<String, FuturesMargin>);

impl FuturesMargins {
    /// Reads the rows of a file.
    ///
    /// # Errors
    /// A number or a day that is none, a share of nothing, a ratio below one, a word that nobody knows, and a second row of
    /// one root and day.
    pub fn load(file: &'static str) -> Result<Self, RulesError> {
        let mut margins = Self::default();
        for row in rows::<MarginRow>(file) {
            let row = row?;
            margins.0.insert(row.root.clone(), &row.effective_from, row.margin()?)?;
        }
        Ok(margins)
    }

    /// The margin of a contract on `day`; `None` for what is no future.
    pub fn on(&self, instrument: &Instrument, day: &str) -> Option<&FuturesMargin> {
        self.0.on(&instrument.future.as_ref()?.root, day)
    }
}

impl MarginRow {
    fn margin(&self) -> Result<FuturesMargin, RulesError> {
        let wrong = |number: &str| RulesError::Margin(self.root.clone(), number.to_owned());
        let maintenance = parse_units(&self.maintenance_percent, PERCENT_DECIMALS)? * MILLIONTHS;
        let initial_basis_points = parse_units(&self.initial_ratio, RATIO_DECIMALS)?;
        let stop_out_basis_points = parse_units(&self.close_out_percent, PERCENT_DECIMALS)?;
        if !(1..=1_000_000).contains(&maintenance) {
            return Err(wrong(&self.maintenance_percent));
        }
        if !(10_000..=100_000).contains(&initial_basis_points) {
            return Err(wrong(&self.initial_ratio));
        }
        let final_settlement = match self.final_settlement.as_str() {
            "" => None,
            word => Some(SettlementMethod::from_code(word).ok_or_else(|| wrong(word))?),
        };
        let daily = Some(DailySettlement { maintenance, initial_basis_points });
        let margin = MarginRules { leverage_cap: Leverage::ONE, stop_out_basis_points, daily };
        Ok(FuturesMargin { margin, final_settlement })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_a_share_of_the_value() {
        let head = "root,effective_from,maintenance_percent,initial_ratio,close_out_percent,final_settlement\n";
        let load = |rows: &str| FuturesMargins::load(Box::leak(format!("{head}{rows}").into_boxed_str()));
        let margins = load("ZW,2026-01-01,7,1.30,50,\nES,2026-01-01,6.5,1.1,50,index_opening\n").unwrap();
        let of = |root: &str| *margins.0.on(&root.to_owned(), "2026-11-20").unwrap();
        let wheat = DailySettlement { maintenance: 70_000, initial_basis_points: 13_000 };
        assert_eq!((of("ZW").margin.daily, of("ZW").final_settlement), (Some(wheat), None));
        assert_eq!(of("ES").margin.daily.unwrap().maintenance, 65_000);
        assert_eq!(of("ES").final_settlement, Some(SettlementMethod::IndexOpening));
        for row in ["ZW,2026-01-01,0,1.3,50,", "ZW,2026-01-01,7,0.9,50,", "ZW,2026-01-01,7,1.3,50,soon"] {
            assert!(load(row).unwrap_err().to_string().contains("ZW"), "{row}");
        }
    }
}
