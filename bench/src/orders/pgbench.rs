//! The limit of PostgreSQL itself: the work of an order as one function, called by pgbench with 32 clients.

use std::process::Command;
use std::time::Duration;

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::runtime::Runtime;

use super::Figure;
use super::customers::CUSTOMERS;
use crate::Failure;

const CLIENTS: &str = "32";

const SCHEMA: &str = "
    CREATE TABLE sessions (token_hash TEXT PRIMARY KEY, account_id BIGINT NOT NULL);
    CREATE TABLE balances (account_id BIGINT PRIMARY KEY, posted BIGINT NOT NULL, held BIGINT NOT NULL);
    CREATE TABLE orders (id BIGSERIAL PRIMARY KEY, account_id BIGINT NOT NULL, instrument_id BIGINT NOT NULL,
        side BIGINT NOT NULL, quantity BIGINT NOT NULL, status BIGINT NOT NULL, created_at BIGINT NOT NULL);
    CREATE INDEX orders_account ON orders (account_id, id);
    CREATE TABLE replies (account_id BIGINT NOT NULL, key TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (account_id, key));
    CREATE TABLE fills (id BIGINT PRIMARY KEY, order_id BIGINT NOT NULL, price BIGINT NOT NULL,
        quantity BIGINT NOT NULL, fee BIGINT NOT NULL, tick_seq BIGINT NOT NULL);
    CREATE TABLE postings (journal_id BIGINT NOT NULL, line BIGINT NOT NULL, account_id BIGINT NOT NULL,
        amount BIGINT NOT NULL, PRIMARY KEY (journal_id, line));
    CREATE TABLE positions (account_id BIGINT NOT NULL, instrument_id BIGINT NOT NULL, quantity BIGINT NOT NULL,
        cost BIGINT NOT NULL, PRIMARY KEY (account_id, instrument_id));
    CREATE FUNCTION place_order(token TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
    DECLARE account BIGINT; id BIGINT;
    BEGIN
        SELECT account_id INTO STRICT account FROM sessions WHERE token_hash = token;
        UPDATE balances SET held = held + 10001 WHERE account_id = account AND posted - held >= 10001;
        IF NOT FOUND THEN RAISE EXCEPTION 'no money left'; END IF;
        INSERT INTO orders (account_id, instrument_id, side, quantity, status, created_at)
            VALUES (account, 1, 0, 1, 1, 0) RETURNING orders.id INTO id;
        INSERT INTO replies VALUES (account, 'key-' || id, '{\"status\":1}');
        INSERT INTO fills VALUES (id, id, 10001, 1, 0, id);
        INSERT INTO postings VALUES (id, 0, account, -10001), (id, 1, 0, 10001), (id, 2, account, -1), (id, 3, 0, 1);
        UPDATE balances SET held = held - 10001, posted = posted - 10001 WHERE account_id = account;
        INSERT INTO positions VALUES (account, 1, 1, 10001) ON CONFLICT (account_id, instrument_id)
            DO UPDATE SET quantity = positions.quantity + 1, cost = positions.cost + 10001;
        RETURN id;
    END $$;
";

/// The databases of one run.
pub struct Databases {
    pub reference: String,
    pub in_process: String,
    pub http: String,
}

/// Creates the databases at the server that `uri` names, whose last part is a database that exists.
pub fn create_databases(uri: &str) -> Result<Databases, Failure> {
    let (base, _) = uri.rsplit_once('/').ok_or("the PostgreSQL URI names no database")?;
    let names = ["reference", "in_process", "http"].map(|name| format!("bench_{}_{name}", std::process::id()));
    Runtime::new()?.block_on(async {
        let mut admin = PgConnection::connect(uri).await?;
        for name in &names {
            sqlx::query(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut admin).await?;
        }
        Ok::<(), Failure>(())
    })?;
    let [reference, in_process, http] = names.map(|name| format!("{base}/{name}"));
    Ok(Databases { reference, in_process, http })
}

pub struct Venue {
    uri: String,
    script: tempfile::NamedTempFile,
}

impl Venue {
    pub fn open(uri: &str) -> Result<Self, Failure> {
        let customers = format!(
            "INSERT INTO sessions SELECT 'token-' || n, n FROM generate_series(1, {CUSTOMERS}) n;
             INSERT INTO balances SELECT n, 100000000000, 0 FROM generate_series(1, {CUSTOMERS}) n;"
        );
        Runtime::new()?.block_on(async {
            let mut connection = PgConnection::connect(uri).await?;
            sqlx::raw_sql(SCHEMA).execute(&mut connection).await?;
            sqlx::raw_sql(AssertSqlSafe(customers)).execute(&mut connection).await
        })?;
        let script = tempfile::NamedTempFile::new()?;
        let text = format!("\\set n random(1, {CUSTOMERS})\nSELECT place_order('token-' || :n);\n");
        std::fs::write(script.path(), text)?;
        Ok(Self { uri: uri.to_owned(), script })
    }

    /// No CPU is returned, because pgbench's and the server's are not separate here.
    pub fn measure(&self, time: Duration) -> Result<Figure, Failure> {
        let seconds = time.as_secs().to_string();
        let output = Command::new("pgbench")
            .args(["--no-vacuum", "--client", CLIENTS, "--jobs", "2", "--protocol", "prepared", "--time", &seconds])
            .arg("--file")
            .arg(self.script.path())
            .arg(&self.uri)
            .output()
            .map_err(|error| format!("pgbench cannot be started: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let rate = text.lines().find_map(|line| line.strip_prefix("tps = ")).and_then(|rest| rest.split(' ').next());
        let rate = rate.and_then(|rate| rate.parse().ok());
        let failed = || format!("pgbench failed: {}", String::from_utf8_lossy(&output.stderr));
        Ok(Figure { orders_per_second: rate.ok_or_else(failed)?, cpu_micros: f64::NAN })
    }
}
