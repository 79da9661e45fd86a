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
        let keyword = keyword.to_lowercase();
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
            code: instrument.code.to_lowercase(),
            names: [&names.english, &names.simplified, &names.traditional].map(|name| name.to_lowercase()),
            spoken: [&instrument.pinyin, &instrument.initials].map(Clone::clone),
        }
    }

    /// How well the instrument answers to a keyword in lower case, 0 the best; `None` when it does not.
    fn rank(&self, keyword: &str) -> Option<u8> {
        if keyword.is_empty() {
            None
        } else if self.code == keyword {
            Some(0)
        } else if self.code.starts_with(keyword) {
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
        assert_eq!(best(""), None);
        assert_eq!(best("no such company"), None);
    }
}
