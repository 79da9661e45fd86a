//! The leader, and obstacles to this server's standing by.

use plumbline_core::time::UnixMillis;

use super::Finding;
use crate::db::{Db, Dialect};
use crate::leader::{self, Lease};

/// Nothing is reported for a SQLite database, which has one server, nor for one that was never migrated.
pub async fn examine(db: &Db, has_bus: bool) -> Vec<Finding> {
    if db.dialect() == Dialect::Sqlite {
        return Vec::new();
    }
    leader::current(db).await.map(|lease| found(&lease, has_bus)).unwrap_or_default()
}

fn found(lease: &Lease, has_bus: bool) -> Vec<Finding> {
    if !lease.is_held() {
        return vec![Finding::well("No server leads on the database; the next one that starts will.")];
    }
    let seconds = lease.now.since(lease.since) / UnixMillis::SECOND;
    let mut findings = vec![Finding::well(format!("The server at {} has led for {seconds} s.", lease.address))];
    if !has_bus {
        findings.push(Finding::wrong(
            "Another server leads on the database, and this one has no --bus: it cannot stand by, and does not start.",
        ));
    } else if !lease.has_bus {
        findings.push(Finding::wrong(
            "The server that leads has no --bus, so no other can stand by: give it one, and start it again.",
        ));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standby_needs_a_bus_on_both_sides() {
        let lease = |has_bus| Lease { ends_at: UnixMillis(10), now: UnixMillis(9), has_bus, ..Lease::default() };
        let wrong = |lease: &Lease, has_bus| found(lease, has_bus).iter().filter(|finding| !finding.well).count();
        assert_eq!((wrong(&lease(true), true), wrong(&lease(false), true), wrong(&lease(true), false)), (0, 1, 1));
        assert_eq!(wrong(&Lease { now: UnixMillis(11), ..lease(false) }, false), 0, "nobody is there");
    }
}
