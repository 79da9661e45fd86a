//! The sentences of reports, from `words.toml`.

use jiff::civil::Date;
use plumbline_core::decimal::format_percent;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Market as MarketName;
use plumbline_core::money::Rounding;

use super::kind::{Line, Preview, Report, Wrap};
use crate::http::{Language, grouped, message, stored_message};
use crate::market::Market;
use crate::news::blocks::{Block, Cell, ListItem, Span, TableLine};
use crate::news::store::Headline;

/// The title and the beginning of a report.
pub fn headline(report: &Report, market: &Market, language: Language) -> Headline {
    let writer = Writer { market, language };
    let (title, summary) = match report {
        Report::Wrap(wrap) => (writer.wrap_title(wrap), writer.went(wrap)),
        Report::Preview(preview) => (writer.preview_title(preview), writer.hours(preview)),
    };
    Headline { language, title, summary }
}

/// The text of a report.
pub fn write(report: &Report, market: &Market, language: Language) -> Vec<Block> {
    let writer = Writer { market, language };
    match report {
        Report::Wrap(wrap) => writer.wrap(wrap),
        Report::Preview(preview) => writer.preview(preview),
    }
}

/// A large figure in few characters, with three digits or more: `41.2M`, and `4,123萬` in Chinese.
fn compact(value: i128, language: Language) -> String {
    const ENGLISH: [(i128, &str); 4] = [(1_000_000_000_000, "T"), (1_000_000_000, "B"), (1_000_000, "M"), (1_000, "K")];
    const SIMPLIFIED: [(i128, &str); 3] = [(1_000_000_000_000, "万亿"), (100_000_000, "亿"), (10_000, "万")];
    const TRADITIONAL: [(i128, &str); 3] = [(1_000_000_000_000, "萬億"), (100_000_000, "億"), (10_000, "萬")];
    let units: &[(i128, &str)] = match language {
        Language::English => &ENGLISH,
        Language::SimplifiedChinese => &SIMPLIFIED,
        Language::TraditionalChinese => &TRADITIONAL,
    };
    let Some((unit, name)) = units.iter().find(|(unit, _)| value >= *unit) else { return grouped(&value.to_string()) };
    let hundredths = value * 100 / unit;
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match whole {
        100.. => format!("{}{name}", grouped(&whole.to_string())),
        10.. => format!("{whole}.{}{name}", rest / 10),
        _ => format!("{whole}.{rest:02}{name}"),
    }
}

struct Writer<'a> {
    market: &'a Market,
    language: Language,
}

impl Writer<'_> {
    /// A sentence with the values in its places.
    fn say(&self, word: &'static str, values: &[(&str, String)]) -> String {
        let mut text = message(self.language, word).to_owned();
        for (place, value) in values {
            text = text.replace(place, value);
        }
        text
    }

    fn market_name(&self, market: MarketName) -> String {
        stored_message(self.language, &format!("market_name_{}", market.code())).unwrap_or(market.code()).to_owned()
    }

    fn day(&self, day: Date) -> String {
        let format = if self.language == Language::English { "%-d %b %Y" } else { "%Y年%-m月%-d日" };
        day.strftime(format).to_string()
    }

    /// Joins sentences: between Chinese ones there is no space.
    fn joined(&self, sentences: &[String]) -> String {
        sentences.join(if self.language == Language::English { " " } else { "" })
    }

    fn named(&self, id: InstrumentId) -> String {
        let code = self.market.catalog.get(id).map(|known| known.code.clone()).unwrap_or_default();
        match self.market.name(id, self.language) {
            name if name.is_empty() || name == code => code,
            name => format!("{name} {code}"),
        }
    }

    fn close(&self, line: &Line) -> String {
        let known = self.market.catalog.get(line.instrument);
        grouped(&known.map_or_else(|| line.close.display(2), |known| known.shown(line.close)))
    }

    fn wrap_title(&self, wrap: &Wrap) -> String {
        let (market, day) = (("{market}", self.market_name(wrap.market)), ("{day}", self.day(wrap.day)));
        match wrap.indices.first() {
            Some(index) => {
                let name = self.market.name(index.instrument, self.language);
                self.say("wrap_title", &[market, day, ("{index}", name), ("{change}", change(index))])
            }
            None => {
                let (rose, fell) = (wrap.rose.to_string(), wrap.fell.to_string());
                self.say("wrap_title_breadth", &[market, day, ("{rose}", rose), ("{fell}", fell)])
            }
        }
    }

    /// The sentence on the indices and on rises and falls.
    fn went(&self, wrap: &Wrap) -> String {
        let index = |line: &Line| {
            let name = self.market.name(line.instrument, self.language);
            self.say("wrap_index", &[("{name}", name), ("{close}", self.close(line)), ("{change}", change(line))])
        };
        let mut sentences: Vec<String> = wrap.indices.iter().map(index).collect();
        let breadth = match wrap.market {
            MarketName::Forex => "wrap_pairs",
            MarketName::Crypto => "wrap_coins",
            MarketName::UsStock | MarketName::HongKong | MarketName::Future | MarketName::Index => "wrap_shares",
        };
        let count = wrap.rose.saturating_add(wrap.fell).saturating_add(wrap.unchanged);
        let places = ["{count}", "{rose}", "{fell}", "{unchanged}"];
        let counts = [count, wrap.rose, wrap.fell, wrap.unchanged].map(|count| grouped(&count.to_string()));
        sentences.push(self.say(breadth, &std::array::from_fn::<_, 4, _>(|i| (places[i], counts[i].clone()))));
        self.joined(&sentences)
    }

    fn wrap(&self, wrap: &Wrap) -> Vec<Block> {
        let mut blocks = vec![Block::paragraph(self.went(wrap))];
        let lists = [("wrap_gainers", &wrap.gainers), ("wrap_losers", &wrap.losers), ("wrap_actives", &wrap.actives)];
        for (title, lines) in lists.into_iter().filter(|(_, lines)| !lines.is_empty()) {
            blocks.push(Block::heading(self.say(title, &[])));
            blocks.push(self.table(lines, title == "wrap_actives"));
        }
        blocks.push(Block::paragraph(self.say("wrap_origin", &[])));
        self.marked(blocks, wrap.simulated)
    }

    fn table(&self, lines: &[Line], with_turnover: bool) -> Block {
        let mut head = vec![Cell::text(self.say("wrap_head_name", &[]))];
        head.extend(["wrap_head_close", "wrap_head_change"].map(|word| Cell::figure(self.say(word, &[]))));
        if with_turnover {
            head.push(Cell::figure(self.say("wrap_head_turnover", &[])));
        }
        let line = |line: &Line| {
            let mut cells = vec![Cell::text(self.named(line.instrument))];
            cells.extend([self.close(line), change(line)].map(Cell::figure));
            if with_turnover {
                cells.push(Cell::figure(self.turnover(line)));
            }
            TableLine { cells }
        };
        Block::Table { head: TableLine { cells: head }, lines: lines.iter().map(line).collect() }
    }

    /// The turnover of an instrument at its close, by which the most active are ranked: `546M USD`.
    fn turnover(&self, line: &Line) -> String {
        let Some(instrument) = self.market.catalog.get(line.instrument) else { return String::new() };
        let currency = instrument.currency;
        let turnover = instrument.multiplier().value(line.close, line.volume, currency, Rounding::Down);
        let Ok(turnover) = turnover else { return String::new() };
        format!("{} {currency}", compact((turnover.minor / currency.scale()).into(), self.language))
    }

    fn preview_title(&self, preview: &Preview) -> String {
        let word = if preview.half_day { "preview_title_half_day" } else { "preview_title" };
        self.say(word, &[("{market}", self.market_name(preview.market)), ("{day}", self.day(preview.day))])
    }

    fn hours(&self, preview: &Preview) -> String {
        let spans: Vec<String> = preview.hours.iter().map(|(from, to)| format!("{from}–{to}")).collect();
        let spans = spans.join(if self.language == Language::English { " and " } else { "及" });
        let word =
            if preview.market == MarketName::HongKong { "preview_hours_hong_kong" } else { "preview_hours_new_york" };
        let mut sentences = vec![self.say(word, &[("{hours}", spans)])];
        if preview.half_day {
            sentences.push(self.say("preview_half_day", &[]));
        }
        if preview.around_the_clock {
            sentences.push(self.say("preview_around_the_clock", &[]));
        }
        self.joined(&sentences)
    }

    fn preview(&self, preview: &Preview) -> Vec<Block> {
        let mut blocks = vec![Block::paragraph(self.hours(preview)), Block::heading(self.say("preview_ahead", &[]))];
        let closed =
            preview.closed.iter().map(|day| (day.0, self.say("preview_closed", &[("{day}", self.day(day.0))])));
        let half_days = preview.half_days.iter().map(|half| {
            let values = [("{day}", self.day(half.day.0)), ("{close}", half.closes.clone())];
            (half.day.0, self.say("preview_shortened", &values))
        });
        let mut ahead: Vec<(Date, String)> = closed.chain(half_days).collect();
        ahead.sort_by_key(|(day, _)| *day);
        blocks.push(if ahead.is_empty() {
            Block::paragraph(self.say("preview_nothing", &[]))
        } else {
            let item = |(_, text)| ListItem { depth: 0, spans: vec![Span::plain(text)] };
            Block::List { ordered: false, items: ahead.into_iter().map(item).collect() }
        });
        if !preview.last_trades.is_empty() {
            blocks.push(Block::heading(self.say("preview_last_trades", &[])));
            let head = ["preview_head_contract", "preview_head_day"].map(|word| Cell::text(self.say(word, &[])));
            let lines = preview.last_trades.iter().map(|last| TableLine {
                cells: vec![Cell::text(self.named(last.instrument)), Cell::text(self.day(last.day.0))],
            });
            blocks.push(Block::Table { head: TableLine { cells: head.into() }, lines: lines.collect() });
        }
        self.marked(blocks, preview.simulated)
    }

    /// Puts the note first that the prices are simulated, if they are.
    fn marked(&self, blocks: Vec<Block>, simulated: bool) -> Vec<Block> {
        let mark = simulated.then(|| Block::Quote { spans: vec![Span::plain(self.say("report_simulated", &[]))] });
        mark.into_iter().chain(blocks).collect()
    }
}

/// `+1.25%`.
fn change(line: &Line) -> String {
    let sign = if line.basis_points > 0 { "+" } else { "" };
    format!("{sign}{}%", grouped(&format_percent(line.basis_points)))
}

#[cfg(test)]
mod tests;
