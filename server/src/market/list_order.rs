//! The orders of lists.

use std::cmp::Reverse;

use plumbline_core::decimal::ONE;
use plumbline_core::market::Column;

use super::quoted::Quoted;
use crate::http::Language;

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The catalog's own: the best-known first.
    Catalog,
    By {
        column: Column,
        descending: bool,
    },
}

impl Order {
    /// The places of `all` in this order. Instruments without a figure come last in both directions, and equals keep
    /// their order.
    pub fn of(self, all: &[Quoted], language: Language) -> Box<[usize]> {
        let mut places: Vec<usize> = (0..all.len()).collect();
        let Self::By { column, descending } = self else { return places.into() };
        match (column.is_figure(), descending) {
            (false, false) => places.sort_by_cached_key(|place| word(column, &all[*place], language)),
            (false, true) => places.sort_by_cached_key(|place| Reverse(word(column, &all[*place], language))),
            (true, _) => {
                let sign = if descending { -1 } else { 1 };
                let figure = |place: &usize| figure(column, &all[*place]).map(|figure| sign * figure);
                places.sort_by_cached_key(|place| (figure(place).is_none(), figure(place)));
            }
        }
        places.into()
    }
}

/// An instrument's figure in the column; `None` where there is none.
fn figure(column: Column, quoted: &Quoted) -> Option<i128> {
    let tick = quoted.tick.as_ref()?;
    match column {
        Column::Name | Column::Code => None,
        Column::Price => Some(tick.last.units().into()),
        Column::Change => Some(quoted.day.change(tick.last).units().into()),
        Column::ChangeRatio => Some(quoted.change_basis_points().into()),
        Column::Volume => quoted.volume().map(|volume| volume.units().into()),
        Column::Turnover => {
            quoted.turnover().map(|value| i128::from(value.minor) * i128::from(ONE / value.currency.scale()))
        }
        Column::Amplitude => quoted.amplitude_basis_points().map(i128::from),
    }
}

/// Chinese names are ordered by their pinyin.
fn word(column: Column, quoted: &Quoted, language: Language) -> String {
    let instrument = &quoted.instrument;
    match (column, language) {
        (Column::Code, _) => instrument.code.clone(),
        (_, Language::SimplifiedChinese | Language::TraditionalChinese) if !instrument.pinyin.is_empty() => {
            instrument.pinyin.clone()
        }
        _ => instrument.names.english.to_lowercase(),
    }
}

/// The rankings that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ranking {
    Gainers,
    Losers,
    Actives,
}

impl Ranking {
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            "gainers" => Some(Self::Gainers),
            "losers" => Some(Self::Losers),
            "actives" => Some(Self::Actives),
            _ => None,
        }
    }

    /// The order of the ranking.
    pub const fn order(self) -> Order {
        match self {
            Self::Gainers => Order::By { column: Column::ChangeRatio, descending: true },
            Self::Losers => Order::By { column: Column::ChangeRatio, descending: false },
            Self::Actives => Order::By { column: Column::Turnover, descending: true },
        }
    }

    /// True if the ranking shows an instrument: gainers have risen, losers have fallen, and all have a quote.
    pub fn keeps(self, quoted: &Quoted) -> bool {
        quoted.tick.is_some()
            && match self {
                Self::Gainers => quoted.change_basis_points() > 0,
                Self::Losers => quoted.change_basis_points() < 0,
                Self::Actives => true,
            }
    }
}
