//! Statements as named values, registered so that one test can prepare every one of them on both databases.

use std::sync::OnceLock;

use linkme::distributed_slice;

/// Every statement of the server.
#[allow(unsafe_code)]
#[distributed_slice]
pub static STATEMENTS: [&'static Statement];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// One SQL text. Narrow statements number their parameters `$1`, `$2`, … which both databases support. Batched ones
/// have `{rows}` in the place of the row source, and `{lock}` where PostgreSQL locks the rows it reads.
#[derive(Debug)]
pub struct Statement {
    pub name: &'static str,
    pub text: &'static str,
    /// Column types of the row source, one letter each: `i` integer, `t` text. Empty for narrow statements.
    pub columns: &'static str,
    /// The text for one row on SQLite, built on first use.
    pub one_row: OnceLock<String>,
}

impl Statement {
    /// The text of a narrow statement.
    pub const fn sql(&self) -> &'static str {
        self.text
    }

    /// The text for a row source of one row on SQLite: a batch runs it for each of its rows. `IN` with one row is
    /// written `=`, which SQLite looks up without a temporary table.
    pub fn sql_for_one(&self) -> &str {
        self.one_row.get_or_init(|| {
            let row = vec!["?"; self.columns.len()].join(",");
            let text = self.text.replace("IN ({rows})", &format!("= ({row})"));
            text.replace("{rows}", &format!("VALUES ({row})")).replace("{lock}", "")
        })
    }

    /// The text for a row source of `rows` rows (SQLite: rounded up to a power of two by the caller).
    pub fn sql_for(&self, dialect: Dialect, rows: usize) -> String {
        let source = match dialect {
            Dialect::Sqlite => sqlite_source(self.columns.len(), rows),
            Dialect::Postgres => postgres_source(self.columns, 1),
        };
        let lock = match dialect {
            Dialect::Sqlite => "",
            Dialect::Postgres => "FOR UPDATE",
        };
        self.text.replace("{rows}", &source).replace("{lock}", lock)
    }

    /// The text on PostgreSQL as a part of a statement that has `before` parameters already.
    pub fn sql_after(&self, before: usize) -> String {
        self.text.replace("{rows}", &postgres_source(self.columns, before + 1))
    }
}

/// `VALUES` with plain `?`: numbered placeholders make SQLite's parser quadratic in wide statements. Rows beyond
/// the input are bound as NULL and filtered, so that few different texts exist and stay prepared.
fn sqlite_source(columns: usize, rows: usize) -> String {
    let row = format!("({})", vec!["?"; columns].join(","));
    format!("SELECT * FROM (VALUES {}) WHERE column1 IS NOT NULL", vec![row; rows].join(","))
}

fn postgres_source(columns: &str, first: usize) -> String {
    let arrays = columns.chars().enumerate().map(|(i, kind)| {
        let array = if kind == 't' { "text[]" } else { "int8[]" };
        format!("${}::{array}", i + first)
    });
    format!("SELECT * FROM UNNEST({})", arrays.collect::<Vec<_>>().join(","))
}

/// Declares statements: `statements! { pub FIND: "SELECT …"; STORE("iit"): "INSERT … {rows} …"; }`.
#[macro_export]
macro_rules! statements {
    ($($(#[$doc:meta])* $vis:vis $name:ident $(($columns:literal))? : $text:expr;)*) => {$(
        $(#[$doc])*
        #[allow(unsafe_code)] // The registry places a reference in a link section; it runs no unsafe code.
        #[linkme::distributed_slice($crate::db::STATEMENTS)]
        $vis static $name: &'static $crate::db::Statement = {
            static STATEMENT: $crate::db::Statement = $crate::db::Statement {
                name: concat!(module_path!(), "::", stringify!($name)),
                text: $text,
                columns: concat!("" $(, $columns)?),
                one_row: std::sync::OnceLock::new(),
            };
            &STATEMENT
        };
    )*};
}
