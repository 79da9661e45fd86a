//! `plumbline doctor`: prints in sentences what is wrong, and what is fine, with the server's requirements. One file
//! for each.

mod chains;
mod clock;
mod database;
mod feed;
mod files;
mod finding;
mod folder;
mod leader;
mod mode;
mod port;
mod rows;

use std::error::Error;

use finding::Finding;

use crate::clock::Clock;
use crate::config::Config;

/// Checks all that `serve` would use with the same flags. It changes nothing, except that it stores a probe among the
/// files and deletes it again; the server may go on serving.
pub async fn doctor(config: Config) -> Result<(), Box<dyn Error>> {
    let mut findings = folder::examine(&config.data_dir);
    let (db, found) = database::examine(&config.database_uri()).await;
    findings.extend(found);
    findings.extend(clock::examine(&Clock::System, db.as_ref()).await);
    findings.extend(port::examine(&config.listen).await);
    findings.extend(config.feeds.iter().flat_map(|spec| feed::examine(spec, config.mode)));
    findings.extend(files::examine(&config, db.as_ref()).await);
    if let Some(db) = db {
        findings.extend(leader::examine(&db, config.bus.is_some()).await);
        findings.extend(mode::examine(&db, config.mode).await);
        findings.extend(rows::examine(&db).await);
        findings.extend(chains::examine(&db, config.mode, config.chains.as_deref()).await);
        db.close().await;
    }
    for finding in &findings {
        println!("{}  {}", if finding.well { "ok   " } else { "WRONG" }, finding.sentence);
    }
    match findings.iter().filter(|finding| !finding.well).count() {
        0 => {
            println!("doctor: all is well");
            Ok(())
        }
        1 => Err("doctor: 1 thing is wrong".into()),
        wrong => Err(format!("doctor: {wrong} things are wrong").into()),
    }
}
