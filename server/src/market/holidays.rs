//! The names of exchanges' holidays, from the embedded file. It has those of the stock exchanges of two markets, whose
//! days the futures there share; other exchanges close without a holiday's name.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::calendars::CalendarError;
use crate::http::Language;

const HOLIDAYS: &str = include_str!("../../data/holidays.csv");

/// A holiday's name in the three languages of the product, since a push socket has no language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HolidayName {
    pub en: String,
    #[serde(rename = "zh-Hans")]
    pub simplified: String,
    #[serde(rename = "zh-Hant")]
    pub traditional: String,
}

impl HolidayName {
    pub fn told(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::SimplifiedChinese => &self.simplified,
            Language::TraditionalChinese => &self.traditional,
        }
    }
}

#[derive(Debug, Deserialize)]
struct Row {
    calendar: String,
    date: String,
    name_en: String,
    name_zh_hans: String,
    name_zh_hant: String,
}

/// The exchange whose holidays a calendar keeps: futures of the US and of Hong Kong close with the stocks there.
fn kept_with(calendar: &str) -> &str {
    match calendar {
        "CME" | "CME_LIVESTOCK" | "CBOT_AG" | "ICE_CC" | "ICE_CT" | "ICE_KC" | "ICE_SB" => "XNYS",
        "HKFE" => "XHKG",
        own => own,
    }
}

/// All holidays that have a name, by calendar and date.
#[derive(Debug)]
pub struct Holidays(BTreeMap<(String, Date), HolidayName>);

impl Holidays {
    /// # Errors
    /// The file is malformed.
    pub fn load() -> Result<Self, CalendarError> {
        let rows = csv::Reader::from_reader(HOLIDAYS.as_bytes()).into_deserialize();
        let named = rows.map(|row: Result<Row, csv::Error>| -> Result<_, CalendarError> {
            let Row { calendar, date, name_en: en, name_zh_hans: simplified, name_zh_hant: traditional } = row?;
            Ok(((calendar, date.parse()?), HolidayName { en, simplified, traditional }))
        });
        named.collect::<Result<_, _>>().map(Self)
    }

    /// The holiday of a calendar on a date in the exchange's zone.
    pub fn on(&self, calendar: &str, date: Date) -> Option<&HolidayName> {
        self.0.get(&(kept_with(calendar).to_owned(), date))
    }

    /// The holidays of a calendar, the earliest first.
    pub fn of(&self, calendar: &str) -> impl Iterator<Item = (Date, &HolidayName)> {
        let calendar = kept_with(calendar).to_owned();
        let found = self.0.range((calendar.clone(), Date::MIN)..=(calendar, Date::MAX));
        found.map(|((_, date), name)| (*date, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Calendars, is_weekday};
    use jiff::ToSpan;
    use jiff::civil::date;

    #[test]
    fn every_weekday_without_trading_has_a_name_and_no_trading_day_has() {
        let (holidays, calendars) = (Holidays::load().unwrap(), Calendars::load(false).unwrap());
        let mut named = 0;
        let futures = ["CME", "CME_LIVESTOCK", "CBOT_AG", "ICE_CC", "ICE_CT", "ICE_KC", "ICE_SB", "HKFE"];
        for code in ["XNYS", "XHKG"].into_iter().chain(futures) {
            let calendar = calendars.named(code).calendar().unwrap();
            for day in date(2026, 1, 1).series(1.day()).take_while(|day| day.year() < 2028) {
                let is_holiday = is_weekday(day) && calendar.on(day).is_none();
                assert_eq!(holidays.on(code, day).is_some(), is_holiday, "{code} {day}");
                named += usize::from(is_holiday && kept_with(code) == code);
            }
        }
        assert_eq!(holidays.0.len(), named, "there are no other rows");
    }
}
