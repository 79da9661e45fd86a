//! Finds instruments by what customers type: a code or a name in any of the three languages, pinyin or its initials.

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Instrument;

/// The texts that each instrument answers to, in lower case.
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
}

impl SearchIndex {
    pub fn of<'a>(instruments: impl Iterator<Item = &'a Instrument>) -> Self {
        Self { entries: instruments.map(Entry::of).collect() }
    }

    /// The instruments that answer to a keyword, the best match first.
    pub fn find(&self, keyword: &str) -> Vec<InstrumentId> {
        let keyword = plain(keyword);
        let ranked = self.entries.iter().filter_map(|entry| Some((entry.rank(&keyword)?, entry.id)));
        let mut found: Vec<(u8, InstrumentId)> = ranked.collect();
        found.sort_unstable();
        found.into_iter().map(|(_, id)| id).collect()
    }
}

impl Entry {
    fn of(instrument: &Instrument) -> Self {
        let names = &instrument.names;
        Self {
            id: instrument.id,
            code: plain(&instrument.code),
            names: [&names.english, &names.simplified, &names.traditional].map(|name| plain(name)),
            spoken: [&instrument.pinyin, &instrument.initials].map(|text| plain(text)),
        }
    }

    /// Whether the code fits a keyword when both are without the zeros that they begin with: 700 is called for 00700.
    fn called(&self, keyword: &str, fits: impl Fn(&str, &str) -> bool) -> bool {
        let [code, keyword] = [&self.code, keyword].map(|text| text.trim_start_matches('0'));
        !keyword.is_empty() && fits(code, keyword)
    }

    /// How well the instrument answers to a keyword in lower case, 0 the best; `None` when it does not.
    fn rank(&self, keyword: &str) -> Option<u8> {
        if keyword.is_empty() {
            None
        } else if self.code == keyword || self.called(keyword, str::eq) {
            Some(0)
        } else if self.code.starts_with(keyword) || self.called(keyword, |code, short| code.starts_with(short)) {
            Some(1)
        } else if self.names.iter().any(|name| name.starts_with(keyword)) {
            Some(2)
        } else if self.spoken.iter().any(|text| text.starts_with(keyword)) {
            Some(3)
        } else if self.names.iter().any(|name| name.contains(keyword)) {
            Some(4)
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
    use crate::market::Catalog;

    #[test]
    fn keywords_find_codes_names_and_pinyin() {
        let instruments = crate::market::catalog::number(&Catalog::seed().unwrap(), &[]).unwrap();
        let index = SearchIndex::of(instruments.iter());
        let best = |keyword: &str| {
            let best = *index.find(keyword).first()?;
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
}
