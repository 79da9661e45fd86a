//! Lines that contain a word.

use plumbline_core::ledger::Note;

use super::filter::BillFilter;
use super::note::text;
use super::queries::{self, BillLine, Of};
use crate::db::{DbError, Session};
use crate::http::{COUNTED_MAX, Language, Page};
use crate::ledger::store::read_note;
use crate::market::Market;

/// The context for reading notes: the market, and the language of instrument names.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    pub market: &'a Market,
    pub language: Language,
}

impl Reading<'_> {
    /// True if the filter's word is part of the line's ids, its note, or the name of the traded instrument.
    pub fn finds(self, filter: &BillFilter, line: &BillLine) -> Result<bool, DbError> {
        let Some(keyword) = &filter.keyword else { return Ok(true) };
        let note = read_note(line.note.as_deref())?;
        let mut words = line.journal_id.to_string();
        if let Some(note) = &note {
            words = format!("{words} {} {}", text(self.market, note), self.more(note)).to_lowercase();
        }
        Ok(words.contains(keyword.as_str()))
    }

    /// Words about the note that its text does not contain.
    fn more(self, note: &Note) -> String {
        let name = |instrument| self.market.name(instrument, self.language);
        match note {
            Note::Trade { order, instrument, .. } => format!("{order} {}", name(*instrument)),
            Note::Financing { instrument, .. }
            | Note::Variation { instrument, .. }
            | Note::Dividend { instrument, .. } => name(*instrument),
            Note::Deposit { .. } | Note::Withdrawal { .. } | Note::Transfer { .. } => String::new(),
        }
    }
}

/// All lines with the filter's word among the newest 10,000, newest first.
pub async fn found(
    on: &mut impl Session,
    of: Of,
    filter: &BillFilter,
    reading: Reading<'_>,
) -> Result<Vec<BillLine>, DbError> {
    let (mut found, mut read) = (Vec::new(), Ok(()));
    queries::each(on, of, filter, COUNTED_MAX, |line| {
        if read.is_ok() {
            match reading.finds(filter, &line) {
                Ok(true) => found.push(line),
                Ok(false) => {}
                Err(error) => read = Err(error),
            }
        }
    })
    .await?;
    read.map(|()| found)
}

/// The lines of a page.
pub fn page_of(found: &[BillLine], page: Page) -> &[BillLine] {
    let start = usize::try_from(page.offset()).unwrap_or(usize::MAX).min(found.len());
    let end = start.saturating_add(usize::try_from(page.size()).unwrap_or(0)).min(found.len());
    found.get(start..end).unwrap_or_default()
}
