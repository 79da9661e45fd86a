//! The folder of payout files. A file appears in it under its name whole or not at all, even in a power failure, and is
//! never put over another. The folder has a mark, by which servers check that they share it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::{private, random};

/// The file with the folder's mark.
pub const MARK: &str = ".plumbline-payouts";

/// The content under a file's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Nothing,
    This,
    Other,
}

/// Looks for a file with this content. The name of a found one may not be on the disk yet: see [`sync_names`].
pub fn look(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<Found> {
    match fs::read(folder.join(name)) {
        Ok(there) if there == bytes => Ok(Found::This),
        Ok(_) => Ok(Found::Other),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Found::Nothing),
        Err(error) => Err(error),
    }
}

/// A file on the disk without its name yet. It contains whole account numbers, so only its owner may read it.
#[derive(Debug)]
pub struct Staged {
    unfinished: PathBuf,
    path: PathBuf,
}

/// Writes a file to be named later, under a temporary name of its own.
pub fn stage(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<Staged> {
    private::make_folder(folder)?;
    let unfinished = folder.join(format!(".{name}.{:016x}.unfinished", random::number()));
    let mut file = private::file(&unfinished)?;
    let staged = Staged { unfinished, path: folder.join(name) };
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(staged)
}

impl Staged {
    /// Gives the file its name; false if another file has it, which is left as it is.
    pub fn appear(self) -> io::Result<bool> {
        match fs::hard_link(&self.unfinished, &self.path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // A file that cannot be removed now is swept later.
        let _ = fs::remove_file(&self.unfinished);
    }
}

/// Writes a file into a folder, where `appear` gives it its name; false if another file has that name. The name may not be on
/// the disk yet: see [`sync_names`].
pub fn place(
    folder: &Path,
    name: &str,
    bytes: &[u8],
    appear: impl FnOnce(Staged) -> io::Result<bool>,
) -> io::Result<bool> {
    if look(folder, name, bytes)? == Found::Nothing && appear(stage(folder, name, bytes)?)? {
        return Ok(true);
    }
    match look(folder, name, bytes)? {
        Found::This => Ok(true),
        Found::Other => Ok(false),
        // A file was carried away meanwhile: it may have been this one.
        Found::Nothing => Err(ErrorKind::Interrupted.into()),
    }
}

/// Removes temporary files of files that are in the folder: stopped servers have left them, or servers that were second.
pub fn sweep(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(of) = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(".unfinished")) else {
            continue;
        };
        let named = of.rsplit_once('.').map_or(of, |(named, _)| named);
        if folder.join(of).exists() || folder.join(named).exists() {
            match fs::remove_file(entry.path()) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

/// The content of the folder's mark, if it has one.
pub fn mark(folder: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(folder.join(MARK)) {
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Creates the folder's mark if it has none, and gives it.
pub fn make_mark(folder: &Path) -> io::Result<String> {
    stage(folder, MARK, format!("{:016x}\n", random::number()).as_bytes())?.appear()?;
    sync_names(folder)?;
    mark(folder)?.ok_or_else(|| ErrorKind::NotFound.into())
}

/// Syncs the folder, so that its files' names are on the disk.
pub fn sync_names(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// Two servers put one file into a folder that a bank's program watches.
    #[test]
    fn a_file_is_seen_whole_or_not_at_all_however_many_write_it() {
        let folder = tempfile::tempdir().unwrap();
        let (folder, bytes, done) = (folder.path(), vec![b'x'; 2_000_000], AtomicBool::new(false));
        let path = folder.join("X");
        std::thread::scope(|scope| {
            let reading = scope.spawn(|| {
                let mut seen = 0;
                while !done.load(Ordering::SeqCst) {
                    if let Ok(there) = fs::read(&path) {
                        assert_eq!(there.len(), bytes.len(), "half a file");
                        seen += 1;
                    }
                }
                seen
            });
            for _ in 0..40 {
                let both = [(); 2].map(|()| scope.spawn(|| place(folder, "X", &bytes, Staged::appear)));
                for placed in both {
                    assert!(placed.join().unwrap().unwrap());
                }
                fs::remove_file(&path).unwrap();
            }
            done.store(true, Ordering::SeqCst);
            assert!(reading.join().unwrap() > 0);
        });
        assert_eq!(fs::read_dir(folder).unwrap().count(), 0, "nothing is left half");
    }

    /// Someone carries the file away between the two looks.
    #[test]
    fn a_file_that_another_one_kept_from_its_name_is_not_said_to_differ_when_that_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let placed = place(folder.path(), "X", b"ours", |_| Ok(false));
        assert_eq!(placed.unwrap_err().kind(), ErrorKind::Interrupted);
    }

    #[test]
    fn what_lies_there_stays_and_what_a_stop_left_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::write(folder.join("X"), "theirs").unwrap();
        assert!(!place(folder, "X", b"ours", Staged::appear).unwrap());
        assert!(!stage(folder, "X", b"ours").unwrap().appear().unwrap());
        assert_eq!((fs::read_to_string(folder.join("X")).unwrap().as_str(), mark(folder).unwrap()), ("theirs", None));
        fs::write(folder.join("Y.xml"), "recorded before").unwrap();
        let left = [".X.unfinished", ".X.0123.unfinished", ".X1.0123.unfinished", ".Y.xml.4567.unfinished"];
        for left in left {
            fs::write(folder.join(left), "half").unwrap();
        }
        sweep(folder).unwrap();
        let mut left: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".X1.0123.unfinished", "X", "Y.xml"]);
        let made = make_mark(folder).unwrap();
        assert_eq!((make_mark(folder).unwrap(), mark(folder).unwrap()), (made.clone(), Some(made)));
    }
}
