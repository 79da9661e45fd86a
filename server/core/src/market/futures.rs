//! Rules of futures: the months of a contract, its codes, and its last trading day.
//!
//! The rules are those of the exchanges' contract specifications; `data/futures.csv` names those of each contract.

use std::fmt;
use std::str::FromStr;

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use thiserror::Error;

/// The letters of the months, from January on.
const LETTERS: &[u8; 12] = b"FGHJKMNQUVXZ";

/// The month that a contract is named after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContractMonth {
    year: i16,
    /// 1 to 12.
    month: i8,
}

impl ContractMonth {
    pub fn of(date: Date) -> Self {
        Self { year: date.year(), month: date.month() }
    }

    /// The first day of the month `months` after this one.
    fn first(self, months: i32) -> Date {
        let first = Date::new(self.year, self.month, 1).unwrap_or(Date::MIN);
        first.checked_add(months.months()).unwrap_or(first)
    }

    pub fn next(self) -> Self {
        Self::of(self.first(1))
    }

    /// `Dec 2026`.
    pub fn in_english(self) -> String {
        self.first(0).strftime("%b %Y").to_string()
    }

    /// `2612`, as Chinese brokers write months.
    pub fn in_digits(self) -> String {
        self.first(0).strftime("%y%m").to_string()
    }

    fn letter(self) -> u8 {
        LETTERS[usize::try_from(self.month - 1).unwrap_or_default() % LETTERS.len()]
    }
}

/// The form in contract codes: `Z26`.
impl fmt::Display for ContractMonth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", char::from(self.letter()), self.year.rem_euclid(100))
    }
}

#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown rule {0}")]
pub struct UnknownRule(String);

/// The months of a contract that are listed at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The number of nearest months, of any letter.
    nearest: usize,
    /// The letters of the further listed months, and how many of them are listed at a time.
    cycle: Vec<u8>,
    of_cycle: usize,
}

impl Listing {
    /// Parses `all`, letters such as `HMUZ`, both as `3+GJMQVZ` for the three nearest months and those of the cycle, or
    /// `2+2q` for the two nearest and two quarters behind them; `count` is the number of months listed in all.
    ///
    /// # Errors
    /// `UnknownRule` for `months` of another form.
    pub fn parse(months: &str, count: usize) -> Result<Self, UnknownRule> {
        let unknown = || UnknownRule(months.to_owned());
        let (nearest, cycle) = match months.split_once('+') {
            None if months == "all" => (count, ""),
            None => (0, months),
            Some((nearest, cycle)) => (nearest.parse().map_err(|_| unknown())?, cycle),
        };
        let quarters = cycle.strip_suffix('q').is_some_and(|number| number.parse::<usize>().is_ok());
        let cycle = if quarters { b"HMUZ".to_vec() } else { cycle.as_bytes().to_vec() };
        let known = cycle.iter().all(|letter| LETTERS.contains(letter));
        if !known || nearest > count || (nearest == 0 && cycle.is_empty()) {
            return Err(unknown());
        }
        Ok(Self { nearest, cycle, of_cycle: count - nearest })
    }

    /// The months that are listed while `front` is the first that still trades.
    pub fn from(&self, front: ContractMonth) -> Vec<ContractMonth> {
        let all = std::iter::successors(Some(front), |month| Some(month.next()));
        let mut listed: Vec<ContractMonth> = all.clone().take(self.nearest).collect();
        let behind = all.skip(self.nearest).take(240).filter(|month| self.cycle.contains(&month.letter()));
        listed.extend(behind.take(self.of_cycle));
        listed
    }
}

/// The rule for a contract's last trading day or first notice day, in business days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayRule {
    /// The third Friday of the contract's month, or the business day before.
    ThirdFriday,
    /// Three business days before the 25th of the month before, or four where the 25th is no business day (crude oil).
    BeforeThe25th,
    /// The last business day before the 15th of the contract's month.
    BeforeThe15th,
    /// The n-th last business day of the contract's month, or of the month `months` from it.
    NthLast { n: usize, months: i32 },
    /// The n-th business day of the contract's month.
    Nth(usize),
    /// The Monday after the first Friday of the contract's month, or the business day after it (live cattle).
    MondayAfterFirstFriday,
}

const ORDINALS: [&str; 17] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
];

impl FromStr for DayRule {
    type Err = UnknownRule;

    fn from_str(word: &str) -> Result<Self, UnknownRule> {
        match word {
            "third_friday" => return Ok(Self::ThirdFriday),
            "before_25th_of_prior_month" => return Ok(Self::BeforeThe25th),
            "before_15th" => return Ok(Self::BeforeThe15th),
            "monday_after_first_friday" => return Ok(Self::MondayAfterFirstFriday),
            _ => {}
        }
        let (word, months) = word.strip_suffix("_of_prior_month").map_or((word, 0), |word| (word, -1));
        let ordinal = |word: &str| ORDINALS.iter().position(|known| *known == word).map(|place| place + 1);
        let rule = match (word, word.strip_suffix("_last")) {
            ("last", _) => Some(Self::NthLast { n: 1, months }),
            (_, Some(word)) => ordinal(word).map(|n| Self::NthLast { n, months }),
            (word, None) => ordinal(word).filter(|_| months == 0).map(Self::Nth),
        };
        rule.ok_or_else(|| UnknownRule(word.to_owned()))
    }
}

impl DayRule {
    /// The day for a contract; `None` in a month that has fewer business days.
    pub fn day(self, of: ContractMonth, is_business_day: impl Fn(Date) -> bool) -> Option<Date> {
        let is_business_day = &is_business_day;
        let month = of.first(0);
        match self {
            Self::ThirdFriday => {
                let friday = month.nth_weekday_of_month(3, Weekday::Friday).ok()?;
                before(friday.tomorrow().ok()?, 1, is_business_day)
            }
            Self::BeforeThe25th => {
                let the_25th = of.first(-1).with().day(25).build().ok()?;
                before(the_25th, if is_business_day(the_25th) { 3 } else { 4 }, is_business_day)
            }
            Self::BeforeThe15th => before(month.with().day(15).build().ok()?, 1, is_business_day),
            Self::NthLast { n, months } => {
                let (first, end) = (of.first(months), of.first(months + 1));
                before(end, n, is_business_day).filter(|day| *day >= first)
            }
            Self::MondayAfterFirstFriday => {
                let monday = month.nth_weekday_of_month(1, Weekday::Friday).ok()?.checked_add(3.days()).ok()?;
                monday.series(1.day()).take(31).find(|day| is_business_day(*day))
            }
            Self::Nth(n) => month.series(1.day()).take(31).filter(|day| is_business_day(*day)).nth(n.checked_sub(1)?),
        }
    }
}

/// The `n`-th last business day before `end`.
fn before(end: Date, n: usize, is_business_day: &impl Fn(Date) -> bool) -> Option<Date> {
    let days = end.yesterday().ok()?.series(-1.day()).take(60);
    days.filter(|day| is_business_day(*day)).nth(n.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn month(text: &str) -> ContractMonth {
        let (letter, year) = text.split_at(1);
        let month = LETTERS.iter().position(|known| *known == letter.as_bytes()[0]).unwrap();
        ContractMonth { year: 2000 + year.parse::<i16>().unwrap(), month: i8::try_from(month).unwrap() + 1 }
    }

    /// True on business days; the holidays are those of New York that move the days below.
    fn is_business_day(day: Date) -> bool {
        let holidays = [
            date(2017, 5, 29),
            date(2017, 7, 4),
            date(2017, 11, 23),
            date(2017, 12, 25),
            date(2020, 2, 17),
            date(2027, 6, 18),
        ];
        !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) && !holidays.contains(&day)
    }

    /// QuantConnect/Lean, Tests/TestData/FuturesExpiryFunctionsTestData.xml; HSI's date follows from the rule.
    #[test]
    fn contracts_trade_last_when_their_exchange_says() {
        let table = [
            ("ES", "third_friday", "M27", "2027-06-17"),
            ("CL", "before_25th_of_prior_month", "F18", "2017-12-19"),
            ("NG", "third_last_of_prior_month", "F18", "2017-12-27"),
            ("GC", "third_last", "K17", "2017-05-26"),
            ("ZC", "before_15th", "N17", "2017-07-14"),
            ("SB", "last_of_prior_month", "H20", "2020-02-28"),
            ("KC", "ninth_last", "H20", "2020-03-19"),
            ("CC", "twelfth_last", "H20", "2020-03-16"),
            ("CT", "seventeenth_last", "H20", "2020-03-09"),
            ("HE", "tenth", "K17", "2017-05-12"),
            ("LE", "last", "Z17", "2017-12-29"),
            ("HSI", "second_last", "U24", "2024-09-27"),
        ];
        for (root, rule, contract, day) in table {
            let rule: DayRule = rule.parse().unwrap();
            assert_eq!(rule.day(month(contract), is_business_day), Some(day.parse().unwrap()), "{root}{contract}");
        }
        assert_eq!(
            DayRule::BeforeThe25th.day(month("G18"), is_business_day),
            Some(date(2018, 1, 22)),
            "the 25th is open"
        );
        assert_eq!(DayRule::Nth(40).day(month("Z26"), is_business_day), None);
        assert_eq!(DayRule::NthLast { n: 25, months: 0 }.day(month("Z26"), is_business_day), None);
        let notice = |word: &str, contract| word.parse::<DayRule>().unwrap().day(month(contract), is_business_day);
        assert_eq!(notice("monday_after_first_friday", "Z26"), Some(date(2026, 12, 7)));
        assert_eq!(notice("seventh_last_of_prior_month", "Z26"), Some(date(2026, 11, 20)));
        for wrong in ["fourth_friday", "tenth_of_prior_month", "", "zeroth_last", "_last"] {
            assert!(wrong.parse::<DayRule>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn months_are_listed_by_their_cycle() {
        let listed = |months: &str, count, front: &str| {
            let listed = Listing::parse(months, count).unwrap().from(month(front));
            listed.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(listed("HMUZ", 5, "Z26"), "Z26 H27 M27 U27 Z27");
        assert_eq!(listed("HMUZ", 2, "F27"), "H27 M27", "a month that is not of the cycle is none");
        assert_eq!(listed("all", 4, "X26"), "X26 Z26 F27 G27");
        assert_eq!(listed("3+GJMQVZ", 6, "Z26"), "Z26 F27 G27 J27 M27 Q27");
        assert_eq!(listed("2+2q", 4, "X26"), "X26 Z26 H27 M27", "quarters behind the nearest");
        for wrong in ["", "HMUX1", "9+HMUZ", "x+HMUZ", "2+3p"] {
            assert!(Listing::parse(wrong, 4).is_err(), "{wrong}");
        }
    }

    #[test]
    fn codes_have_the_letter_of_the_month_and_two_digits_of_the_year() {
        assert_eq!(ContractMonth::of(date(2026, 12, 3)).to_string(), "Z26");
        assert_eq!(ContractMonth::of(date(2026, 12, 3)).next().to_string(), "F27");
    }
}
