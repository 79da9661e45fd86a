//! PostgreSQL: its own programs know best how to copy it.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path;

use tokio::process::Command;

use super::BackupError;

pub async fn back_up(uri: &str, file: &Path) -> Result<(), BackupError> {
    let flags = ["--format=custom", "--no-owner", "--no-privileges", "--dbname", uri, "--file"];
    run("pg_dump", flags.map(OsStr::new).into_iter().chain([file.as_os_str()])).await
}

pub async fn restore(uri: &str, file: &Path) -> Result<(), BackupError> {
    let flags = ["--clean", "--if-exists", "--single-transaction", "--exit-on-error", "--no-owner", "--dbname", uri];
    run("pg_restore", flags.map(OsStr::new).into_iter().chain([file.as_os_str()])).await
}

async fn run<'a>(tool: &'static str, flags: impl Iterator<Item = &'a OsStr>) -> Result<(), BackupError> {
    let output = Command::new(tool).args(flags).output().await.map_err(|error| match error.kind() {
        ErrorKind::NotFound => BackupError::ToolMissing { tool },
        _ => BackupError::File(tool.to_owned(), error),
    })?;
    let message = || String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if output.status.success() { Ok(()) } else { Err(BackupError::Tool { tool, message: message() }) }
}
