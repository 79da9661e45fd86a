//! PostgreSQL: copied by its own programs.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path;

use tokio::process::Command;

use super::BackupError;
use super::uri::Target;

pub async fn back_up(uri: &str, file: &Path) -> Result<(), BackupError> {
    run(
        "pg_dump",
        &["--format=custom", "--no-owner", "--no-privileges"],
        uri,
        &[OsStr::new("--file"), file.as_os_str()],
    )
    .await
}

pub async fn restore(uri: &str, file: &Path) -> Result<(), BackupError> {
    let flags = ["--clean", "--if-exists", "--single-transaction", "--exit-on-error", "--no-owner"];
    run("pg_restore", &flags, uri, &[file.as_os_str()]).await
}

async fn run(tool: &'static str, flags: &[&str], uri: &str, file: &[&OsStr]) -> Result<(), BackupError> {
    let target = Target::of(uri);
    let mut command = Command::new(tool);
    command.args(flags).args(["--dbname", &target.uri]).args(file);
    if let Some(password) = &target.password {
        command.env("PGPASSWORD", password.expose());
    }
    let output = command.output().await.map_err(|error| match error.kind() {
        ErrorKind::NotFound => BackupError::ToolMissing { tool },
        _ => BackupError::File(tool.to_owned(), error),
    })?;
    let message = || String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if output.status.success() { Ok(()) } else { Err(BackupError::Tool { tool, message: message() }) }
}
