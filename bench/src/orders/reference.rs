//! The limit of SQLite: rusqlite with synchronous=FULL, 64 orders a commit, a savepoint each, no server around it.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};

use super::Figure;
use super::customers::{CUSTOMERS, token};
use super::request::next_key;
use crate::Failure;
use crate::process::own_cpu_seconds;

const ORDERS_A_COMMIT: usize = 64;
const COST_CENTS: i64 = 10_001;

const SCHEMA: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE sessions (token_hash BLOB PRIMARY KEY, account_id INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE balances (account_id INTEGER PRIMARY KEY, posted INTEGER NOT NULL, held INTEGER NOT NULL);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, instrument_id INTEGER NOT NULL,
        side INTEGER NOT NULL, quantity INTEGER NOT NULL, status INTEGER NOT NULL, created_at INTEGER NOT NULL);
    CREATE INDEX orders_account ON orders (account_id, id);
    CREATE TABLE replies (account_id INTEGER NOT NULL, key TEXT NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY (account_id, key)) WITHOUT ROWID;
    CREATE TABLE fills (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL, price INTEGER NOT NULL,
        quantity INTEGER NOT NULL, fee INTEGER NOT NULL, tick_seq INTEGER NOT NULL);
    CREATE TABLE postings (journal_id INTEGER NOT NULL, line INTEGER NOT NULL, account_id INTEGER NOT NULL,
        amount INTEGER NOT NULL, PRIMARY KEY (journal_id, line)) WITHOUT ROWID;
    CREATE TABLE positions (account_id INTEGER NOT NULL, instrument_id INTEGER NOT NULL, quantity INTEGER NOT NULL,
        cost INTEGER NOT NULL, PRIMARY KEY (account_id, instrument_id)) WITHOUT ROWID;
";

pub struct Venue {
    connection: Connection,
    next_id: i64,
}

impl Venue {
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let connection = Connection::open(path)?;
        connection.execute_batch(SCHEMA)?;
        connection.set_prepared_statement_cache_capacity(64);
        connection.execute_batch("BEGIN")?;
        for customer in 1..=CUSTOMERS {
            let hash = Sha256::digest(token(customer)).to_vec();
            connection.execute("INSERT INTO sessions VALUES (?, ?)", params![hash, customer as i64])?;
            connection.execute("INSERT INTO balances VALUES (?, 100000000000, 0)", [customer as i64])?;
        }
        connection.execute_batch("COMMIT")?;
        Ok(Self { connection, next_id: 1 })
    }

    pub fn measure(&mut self, time: Duration) -> Result<Figure, Failure> {
        let (cpu, began) = (own_cpu_seconds()?, Instant::now());
        let mut placed = 0;
        while began.elapsed() < time {
            self.connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
            for _ in 0..ORDERS_A_COMMIT {
                self.connection.prepare_cached("SAVEPOINT one")?.execute([])?;
                self.place(1 + placed % CUSTOMERS)?;
                self.connection.prepare_cached("RELEASE one")?.execute([])?;
                placed += 1;
            }
            self.connection.prepare_cached("COMMIT")?.execute([])?;
        }
        let seconds = began.elapsed().as_secs_f64();
        let cpu_micros = (own_cpu_seconds()? - cpu) * 1e6 / placed.max(1) as f64;
        Ok(Figure { orders_per_second: placed as f64 / seconds, cpu_micros })
    }

    /// The work of perf.md's order: auth, hold, order, idempotency, fill, four ledger rows, release, position.
    fn place(&mut self, customer: usize) -> Result<(), Failure> {
        let id = self.next_id;
        self.next_id += 1;
        let db = &self.connection;
        let hash = Sha256::digest(token(customer)).to_vec();
        let account: i64 = db
            .prepare_cached("SELECT account_id FROM sessions WHERE token_hash = ?")?
            .query_row([hash], |row| row.get(0))?;
        let held = db
            .prepare_cached("UPDATE balances SET held = held + ?2 WHERE account_id = ?1 AND posted - held >= ?2")?
            .execute([account, COST_CENTS])?;
        if held != 1 {
            return Err("the reference's customer has no money left".into());
        }
        db.prepare_cached("INSERT INTO orders VALUES (?, ?, 1, 0, 1, 1, ?)")?.execute([id, account, id])?;
        db.prepare_cached("INSERT INTO replies VALUES (?, ?, ?)")?.execute(params![
            account,
            next_key(),
            "{\"status\":1}"
        ])?;
        db.prepare_cached("INSERT INTO fills VALUES (?, ?, 10001, 1, 0, ?)")?.execute([id, id, id])?;
        let mut post = db.prepare_cached("INSERT INTO postings VALUES (?, ?, ?, ?)")?;
        for (line, (of, amount)) in
            [(account, -COST_CENTS), (0, COST_CENTS), (account, -1), (0, 1)].into_iter().enumerate()
        {
            post.execute([id, line as i64, of, amount])?;
        }
        db.prepare_cached("UPDATE balances SET held = held - ?2, posted = posted - ?2 WHERE account_id = ?1")?
            .execute([account, COST_CENTS])?;
        db.prepare_cached(
            "INSERT INTO positions VALUES (?1, 1, 1, ?2)
             ON CONFLICT DO UPDATE SET quantity = quantity + 1, cost = cost + ?2",
        )?
        .execute([account, COST_CENTS])?;
        Ok(())
    }
}
