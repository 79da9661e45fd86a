//! A run that an earlier build has recorded: this one reads its log, carries it out, and comes to the books of then.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::*;

/// Its log, a batch a line, and its books.
const FILES: [&str; 2] = ["log.jsonl.br", "books.json"];

/// Set to anything, the run of this build is recorded in place of the one that is kept. Where a rule changes what commands
/// come to, say so in the commit that brings the new recording.
const RECORD: &str = "PLUMBLINE_RECORD_RUN";

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded").join(file)
}

/// A table of the recorded books, with the columns that it had.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Table {
    name: String,
    columns: Vec<String>,
    rows: usize,
    /// SHA-256 of the rows in order, each with a line feed, in hexadecimal digits.
    digest: String,
}

impl Table {
    async fn read(db: &Db, name: &str, columns: &[String]) -> Self {
        let rows = again::rows(db, name, columns).await;
        let digest = rows.iter().fold(Sha256::new(), |digest, row| digest.chain_update(row).chain_update("\n"));
        let (name, columns) = (name.to_owned(), columns.to_vec());
        Self { name, columns, rows: rows.len(), digest: hex::encode(digest.finalize()) }
    }
}

/// Columns that came since have values that nobody recorded, and are not compared.
#[tokio::test]
async fn a_recorded_run_comes_to_the_books_of_then() {
    if std::env::var_os(RECORD).is_some() {
        record().await;
    }
    let [packed, books] = FILES.map(|file| std::fs::read(path(file)).unwrap());
    let mut log = String::new();
    brotli::Decompressor::new(packed.as_slice(), 4_096).read_to_string(&mut log).unwrap();
    let log: Vec<LoggedBatch> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let books: Vec<Table> = serde_json::from_slice(&books).unwrap();
    assert!(books.iter().filter(|table| table.rows > 0).count() >= 14, "the recording has rows");
    for (uri, _folder) in databases("recording").await {
        let db = carried_out(&uri, &log).await;
        let mut others = Vec::new();
        for expected in &books {
            let found = Table::read(&db, &expected.name, &expected.columns).await;
            others.extend((&found != expected).then_some(found));
        }
        assert_eq!(others, [], "these tables came to something else at {uri}");
        db.close().await;
    }
}

async fn record() {
    let (uri, folder) = databases("recorder").await.remove(0);
    let venue = venue(&uri, folder).await;
    live(&venue).await;
    venue.writer.ping().await.unwrap();
    let log = venue.heard.log.lock().unwrap().join("\n");
    let mut books = Vec::new();
    for (name, columns) in again::tables(&venue.db).await {
        books.push(Table::read(&venue.db, &name, &columns).await);
    }
    let mut packed = brotli::CompressorWriter::new(Vec::new(), 4_096, 11, 22);
    packed.write_all(log.as_bytes()).unwrap();
    std::fs::write(path(FILES[0]), packed.into_inner()).unwrap();
    std::fs::write(path(FILES[1]), serde_json::to_string_pretty(&books).unwrap() + "\n").unwrap();
}
