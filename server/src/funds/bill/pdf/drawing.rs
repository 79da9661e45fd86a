//! The layout of the paper: a head that begins it and a smaller one on each further page, a table for each account that
//! continues with its head where a page ends, and a foot with the page's number.

use super::content::{Content, Row, Section};
use crate::http::message;
use crate::http::pdf::{HEIGHT, Page, Style, WIDTH, width, wrapped};

const LEFT: f32 = 42.0;
const RIGHT: f32 = WIDTH - 42.0;
const TOP: f32 = 42.0;
/// The end of rows; the foot is below.
const BOTTOM: f32 = HEIGHT - 58.0;
const FOOT: f32 = HEIGHT - 34.0;

const INK: f32 = 0.1;
const SOFT: f32 = 0.42;
const HAIR: f32 = 0.86;

const TITLE: Style = Style { size: 19.0, bold: true, gray: INK };
const BRAND: Style = Style { size: 11.0, bold: true, gray: INK };
const NAME: Style = Style { size: 11.0, bold: true, gray: INK };
const STRONG: Style = Style { size: 8.0, bold: true, gray: INK };
const TEXT: Style = Style { size: 8.0, bold: false, gray: INK };
const LABEL: Style = Style { size: 8.0, bold: false, gray: SOFT };
const SMALL: Style = Style { size: 7.0, bold: false, gray: SOFT };

const LINE: f32 = 10.5;
/// The space above and below the lines of a row.
const AIR: f32 = 4.0;
/// From the top of a row to the baseline of its first line.
const BASE: f32 = 11.0;
const ROW: f32 = LINE + 2.0 * AIR;
const TABLE_HEAD: f32 = 18.0;

/// The places of the movements' columns: the first four from their left, amount and balance from their right.
struct Columns {
    time: f32,
    kind: f32,
    note: f32,
    reference: f32,
    amount: f32,
    balance: f32,
}

const OF_STATEMENT: Columns =
    Columns { time: LEFT, kind: 126.0, note: 202.0, reference: 327.0, amount: 480.0, balance: RIGHT };
/// Without the balance column, notes have its room.
const OF_LIST: Columns =
    Columns { time: LEFT, kind: 126.0, note: 212.0, reference: 398.0, amount: RIGHT, balance: RIGHT };
const GAP: f32 = 6.0;
const FIGURE: f32 = 70.0;

struct Drawing<'a> {
    content: &'a Content,
    pages: Vec<Page>,
    page: Page,
    top: f32,
}

/// The pages of the paper.
pub fn pages(content: &Content) -> Vec<Page> {
    let mut drawing = Drawing { content, pages: Vec::new(), page: Page::default(), top: TOP };
    drawing.head();
    if content.is_statement {
        drawing.summary();
    }
    for section in &content.sections {
        drawing.section(section);
    }
    if content.sections.is_empty() {
        drawing.top += 26.0;
        let sentence = drawing.say("bill_nothing");
        drawing.page.text(LEFT, drawing.top, sentence, TEXT);
    }
    drawing.finish()
}

impl Drawing<'_> {
    fn say(&self, word: &'static str) -> &'static str {
        message(self.content.language, word)
    }

    /// The head of the paper: its customer, its period, and notices.
    fn head(&mut self) {
        self.page.mark(LEFT - 5.0, self.top, 20.0);
        self.page.text(LEFT + 17.0, self.top + 14.0, self.say("bill_brand"), BRAND);
        self.top += 50.0;
        self.page.text(LEFT, self.top, self.content.title, TITLE);
        self.top += 12.0;
        let names = self.content.facts.iter().map(|(name, _)| width(name, LABEL)).fold(0.0, f32::max);
        let left = LEFT + names + 18.0;
        for (name, value) in &self.content.facts {
            let lines = wrapped(value, TEXT, RIGHT - left);
            self.page.text(LEFT, self.top + BASE, name, LABEL);
            for (index, line) in lines.iter().enumerate() {
                self.page.text(left, self.top + BASE + index as f32 * LINE, line, TEXT);
            }
            self.top += lines.len() as f32 * LINE + 3.5;
        }
        for notice in &self.content.notices {
            self.top += 4.0;
            self.sentence(notice, STRONG);
        }
    }

    fn sentence(&mut self, sentence: &str, style: Style) {
        for line in wrapped(sentence, style, RIGHT - LEFT) {
            self.page.text(LEFT, self.top + BASE, line, style);
            self.top += LINE + 1.0;
        }
    }

    /// One row for each account, and the proof of the figures.
    fn summary(&mut self) {
        self.top += 18.0;
        let figures = [290.0, 378.0, 466.0, RIGHT];
        let words = ["bill_opening", "bill_in", "bill_out", "bill_closing"];
        self.page.text(LEFT, self.top + BASE, self.say("bill_account"), SMALL);
        for (right, word) in figures.into_iter().zip(words) {
            self.page.text_to(right, self.top + BASE, self.say(word), SMALL, 84.0);
        }
        self.top += TABLE_HEAD;
        self.page.rule(LEFT, RIGHT, self.top, 0.75, INK);
        for section in &self.content.sections {
            let Some((opening, closing)) = &section.ends else { continue };
            let base = self.top + BASE;
            self.page.text(LEFT, base, &section.name, TEXT);
            self.page.text(LEFT + width(&section.name, TEXT) + GAP, base, section.currency, LABEL);
            for (right, text) in figures.into_iter().zip([opening, &section.came_in, &section.went_out]) {
                self.page.text_to(right, base, text, TEXT, 82.0);
            }
            self.page.text_to(RIGHT, base, closing, STRONG, 82.0);
            self.top += ROW;
            self.page.rule(LEFT, RIGHT, self.top, 0.4, HAIR);
        }
        if let Some(proof) = &self.content.proof {
            self.top += 5.0;
            self.sentence(proof, SMALL);
        }
    }

    /// All movements of an account, on as many pages as needed.
    fn section(&mut self, section: &Section) {
        // The heading and the first rows stay together.
        let least = 52.0 + TABLE_HEAD + 3.0 * ROW;
        if self.top + least > BOTTOM {
            self.next_page();
        } else {
            self.top += 26.0;
        }
        self.table_head(section, false);
        if let Some((opening, _)) = &section.ends {
            let balance = (opening.as_str(), OF_STATEMENT.balance);
            self.sum("bill_opening", balance, STRONG);
            self.page.rule(LEFT, RIGHT, self.top, 0.4, HAIR);
        }
        for row in &section.rows {
            self.row(section, row);
        }
        let ends = if section.ends.is_some() { 3.0 } else { 2.0 };
        self.room(section, ends * ROW);
        self.page.rule(LEFT, RIGHT, self.top, 0.75, INK);
        let amount = self.columns().amount;
        self.sum("bill_in", (&section.came_in, amount), TEXT);
        self.sum("bill_out", (&section.went_out, amount), TEXT);
        if let Some((_, closing)) = &section.ends {
            self.sum("bill_closing", (closing, OF_STATEMENT.balance), STRONG);
        }
    }

    const fn columns(&self) -> &'static Columns {
        if self.content.is_statement { &OF_STATEMENT } else { &OF_LIST }
    }

    fn table_head(&mut self, section: &Section, goes_on: bool) {
        let columns = self.columns();
        let base = self.top + BASE;
        self.page.text(LEFT, base, &section.name, NAME);
        let mut left = LEFT + width(&section.name, NAME) + GAP;
        self.page.text(left, base, section.currency, LABEL);
        if goes_on {
            left += width(section.currency, LABEL) + GAP;
            self.page.text(left, base, self.say("bill_continued"), LABEL);
        }
        self.top += 16.0;
        let base = self.top + BASE;
        for (left, word) in [
            (columns.time, "bill_time"),
            (columns.kind, "bill_kind"),
            (columns.note, "bill_note"),
            (columns.reference, "bill_reference"),
        ] {
            self.page.text(left, base, self.say(word), SMALL);
        }
        self.page.text_to(columns.amount, base, self.say("bill_amount"), SMALL, FIGURE);
        if self.content.is_statement {
            self.page.text_to(columns.balance, base, self.say("bill_balance"), SMALL, FIGURE);
        }
        self.top += TABLE_HEAD;
        self.page.rule(LEFT, RIGHT, self.top, 0.75, INK);
    }

    /// A movement, whole on one page.
    fn row(&mut self, section: &Section, row: &Row) {
        let columns = self.columns();
        let kind = wrapped(&row.kind, TEXT, columns.note - columns.kind - GAP);
        let note = wrapped(&row.note, TEXT, columns.reference - columns.note - GAP);
        let lines = kind.len().max(note.len()) as f32;
        let height = (lines - 1.0) * LINE + ROW;
        self.room(section, height);
        let base = self.top + BASE + 1.0;
        self.page.text(columns.time, base, &row.time, TEXT);
        for (left, lines) in [(columns.kind, kind), (columns.note, note)] {
            for (index, line) in lines.into_iter().enumerate() {
                self.page.text(left, base + index as f32 * LINE, line, TEXT);
            }
        }
        self.page.text(columns.reference, base, &row.reference, SMALL);
        self.page.text_to(columns.amount, base, &row.amount, TEXT, FIGURE);
        if let Some(balance) = &row.balance {
            self.page.text_to(columns.balance, base, balance, TEXT, FIGURE);
        }
        self.top += height;
        self.page.rule(LEFT, RIGHT, self.top, 0.4, HAIR);
    }

    fn sum(&mut self, word: &'static str, (figure, right): (&str, f32), style: Style) {
        let base = self.top + BASE + 1.0;
        self.page.text(self.columns().kind, base, self.say(word), style);
        self.page.text_to(right, base, figure, style, FIGURE);
        self.top += ROW;
    }

    /// Continues the table on the next page if this one has no room.
    fn room(&mut self, section: &Section, height: f32) {
        if self.top + height > BOTTOM {
            self.next_page();
            self.table_head(section, true);
        }
    }

    fn next_page(&mut self) {
        self.pages.push(std::mem::take(&mut self.page));
        self.page.text(LEFT, TOP, self.content.title, STRONG);
        self.page.text_to(RIGHT, TOP, &self.content.running, SMALL, 330.0);
        self.page.rule(LEFT, RIGHT, TOP + 7.0, 0.4, HAIR);
        self.top = TOP + 18.0;
    }

    fn finish(mut self) -> Vec<Page> {
        let (brand, made) = (self.say("bill_brand"), &self.content.made);
        self.pages.push(self.page);
        let count = self.pages.len();
        for (index, page) in self.pages.iter_mut().enumerate() {
            page.rule(LEFT, RIGHT, FOOT - 14.0, 0.4, HAIR);
            page.text(LEFT, FOOT, &format!("{brand} · {made}"), SMALL);
            page.text_to(RIGHT, FOOT, &format!("{}/{count}", index + 1), SMALL, 60.0);
        }
        self.pages
    }
}
