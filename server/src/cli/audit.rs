use std::error::Error;
use std::path::PathBuf;

use clap::Args;

use crate::db::Db;
use crate::ledger::audit::{self, Check};

/// Which books to audit.
#[derive(Args, Debug)]
pub struct AuditArgs {
    /// Folder that the server keeps its database in.
    #[arg(long, env = "PLUMBLINE_DATA_DIR", default_value = "plumbline-data", value_name = "DIR")]
    data_dir: PathBuf,

    /// sqlite://FILE or postgres://…; by default the file in the data folder.
    #[arg(long, env = "PLUMBLINE_DATABASE", value_name = "URI")]
    database: Option<String>,
}

/// Prints one line a check, then `audit: ok`; or what breaks which rule, and fails. The server may go on serving.
pub async fn audit(args: AuditArgs) -> Result<(), Box<dyn Error>> {
    let uri = args.database.unwrap_or_else(|| format!("sqlite://{}", args.data_dir.join("plumbline.db").display()));
    let db = Db::connect_existing(&uri).await?;
    let checks = audit::run(&db).await?;
    db.close().await;
    checks.iter().for_each(print);
    match checks.iter().map(|check| check.found).sum::<usize>() {
        0 => {
            println!("audit: ok");
            Ok(())
        }
        1 => Err("audit: 1 problem".into()),
        problems => Err(format!("audit: {problems} problems").into()),
    }
}

fn print(check: &Check) {
    if check.found == 0 {
        println!("ok     {} ({} checked)", check.rule, check.checked);
        return;
    }
    println!("WRONG  {} ({} checked, {} wrong)", check.rule, check.checked, check.found);
    for finding in &check.named {
        println!("       {}: {}", finding.id, finding.problem);
    }
    if check.unnamed() > 0 {
        println!("       … and {} more", check.unnamed());
    }
}
