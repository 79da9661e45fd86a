//! The shared arguments of commands on a database: the database, the operator and the reason.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::db::{Db, DbError};
use crate::http::text::deceives;

/// Which database.
#[derive(Args, Debug)]
pub struct DatabaseArgs {
    /// Folder that the server keeps its database in.
    #[arg(long, global = true, env = "PLUMBLINE_DATA_DIR", default_value = "plumbline-data", value_name = "DIR")]
    data_dir: PathBuf,

    /// Database, as sqlite://FILE or postgres://…; by default the file in the data folder.
    #[arg(long, global = true, env = "PLUMBLINE_DATABASE", value_name = "URI")]
    database: Option<String>,
}

impl DatabaseArgs {
    pub fn uri(&self) -> String {
        let in_folder = || format!("sqlite://{}", self.data_dir.join("plumbline.db").display());
        self.database.clone().unwrap_or_else(in_folder)
    }

    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// Connects to an existing database.
    pub async fn connect(&self) -> Result<Db, DbError> {
        Db::connect_existing(&self.uri()).await
    }
}

/// Who acts, and why. Both are kept for ever.
#[derive(Args, Debug)]
pub struct Accountable {
    /// Name of the operator, which is kept for ever.
    #[arg(long, value_parser = said)]
    pub by: String,
    /// Reason, which is kept for ever.
    #[arg(long, value_parser = said)]
    pub reason: String,
}

/// A trimmed text that is not empty and does not deceive: otherwise two names could look alike.
pub fn said(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("say it".to_owned()),
        text if deceives(text) => Err("it has characters that nobody sees".to_owned()),
        text => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_no_part_of_a_name() {
        assert_eq!(said(" José "), Ok("José".to_owned()));
        for hidden in ["Cy\u{200b}", "Cy\u{202e}", "C\u{ad}y", "Cy\u{0}", " "] {
            assert!(said(hidden).is_err(), "{hidden:?}");
        }
    }
}
