//! Markdown as blocks. Everything except text, headings, lists, tables, quotations and links is left out; HTML stays as
//! text, and pictures become their description.

use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use url::Url;

use super::blocks::{Block, Cell, ListItem, Span, TableLine};

/// The greatest depth of list items; deeper ones are put at this depth.
const DEEPEST: usize = 3;
/// Characters of a summary.
const SUMMARY_MAX: usize = 160;

pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut builder = Builder::default();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        builder.take(event);
    }
    builder.blocks
}

/// The beginning of the first paragraph.
pub fn summary(blocks: &[Block]) -> String {
    let first = blocks.iter().find_map(|block| match block {
        Block::Paragraph { spans } => Some(spans.iter().map(|span| span.text.as_str()).collect::<String>()),
        _ => None,
    });
    let text = first.unwrap_or_default().replace('\n', " ");
    match text.char_indices().nth(SUMMARY_MAX) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}

/// A permitted link: http or https, to a host, without a user name that could pass for one.
fn link(text: &str) -> Option<String> {
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    (url.username().is_empty() && url.password().is_none() && url.has_host()).then(|| url.into())
}

#[derive(Default)]
struct Builder {
    blocks: Vec<Block>,
    /// The text being read.
    spans: Vec<Span>,
    strong: usize,
    emphasis: usize,
    links: Vec<Option<String>>,
    quotes: usize,
    code: bool,
    /// For each of the lists around the text, true if it is numbered.
    lists: Vec<bool>,
    items: Vec<ListItem>,
    table: Table,
}

#[derive(Default)]
struct Table {
    alignments: Vec<Alignment>,
    head: TableLine,
    lines: Vec<TableLine>,
    line: TableLine,
}

impl Builder {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.say(&text, self.code),
            Event::Code(text) => self.say(&text, true),
            Event::SoftBreak => self.go_on(),
            Event::HardBreak => self.say("\n", false),
            Event::Rule => self.blocks.push(Block::Rule),
            // From extensions that are off.
            Event::InlineMath(_) | Event::DisplayMath(_) | Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn say(&mut self, text: &str, code: bool) {
        let link = self.links.last().cloned().flatten();
        let look = Span {
            text: String::new(),
            strong: self.strong > 0,
            emphasis: self.emphasis > 0,
            code,
            link: link.map(Into::into),
        };
        match self.spans.last_mut() {
            Some(last) if (Span { text: String::new(), ..last.clone() }) == look => last.text.push_str(text),
            _ => self.spans.push(Span { text: text.to_owned(), ..look }),
        }
    }

    /// Continues a paragraph on its next line. Between Chinese characters there is no space.
    fn go_on(&mut self) {
        let last = self.spans.last().and_then(|span| span.text.chars().last());
        if last.is_some_and(|last| last < '\u{2e80}') {
            self.say(" ", false);
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Strong => self.strong += 1,
            Tag::Emphasis => self.emphasis += 1,
            Tag::Link { dest_url, .. } => self.links.push(link(&dest_url)),
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::CodeBlock(_) => self.code = true,
            Tag::List(first) => {
                self.end_item();
                self.lists.push(first.is_some());
            }
            Tag::Table(alignments) => self.table = Table { alignments, ..Table::default() },
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Emphasis => self.emphasis = self.emphasis.saturating_sub(1),
            TagEnd::Link => drop(self.links.pop()),
            TagEnd::BlockQuote(_) => self.quotes = self.quotes.saturating_sub(1),
            TagEnd::Heading(level) => {
                let level = if level <= HeadingLevel::H2 { 2 } else { 3 };
                self.push(|spans| Block::Heading { level, spans });
            }
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.end_paragraph(),
            TagEnd::CodeBlock => {
                self.code = false;
                if self.lists.is_empty() {
                    self.push(|spans| Block::Code { text: spans.into_iter().map(|span| span.text).collect() });
                }
            }
            TagEnd::Item => self.end_item(),
            TagEnd::List(_) => {
                let ordered = self.lists.pop().unwrap_or_default();
                if self.lists.is_empty() && !self.items.is_empty() {
                    let items = std::mem::take(&mut self.items);
                    self.blocks.push(Block::List { ordered, items });
                }
            }
            TagEnd::TableCell => self.end_cell(),
            TagEnd::TableHead => self.table.head = std::mem::take(&mut self.table.line),
            TagEnd::TableRow => {
                let line = std::mem::take(&mut self.table.line);
                self.table.lines.push(line);
            }
            TagEnd::Table => {
                let Table { head, lines, .. } = std::mem::take(&mut self.table);
                self.blocks.push(Block::Table { head, lines });
            }
            _ => {}
        }
    }

    fn push(&mut self, block: impl FnOnce(Vec<Span>) -> Block) {
        let spans = std::mem::take(&mut self.spans);
        if !spans.is_empty() {
            self.blocks.push(block(spans));
        }
    }

    fn end_paragraph(&mut self) {
        if !self.lists.is_empty() {
            // An item may have several paragraphs: they stay one below the other.
            self.say("\n", false);
        } else if self.quotes > 0 {
            self.push(|spans| Block::Quote { spans });
        } else {
            self.push(|spans| Block::Paragraph { spans });
        }
    }

    fn end_item(&mut self) {
        let mut spans = std::mem::take(&mut self.spans);
        if let Some(last) = spans.last_mut() {
            last.text.truncate(last.text.trim_end().len());
        }
        spans.retain(|span| !span.text.is_empty());
        if !spans.is_empty() && !self.lists.is_empty() {
            let depth = (self.lists.len() - 1).min(DEEPEST);
            self.items.push(ListItem { depth: u8::try_from(depth).unwrap_or_default(), spans });
        }
    }

    fn end_cell(&mut self) {
        let spans = std::mem::take(&mut self.spans);
        let alignment = self.table.alignments.get(self.table.line.cells.len());
        self.table.line.cells.push(Cell { spans, figure: alignment == Some(&Alignment::Right) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(markdown: &str) -> serde_json::Value {
        serde_json::to_value(blocks(markdown)).unwrap()
    }

    #[test]
    fn what_articles_are_written_with_is_kept() {
        let text = "# Title\n\nOne *two* **three** `four`\nfive.\n\n> said\n\n- a\n  - b\n- c\n\n1. d\n\n---\n\n```\nx < 1\n```\n";
        assert_eq!(
            json(text),
            serde_json::json!([
                { "kind": "heading", "level": 2, "spans": [{ "text": "Title" }] },
                { "kind": "paragraph", "spans": [
                    { "text": "One " }, { "text": "two", "emphasis": true }, { "text": " " },
                    { "text": "three", "strong": true }, { "text": " " }, { "text": "four", "code": true },
                    { "text": " five." },
                ] },
                { "kind": "quote", "spans": [{ "text": "said" }] },
                { "kind": "list", "ordered": false, "items": [
                    { "depth": 0, "spans": [{ "text": "a" }] },
                    { "depth": 1, "spans": [{ "text": "b" }] },
                    { "depth": 0, "spans": [{ "text": "c" }] },
                ] },
                { "kind": "list", "ordered": true, "items": [{ "depth": 0, "spans": [{ "text": "d" }] }] },
                { "kind": "rule" },
                { "kind": "code", "text": "x < 1\n" },
            ])
        );
        let table = blocks("| Fee | From |\n|---|--:|\n| SEC | 20.60 |\n");
        let Block::Table { head, lines } = &table[0] else { panic!("{table:?}") };
        assert_eq!(head.cells.iter().map(|cell| cell.figure).collect::<Vec<_>>(), [false, true]);
        assert_eq!(lines[0].cells[1], Cell::figure("20.60"));
    }

    #[test]
    fn lines_of_chinese_go_on_without_a_space() {
        assert_eq!(blocks("今日\n收市"), [Block::paragraph("今日收市")]);
        assert_eq!(blocks("one\ntwo"), [Block::paragraph("one two")]);
    }

    #[test]
    fn only_links_of_the_web_lead_anywhere() {
        let lead = |url: &str| {
            let read = blocks(&format!("[here]({url})"));
            let Block::Paragraph { spans } = &read[0] else { panic!("{read:?}") };
            spans[0].link.clone()
        };
        assert_eq!(lead("https://www.sec.gov/rules?a=1&b=2").as_deref(), Some("https://www.sec.gov/rules?a=1&b=2"));
        assert_eq!(lead("http://www.sec.gov").as_deref(), Some("http://www.sec.gov/"));
        for url in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "<java\tscript:alert(1)>",
            "data:text/html;base64,PHNjcmlwdD4=",
            "vbscript:x",
            "file:///etc/passwd",
            "//www.sec.gov",
            "/pages/withdraw/index",
            "#/pages/home/index",
            "https://www.sec.gov@evil.example/",
            "https://user:secret@evil.example/",
            "https://",
        ] {
            assert_eq!(lead(url), None, "{url}");
        }
    }

    #[test]
    fn html_is_the_text_that_it_is_and_pictures_are_their_descriptions() {
        let hostile = "<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> b ![a chart](https://evil.example/pixel.png)\n\n<iframe src=//evil.example></iframe>";
        let written = json(hostile).to_string();
        assert!(!written.contains("pixel.png"), "no picture is fetched: {written}");
        assert!(written.contains("<script>alert(1)</script>") && written.contains("a chart"), "{written}");
        let kinds = ["heading", "paragraph"];
        for block in json(hostile).as_array().unwrap() {
            assert!(kinds.contains(&block["kind"].as_str().unwrap()), "{block}");
        }
    }

    #[test]
    fn what_is_nested_without_end_stays_flat() {
        for text in [">".repeat(20_000), "- ".repeat(5_000) + "x", "[".repeat(20_000), "*a **b ".repeat(5_000)] {
            let read = json(&text);
            let depths = read.as_array().unwrap().iter().filter_map(|block| block["items"][0]["depth"].as_u64());
            assert!(depths.max().unwrap_or(0) <= 3);
        }
    }

    #[test]
    fn a_summary_is_the_beginning_of_the_first_paragraph() {
        assert_eq!(summary(&blocks("# Title\n\nWhat *happened*.\n\nMore.")), "What happened.");
        assert_eq!(summary(&blocks(&"長".repeat(400))).chars().count(), SUMMARY_MAX + 1);
        assert_eq!(summary(&blocks("# Only a title")), "");
    }
}
