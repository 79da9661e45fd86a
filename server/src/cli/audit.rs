use std::error::Error;

use clap::Args;

use super::database::DatabaseArgs;
use crate::db::UnreadRow;
use crate::ledger::audit::{self, Check};
use crate::unreadable;

/// Which books to audit.
#[derive(Args, Debug)]
pub struct AuditArgs {
    #[command(flatten)]
    database: DatabaseArgs,
}

/// Prints one line for each check, then `audit: ok`; or the violations, and fails. The server may go on serving.
pub async fn audit(args: AuditArgs) -> Result<(), Box<dyn Error>> {
    let db = args.database.connect().await?;
    let mut checks = audit::run(&db).await?;
    checks.push(readable(&unreadable::of_all(&mut db.read().await?).await?));
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

/// Checks that the rows that a server's background work reads can be read.
fn readable(unread: &[UnreadRow]) -> Check {
    let mut check = Check { rule: "every row of an account can be read", checked: 0, named: Vec::new(), found: 0 };
    unread.iter().for_each(|row| check.found(row.name.to_string(), row.why.to_string()));
    check
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
