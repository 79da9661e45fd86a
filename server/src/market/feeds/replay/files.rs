//! Reads recorded bars: one file `MARKET-CODE.csv` for each instrument, with the columns timestamp, open, high, low,
//! close, volume. A timestamp is a date, which means the market's day, or a date and time in UTC.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use csv::StringRecord;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::market::{Bar, Instrument, Market, begin_of};
use plumbline_core::time::UnixMillis;
use thiserror::Error;

use crate::market::calendars::zone_of;

const COLUMNS: [&str; 6] = ["timestamp", "open", "high", "low", "close", "volume"];

/// The recorded bars of one instrument, oldest first.
#[derive(Clone, Debug)]
pub struct Series {
    pub market: Market,
    pub code: String,
    pub bars: Vec<Bar>,
    /// True if a bar covers a trading day; otherwise bars have a start time.
    pub daily: bool,
}

impl Series {
    pub fn is_of(&self, instrument: &Instrument) -> bool {
        (self.market, self.code.as_str()) == (instrument.market, instrument.code.as_str())
    }
}

/// A skipped line or file. Lines count from 1, the header included; 0 is the whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub file: PathBuf,
    pub line: u64,
    pub what: String,
}

#[derive(Debug, Error)]
pub enum ReplayError {
    #[error("the replay folder {folder} cannot be read: {source}")]
    Folder { folder: PathBuf, source: std::io::Error },
    #[error("the replay folder {0} has no bars in files like UsStock-AAPL.csv")]
    Empty(PathBuf),
    #[error("the recording in {0} ends before the start of the replay: there is nothing to play")]
    NothingToPlay(PathBuf),
}

/// Reads every file of a folder, in the order of their names.
pub fn read(folder: &Path) -> Result<(Vec<Series>, Vec<Problem>), ReplayError> {
    let unreadable = |source| ReplayError::Folder { folder: folder.to_owned(), source };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "csv"));
    paths.sort();
    let mut problems = Vec::new();
    let series: Vec<Series> = paths.iter().filter_map(|path| series(path, &mut problems)).collect();
    if series.is_empty() {
        for problem in &problems {
            problem.log();
        }
        return Err(ReplayError::Empty(folder.to_owned()));
    }
    Ok((series, problems))
}

impl Problem {
    pub fn log(&self) {
        tracing::warn!(file = %self.file.display(), line = self.line, "skipped: {}", self.what);
    }
}

fn series(path: &Path, problems: &mut Vec<Problem>) -> Option<Series> {
    let mut problem = |line, what: String| problems.push(Problem { file: path.to_owned(), line, what });
    let Some((market, code)) = instrument_of(path) else {
        problem(0, "the name is not MARKET-CODE.csv with a known market".to_owned());
        return None;
    };
    let opened = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_path(path);
    let mut reader = match opened {
        Ok(reader) => reader,
        Err(error) => {
            problem(0, error.to_string());
            return None;
        }
    };
    if !reader.headers().is_ok_and(|headers| headers.iter().eq(COLUMNS)) {
        problem(1, format!("the header is not {}", COLUMNS.join(",")));
        return None;
    }
    let zone = zone_of(market.calendar());
    let mut series = Series { market, code, bars: Vec::new(), daily: true };
    for record in reader.records() {
        let line = record.as_ref().map_or_else(error_line, |r| r.position().map_or(0, csv::Position::line));
        let read = record.map_err(|error| error.to_string()).and_then(|record| row(&record, &zone));
        if let Err(what) = read.and_then(|row| series.append(row)) {
            problem(line, what);
        }
    }
    (!series.bars.is_empty()).then_some(series)
}

fn error_line(error: &csv::Error) -> u64 {
    error.position().map_or(0, csv::Position::line)
}

fn instrument_of(path: &Path) -> Option<(Market, String)> {
    let (market, code) = path.file_stem()?.to_str()?.split_once('-')?;
    let plain = !code.is_empty() && code.len() <= 20 && code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.');
    Some((Market::from_code(market)?, plain.then(|| code.to_owned())?))
}

impl Series {
    /// Appends the next row, which must be later than the one before and of its kind.
    fn append(&mut self, (bar, daily): (Bar, bool)) -> Result<(), String> {
        match self.bars.last() {
            None => self.daily = daily,
            Some(_) if daily != self.daily => return Err("a date among times, or a time among dates".to_owned()),
            Some(last) if bar.start <= last.start => return Err("not later than the row before".to_owned()),
            Some(_) => {}
        }
        self.bars.push(bar);
        Ok(())
    }
}

fn row(record: &StringRecord, zone: &TimeZone) -> Result<(Bar, bool), String> {
    if record.len() != COLUMNS.len() {
        return Err(format!("{} fields instead of {}", record.len(), COLUMNS.len()));
    }
    let (start, daily) = timestamp(&record[0], zone).ok_or_else(|| format!("no date or time: {}", &record[0]))?;
    let price = |index: usize| match record[index].parse::<Price>() {
        Ok(price) if price.is_positive() => Ok(price),
        Ok(_) => Err(format!("{} is not positive", COLUMNS[index])),
        Err(error) => Err(format!("{}: {error}", COLUMNS[index])),
    };
    let volume: Quantity = record[5].parse().map_err(|error| format!("volume: {error}"))?;
    let bar = Bar { start, open: price(1)?, high: price(2)?, low: price(3)?, close: price(4)?, volume };
    let inside = |price: Price| (bar.low..=bar.high).contains(&price);
    if !inside(bar.open) || !inside(bar.close) {
        return Err("open or close lies outside low and high".to_owned());
    }
    if volume < Quantity::ZERO {
        return Err("volume is negative".to_owned());
    }
    Ok((bar, daily))
}

/// A date, as the start of the market's day, or a time.
fn timestamp(text: &str, zone: &TimeZone) -> Option<(UnixMillis, bool)> {
    if text.len() == 10 {
        return Date::from_str(text).ok().map(|date| (begin_of(date, zone), true));
    }
    let moment = Timestamp::from_str(text).ok().or_else(|| {
        let zoned = DateTime::from_str(text).ok()?.to_zoned(TimeZone::UTC).ok()?;
        Some(zoned.timestamp())
    });
    moment.map(|moment| (UnixMillis(moment.as_millisecond()), false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_rows_are_reported_with_file_and_line_and_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("UsStock-TEST.csv");
        let text = "timestamp,open,high,low,close,volume
2024-01-02,10,11,9.5,10.5,1000
2024-01-03,10,x,9.5,10.5,1000
2024-01-04,10,11,9.5
2024-01-05,10,11,9.5,12,1000
2024-01-02,10,11,9.5,10.5,1000
2024-01-06 10:00:00,10,11,9.5,10.5,1000
not a date,10,11,9.5,10.5,1000
2024-01-08,-1,11,-2,10.5,1000
2024-01-09,10.123456789,11,9.5,10.5,1000
2024-01-10,10.6,11,10.5,10.7,2000
";
        fs::write(&file, text).unwrap();
        fs::write(folder.path().join("notes.csv"), "x").unwrap();
        fs::write(folder.path().join("UsStock-EMPTY.csv"), "date,price\n").unwrap();
        let (series, problems) = read(folder.path()).unwrap();
        assert_eq!(series.len(), 1);
        assert_eq!((series[0].code.as_str(), series[0].daily, series[0].bars.len()), ("TEST", true, 2));
        let lines = |name: &str| -> Vec<u64> {
            problems.iter().filter(|p| p.file.ends_with(name)).map(|problem| problem.line).collect()
        };
        assert_eq!(lines("UsStock-TEST.csv"), [3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!((lines("UsStock-EMPTY.csv"), lines("notes.csv")), (vec![1], vec![0]));
    }

    #[test]
    fn dates_are_days_of_the_market_and_times_are_utc() {
        let zone = TimeZone::get("America/New_York").unwrap();
        let at = |text: &str| UnixMillis(text.parse::<Timestamp>().unwrap().as_millisecond());
        let table = [
            ("2024-01-02", Some((at("2024-01-02T05:00:00Z"), true))),
            ("2024-01-02T14:30:00Z", Some((at("2024-01-02T14:30:00Z"), false))),
            ("2024-01-02 14:30:00", Some((at("2024-01-02T14:30:00Z"), false))),
            ("2024-13-02", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(timestamp(text, &zone), expected, "{text}");
        }
    }

    #[test]
    fn a_folder_without_bars_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(read(folder.path()), Err(ReplayError::Empty(_))));
        assert!(matches!(read(&folder.path().join("missing")), Err(ReplayError::Folder { .. })));
    }
}
