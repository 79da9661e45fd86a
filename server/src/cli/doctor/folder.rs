//! The data folder: it exists, belongs to this user, is private, and has room.

use std::fs;
use std::path::Path;

use super::Finding;
use crate::{private, random};

/// Less than this fills up in days.
const FREE_BYTES_MIN: u64 = 1 << 30;

pub fn examine(folder: &Path) -> Vec<Finding> {
    let name = folder.display();
    match fs::metadata(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            vec![Finding::well(format!("The data folder {name} is not there yet; `plumbline serve` makes it."))]
        }
        Err(error) => vec![Finding::wrong(format!("The data folder {name} cannot be looked at: {error}."))],
        Ok(meta) if !meta.is_dir() => {
            vec![Finding::wrong(format!("{name} is a file; the data folder must be a folder."))]
        }
        Ok(_) => [Some(writable(folder)), modes(folder), room(folder)].into_iter().flatten().collect(),
    }
}

fn writable(folder: &Path) -> Finding {
    let probe = folder.join(format!(".doctor-{}", hex::encode(random::bytes::<8>())));
    match private::file(&probe).and_then(|_| fs::remove_file(&probe)) {
        Ok(()) => Finding::well(format!("The data folder {} can be written to.", folder.display())),
        Err(error) => Finding::wrong(format!("The data folder {} cannot be written to: {error}.", folder.display())),
    }
}

#[cfg(unix)]
fn modes(folder: &Path) -> Option<Finding> {
    use std::os::unix::fs::PermissionsExt;
    let open =
        |path: &std::path::PathBuf| fs::symlink_metadata(path).is_ok_and(|meta| meta.permissions().mode() & 0o077 != 0);
    let ours = match private::ours(folder) {
        Ok(ours) => ours,
        Err(error) => return Some(Finding::wrong(format!("The data folder cannot be looked into: {error}."))),
    };
    let open: Vec<String> = ours.into_iter().filter(open).map(|path| path.display().to_string()).collect();
    Some(if open.is_empty() {
        Finding::well("Only its owner may look into the data folder.")
    } else {
        let named = open.iter().take(5).map(String::as_str).collect::<Vec<_>>().join(", ");
        Finding::wrong(format!("Others may read {named}; `plumbline serve` closes what its user owns, or `chmod go=`."))
    })
}

#[cfg(not(unix))]
fn modes(_: &Path) -> Option<Finding> {
    None
}

#[cfg(unix)]
fn room(folder: &Path) -> Option<Finding> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(enough(disk.f_bavail.saturating_mul(disk.f_frsize)))
}

#[cfg(not(unix))]
fn room(_: &Path) -> Option<Finding> {
    None
}

fn enough(free: u64) -> Finding {
    let megabytes = free >> 20;
    if free >= FREE_BYTES_MIN {
        Finding::well(format!("The disk has {megabytes} MB free."))
    } else {
        Finding::wrong(format!("The disk has only {megabytes} MB free; nothing can be stored once it is full."))
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn wrong(findings: &[Finding]) -> Vec<&str> {
        findings.iter().filter(|finding| !finding.well).map(|finding| finding.sentence.as_str()).collect()
    }

    #[test]
    fn a_folder_is_there_private_or_said_to_be_open() {
        let parent = tempfile::tempdir().unwrap();
        let (missing, file, data) = (parent.path().join("no"), parent.path().join("file"), parent.path().join("data"));
        assert!(wrong(&examine(&missing)).is_empty());
        fs::write(&file, "").unwrap();
        assert!(wrong(&examine(&file))[0].contains("is a file"));
        private::folder(&data).unwrap();
        assert!(wrong(&examine(&data)).iter().all(|said| said.contains("MB free")), "but for this machine's disk");
        fs::write(data.join("plumbline.db"), "").unwrap();
        fs::set_permissions(data.join("plumbline.db"), fs::Permissions::from_mode(0o644)).unwrap();
        assert!(wrong(&examine(&data)).iter().any(|said| said.contains("plumbline.db")));
        assert_eq!(fs::read_dir(&data).unwrap().count(), 1, "the doctor leaves nothing behind");
    }

    #[test]
    fn a_disk_has_room_or_not() {
        assert!(enough(FREE_BYTES_MIN).well);
        let full = enough(5 << 20);
        assert!(!full.well && full.sentence.contains("only 5 MB"));
    }

    #[test]
    fn a_folder_that_cannot_be_written_to_is_named() {
        assert!(!writable(Path::new("/dev/null/no")).well);
    }
}
