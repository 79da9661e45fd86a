//! The parts of an article for readers. A reader's screen draws these and interprets nothing: they contain no HTML.

use crate::http::wire;
use serde::Serialize;
use utoipa::ToSchema;

/// A part of an article.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Block {
    /// A heading of level 2 or 3: the title is of level 1.
    Heading {
        level: u8,
        spans: Vec<Span>,
    },
    Paragraph {
        spans: Vec<Span>,
    },
    Quote {
        spans: Vec<Span>,
    },
    /// A list. Nested lists are one list, whose items tell their depth.
    List {
        ordered: bool,
        items: Vec<ListItem>,
    },
    Code {
        text: String,
    },
    Table {
        head: TableLine,
        lines: Vec<TableLine>,
    },
    Rule,
}

/// Text in one style.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Span {
    pub text: String,
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub strong: bool,
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub emphasis: bool,
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub code: bool,
    /// The address of the link: http or https, and no user's name in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub link: Option<wire::WebLink>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ListItem {
    /// The depth of the item: 0 is the outermost; 3 is the deepest.
    pub depth: u8,
    pub spans: Vec<Span>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct TableLine {
    pub cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Cell {
    pub spans: Vec<Span>,
    /// True for a figure, which stands at the end of its column.
    pub figure: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde hands it over so.
const fn is_false(value: &bool) -> bool {
    !*value
}

impl Span {
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl Block {
    pub fn paragraph(text: impl Into<String>) -> Self {
        Self::Paragraph { spans: vec![Span::plain(text)] }
    }

    pub fn heading(text: impl Into<String>) -> Self {
        Self::Heading { level: 2, spans: vec![Span::plain(text)] }
    }
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Self {
        Self { spans: vec![Span::plain(text)], figure: false }
    }

    pub fn figure(text: impl Into<String>) -> Self {
        Self { figure: true, ..Self::text(text) }
    }
}
