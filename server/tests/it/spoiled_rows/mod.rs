//! An unreadable row stops the service of its own account and of no other: each column of each table with rows of
//! accounts is spoiled for an account of its own, while another customer goes through two days of everything.
//!
//! Tables and columns come from the database's own schema, so that new ones are included. `PLUMBLINE_TEST_SPOILED` is
//! the number of columns spoiled at a time (`./scripts/prove rows`: one, with a server for each); all, if it is not
//! set.

mod schema;
mod story;

use plumbline::db::{Db, Dialect};
use sqlx::AssertSqlSafe;

use crate::support::{Database, TestServer};
use schema::{Column, Kind, Table};

/// The server's own rows, with the reason why they belong to no account. Tables with an account's id are never listed.
const NOBODYS: &[(&str, &str)] = &[
    ("_sqlx_migrations", "which migrations have run"),
    ("article_instruments", "news, which operators and reports write"),
    ("article_tags", "news"),
    ("article_texts", "news"),
    ("articles", "news"),
    ("bars", "the market's past"),
    ("best_prices", "what trailing stops of an instrument have seen, each row read by itself"),
    ("begun_mode", "the mode that the database was begun in"),
    ("chain_blocks", "blocks of chains, the same for everybody"),
    ("chain_decisions", "what reviewers decided on chains"),
    ("chain_states", "how far chains are followed"),
    ("corporate_actions", "actions of companies, each read by itself"),
    ("day_seeds", "the seeds of the simulated market's days"),
    ("email_codes", "codes by e-mail address, before there is an account; read one at a time"),
    ("equity_progress", "one row: how far curves are taken"),
    ("fee_rules", "rules, seeded from the release"),
    ("feed_epochs", "runs of feeds"),
    ("fx_rates", "rules, seeded from the release"),
    ("instrument_changes", "what operators did to instruments"),
    ("instruments", "the catalogue, seeded from the release"),
    ("leadership", "which server leads"),
    ("nights", "rates and prices of pairs, the same for everybody"),
    ("settlements", "prices of contracts, the same for everybody"),
    ("payout_batches", "files of payouts, each read by itself"),
    ("payout_files", "one row: the folder of files"),
    ("restores", "when a backup was brought back"),
    ("simulated_tips", "the simulated chains"),
    ("simulated_transfers", "the simulated chains"),
    ("throttles", "tries by address or name, read one at a time"),
    ("ticks", "quotes that fills name, the same for everybody"),
];

/// Rows that a customer rarely has; `ANN` is the account.
const SELDOM: &[(&str, &str)] = &[
    ("documents_to_retag", "(account_id) VALUES (ANN)"),
    ("ended_sessions", "(account_id, ended, operator, reason, ended_at) VALUES (ANN, 1, 'Di', 'lost', 0)"),
    ("file_reads", "(id, file_id, account_id, reviewer, reason, read_at) VALUES (ANN, ANN, ANN, '', 'own', 0)"),
    ("identity_reads", "(check_id, account_id, reader, read_at) VALUES (ANN, ANN, 'Di', 0)"),
    ("payout_references", "(reference_key, withdrawal_id) SELECT 'a', MIN(id) FROM withdrawals WHERE account_id = ANN"),
    ("owed_adjustments", "(corporate_action_id, account_id) VALUES (1, ANN)"),
];

/// The value that a column of an account is set to.
#[derive(Clone, Debug)]
struct Case {
    table: String,
    column: String,
    /// In SQL; `#` is the account's place among all, so that a value is unique where it must be.
    value: &'static str,
}

fn values(dialect: Dialect, column: &Column) -> &'static [&'static str] {
    match (dialect, column.kind) {
        // SQLite stores any value, whatever the column's type.
        (Dialect::Sqlite, Kind::Int) => &["'x#'", "9223372036854775807 - #", "-9223372036854775807 + #", "-7 - #"],
        (Dialect::Sqlite, Kind::Text) => &["CAST('x#' AS BLOB) || x'ff'", "x'ff'", "'ugly-#'", "''"],
        (Dialect::Postgres, Kind::Int) => &["9223372036854775807 - #", "-9223372036854775807 + #", "-7 - #"],
        (Dialect::Postgres, Kind::Text) => &["'ugly-#'", "''"],
    }
}

fn cases(dialect: Dialect, tables: &[Table]) -> Vec<Case> {
    let of = |table: &Table, column: &Column| -> Vec<Case> {
        let (table, name) = (table.name.clone(), column.name.clone());
        let case = |value: &&'static str| Case { table: table.clone(), column: name.clone(), value };
        values(dialect, column).iter().map(case).collect()
    };
    tables.iter().flat_map(|table| table.columns.iter().flat_map(move |column| of(table, column))).collect()
}

/// The tables with rows of accounts. Fails if a table is neither among them nor listed as the server's own.
async fn tables(db: &Db) -> Vec<Table> {
    let all = schema::read(db).await;
    let is_nobodys = |table: &Table| NOBODYS.iter().any(|(name, _)| *name == table.name);
    for (name, _) in NOBODYS {
        assert!(all.iter().any(|table| table.name == *name), "there is no table {name} any more");
    }
    let strange = all.iter().filter(|table| is_nobodys(table) && table.has("account_id")).collect::<Vec<_>>();
    assert!(strange.is_empty(), "these have rows of accounts: {strange:?}");
    all.into_iter().filter(|table| !is_nobodys(table)).collect()
}

/// Runs `sql`; false where the database refuses it.
async fn run(db: &Db, sql: String) -> bool {
    let sql = AssertSqlSafe(sql);
    let changed = match db {
        Db::Sqlite { writer, .. } => sqlx::query(sql).execute(writer).await.map(|done| done.rows_affected()),
        Db::Postgres { pool, .. } => sqlx::query(sql).execute(pool).await.map(|done| done.rows_affected()),
    };
    changed.is_ok_and(|changed| changed > 0)
}

async fn number(db: &Db, sql: String) -> i64 {
    let sql = AssertSqlSafe(sql);
    match db {
        Db::Sqlite { writer, .. } => sqlx::query_scalar(sql).fetch_one(writer).await.unwrap(),
        Db::Postgres { pool, .. } => sqlx::query_scalar(sql).fetch_one(pool).await.unwrap(),
    }
}

/// Gives each case an account of its own with copies of all rows of `ann`, and spoils one column of it.
async fn spoil(db: &Db, tables: &[Table], cases: &[Case], ann: i64) -> Vec<(i64, Case)> {
    // Otherwise SQLite commits each statement to the disk.
    if matches!(db, Db::Sqlite { .. }) {
        run(db, "PRAGMA synchronous = off".to_owned()).await;
    }
    for (table, row) in SELDOM {
        let row = row.replace("ANN", &ann.to_string());
        assert!(run(db, format!("INSERT INTO {table} {row}")).await, "a row of {table}");
    }
    let accounts = schema::copy_all(db, tables, ann, cases.len()).await;
    let mut spoiled = Vec::new();
    for (place, (account, case)) in accounts.iter().zip(cases).enumerate() {
        let Case { table, column, value } = case;
        let table = tables.iter().find(|known| known.name == *table).unwrap();
        let (theirs, value) = (table.of_account(*account), value.replace('#', &(place + 1).to_string()));
        // A decided record is not decided on again.
        if table.name == "identity_checks" && column != "status" {
            run(db, format!("UPDATE identity_checks SET status = 1, reviewed_at = NULL WHERE {theirs}")).await;
        }
        let newest = format!("{theirs} AND {column} = (SELECT MAX({column}) FROM {} WHERE {theirs})", table.name);
        // If not all rows may have the value, the newest gets it; if the database refuses that too, the value cannot
        // occur.
        for wherever in [&theirs, &newest] {
            if run(db, format!("UPDATE {} SET {column} = {value} WHERE {wherever}", table.name)).await {
                spoiled.push((*account, case.clone()));
                break;
            }
        }
    }
    spoiled
}

async fn all_columns_of_all_tables(database: Database) {
    let dialect = match database {
        Database::Sqlite => Dialect::Sqlite,
        Database::Postgres => Dialect::Postgres,
    };
    let at_once =
        std::env::var("PLUMBLINE_TEST_SPOILED").map_or(usize::MAX, |it| it.parse().expect("a number of columns"));
    let mut first = 0;
    loop {
        let mut server = TestServer::start_still(database).await;
        let story = story::begin(&server).await;
        let (mut all, mut spoiled) = (0, Vec::new());
        server
            .restarted(async |db| {
                let tables = tables(db).await;
                let cases = cases(dialect, &tables);
                let columns: Vec<&[Case]> =
                    cases.chunk_by(|one, other| (&one.table, &one.column) == (&other.table, &other.column)).collect();
                all = columns.len();
                let chosen: Vec<Case> = columns.into_iter().skip(first).take(at_once).flatten().cloned().collect();
                spoiled = spoil(db, &tables, &chosen, story.ann).await;
                let tried = chosen.len();
                println!("{database:?}: {} of {tried} cases, columns from {first} of {all}", spoiled.len());
            })
            .await;
        story::go_on(&server, &story, &spoiled).await;
        first = first.saturating_add(at_once);
        if first >= all {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_cannot_be_read_cost_nobody_else_on_sqlite() {
    all_columns_of_all_tables(Database::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_cannot_be_read_cost_nobody_else_on_postgresql() {
    all_columns_of_all_tables(Database::Postgres).await;
}
