//! Finds instruments by the text that customers type: a code or a name in any of the three languages, pinyin or its
//! initials.

use std::collections::HashSet;

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Instrument;
use plumbline_core::time::UnixMillis;

/// The texts that find each instrument, in lower case.
#[derive(Debug, Default)]
pub struct SearchIndex {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    id: InstrumentId,
    code: String,
    names: [String; 3],
    /// Pinyin and its initials.
    spoken: [String; 2],
    listed: UnixMillis,
    /// For a month of a future, the code that all its months share, and its end.
    month: Option<Month>,
}

#[derive(Debug)]
struct Month {
    root: String,
    ends: UnixMillis,
}

impl SearchIndex {
    pub fn of<'a>(instruments: impl Iterator<Item = &'a Instrument>) -> Self {
        Self { entries: instruments.map(Entry::of).collect() }
    }

    /// The listed instruments at `now` that match a keyword, the best match first; of a future's months the main one
    /// first, then the nearest.
    pub fn find(&self, keyword: &str, main_months: &HashSet<InstrumentId>, now: UnixMillis) -> Vec<InstrumentId> {
        let keyword = plain(keyword);
        let listed = self.entries.iter().filter(|entry| entry.is_listed(now));
        let is_other = |entry: &Entry| entry.month.is_some() && !main_months.contains(&entry.id);
        let ranked = listed.filter_map(|entry| Some((entry.rank(&keyword)?, is_other(entry), entry.ends(), entry.id)));
        let mut found: Vec<(Rank, bool, UnixMillis, InstrumentId)> = ranked.collect();
        found.sort_unstable();
        // The code of a future stands for its main month; the other months come after a share of that code.
        for (rank, ..) in found.iter_mut().skip(1).filter(|(rank, ..)| *rank == Rank::Root) {
            *rank = Rank::LaterMonth;
        }
        found.sort_unstable();
        found.into_iter().map(|(.., id)| id).collect()
    }
}

/// The quality of a match, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Root,
    Code,
    LaterMonth,
    CodeBegins,
    NameBegins,
    SpokenBegins,
    NameHolds,
}

impl Entry {
    fn of(instrument: &Instrument) -> Self {
        let names = &instrument.names;
        Self {
            id: instrument.id,
            code: plain(&instrument.code),
            names: [&names.english, &names.simplified, &names.traditional].map(|name| plain(name)),
            spoken: [&instrument.pinyin, &instrument.initials].map(|text| plain(text)),
            month: instrument.future.as_ref().map(|future| Month { root: plain(&future.root), ends: future.ends_at }),
            listed: instrument.listed_at,
        }
    }

    fn is_listed(&self, now: UnixMillis) -> bool {
        now >= self.listed && self.month.as_ref().is_none_or(|month| now < month.ends)
    }

    /// The end, for sorting: instruments without one come first.
    fn ends(&self) -> UnixMillis {
        self.month.as_ref().map_or(UnixMillis(0), |month| month.ends)
    }

    /// True if the code fits a keyword when leading zeros are ignored: 700 finds 00700.
    fn called(&self, keyword: &str, fits: impl Fn(&str, &str) -> bool) -> bool {
        let [code, keyword] = [&self.code, keyword].map(|text| text.trim_start_matches('0'));
        !keyword.is_empty() && fits(code, keyword)
    }

    /// The quality of the match with a keyword in lower case; `None` if there is no match.
    fn rank(&self, keyword: &str) -> Option<Rank> {
        if keyword.is_empty() {
            None
        } else if self.month.as_ref().is_some_and(|month| month.root == keyword) {
            Some(Rank::Root)
        } else if self.code == keyword || self.called(keyword, str::eq) {
            Some(Rank::Code)
        } else if self.code.starts_with(keyword) || self.called(keyword, |code, short| code.starts_with(short)) {
            Some(Rank::CodeBegins)
        } else if self.names.iter().any(|name| name.starts_with(keyword)) {
            Some(Rank::NameBegins)
        } else if self.spoken.iter().any(|text| text.starts_with(keyword)) {
            Some(Rank::SpokenBegins)
        } else if self.names.iter().any(|name| name.contains(keyword)) {
            Some(Rank::NameHolds)
        } else {
            None
        }
    }
}

/// In lower case, and without the stroke between two currencies.
fn plain(text: &str) -> String {
    text.to_lowercase().replace('/', "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Calendars, Catalog, futures};
    use std::collections::HashMap;

    const NOW: UnixMillis = UnixMillis(1_790_000_000_000);

    #[test]
    fn keywords_find_codes_names_and_pinyin() {
        let instruments = crate::market::catalog::number(&Catalog::seed().unwrap(), &[]).unwrap();
        let index = SearchIndex::of(instruments.iter());
        let best = |keyword: &str| {
            let best = *index.find(keyword, &HashSet::new(), NOW).first()?;
            instruments.iter().find(|instrument| instrument.id == best).map(|instrument| instrument.code.as_str())
        };
        for keyword in ["aapl", "AAPL", "苹果", "蘋果", "pingguo", "apple"] {
            assert_eq!(best(keyword), Some("AAPL"), "{keyword}");
        }
        assert_eq!(best("特斯拉"), Some("TSLA"));
        for keyword in ["00700", "700", "0700", "tencent", "腾讯控股", "騰訊", "tengxun", "txkg"] {
            assert_eq!(best(keyword), Some("00700"), "{keyword}");
        }
        for keyword in ["eurusd", "EUR/USD", "EURUSD", "euro/us", "欧元/美元", "歐元美元", "ouyuanmeiyuan", "oymy"]
        {
            assert_eq!(best(keyword), Some("EURUSD"), "{keyword}");
        }
        assert_eq!(best("usd/jpy"), Some("USDJPY"));
        assert_eq!(best(""), None);
        assert_eq!(best("no such company"), None);
    }

    #[test]
    fn a_future_is_found_by_what_its_months_share() {
        let mut seeds = Catalog::seed().unwrap();
        seeds.extend(futures::listed(&Calendars::load(true).unwrap(), NOW).unwrap());
        let instruments = crate::market::catalog::number(&seeds, &[]).unwrap();
        let index = SearchIndex::of(instruments.iter());
        let by_id: HashMap<_, _> = instruments.iter().map(|instrument| (instrument.id, instrument)).collect();
        let found = |keyword: &str, now: UnixMillis| -> Vec<&Instrument> {
            index.find(keyword, &HashSet::new(), now).into_iter().map(|id| by_id[&id]).collect()
        };
        let months = |found: &[&Instrument]| -> Vec<UnixMillis> {
            let months = found.iter().filter_map(|instrument| instrument.future.as_ref());
            months.filter(|future| future.root == "ES").map(|future| future.ends_at).collect()
        };
        let all = found("es", NOW);
        assert!(all[0].code.starts_with("ES") && all[0].future.is_some(), "the nearest month: {}", all[0].code);
        assert_eq!((all[1].code.as_str(), all[2].code.starts_with("ES")), ("ES", true), "then the share, then months");
        let ends = months(&all);
        assert!(ends.len() > 2 && ends.is_sorted(), "{ends:?}");
        let later = found("ES", ends[0]);
        assert_eq!(months(&later)[0], ends[1], "a month that has ended is not found, and the next is the first");
        assert!(later[0].future.is_some());
        let named = months(&found("E-mini S&P", NOW));
        assert!(!named.is_empty() && named.is_sorted(), "by its name as by its code");
        assert_eq!(found(&all[0].code, NOW)[0].code, all[0].code);

        let second = all.iter().filter(|instrument| instrument.future.is_some()).nth(1).unwrap();
        let main = HashSet::from([second.id]);
        for keyword in ["es", "E-mini S&P"] {
            assert_eq!(index.find(keyword, &main, NOW)[0], second.id, "the main month stands before the nearest");
        }
    }
}
