//! Files that only their owner may read, with any umask and in any folder.

use std::fs::{self, DirBuilder, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// True if the server keeps a file or folder of this name in its data folder: the database with its logs, the keys,
/// files of customers, files of payouts, and unsent mail. Other names belong to others, such as `lost+found` on a disk
/// of its own.
fn is_ours(name: &str) -> bool {
    matches!(name, "secret.key" | "outbox" | "files" | "payouts" | "rotate.lock")
        || ["plumbline.db", "sealing.keys"].iter().any(|of| name.starts_with(of))
}

/// A file or folder that could not be made, read or closed.
#[derive(Debug, Error)]
#[error("{}: {source}", .path.display())]
pub struct PrivateError {
    path: PathBuf,
    source: io::Error,
}

/// Creates the data folder if it is missing, and removes others' rights to it and to the server's files in it. A file
/// of another user, or on a disk that cannot be changed, is left as it is and logged.
///
/// # Errors
/// A file of the server can be neither read nor closed.
pub fn folder(path: &Path) -> Result<(), PrivateError> {
    make_folder(path).map_err(failed(path))?;
    ours(path)?.iter().try_for_each(|path| close(path).or_else(|error| excused(path, error)))
}

/// Creates a private folder if it is missing.
pub fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// The folder, and the server's files and folders in it. Links are left out: their targets are not the server's.
pub fn ours(folder: &Path) -> Result<Vec<PathBuf>, PrivateError> {
    let mut found = vec![folder.to_owned()];
    for path in entries(folder).map_err(failed(folder))? {
        if !path.file_name().is_some_and(|name| is_ours(&name.to_string_lossy())) || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            match entries(&path) {
                Ok(inside) => found.extend(inside.into_iter().filter(|path| !path.is_symlink())),
                Err(error) => excused(&path, error)?,
            }
        }
        found.push(path);
    }
    Ok(found)
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> PrivateError {
    move |source| PrivateError { path: path.to_owned(), source }
}

fn excused(path: &Path, error: io::Error) -> Result<(), PrivateError> {
    match error.kind() {
        // SQLite may delete its own files meanwhile.
        io::ErrorKind::NotFound => Ok(()),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            tracing::warn!(path = %path.display(), %error, "this is another user's and stays as it is; others may read it");
            Ok(())
        }
        _ => Err(failed(path)(error)),
    }
}

/// Creates an empty file, which must not exist yet.
pub fn file(path: &Path) -> io::Result<fs::File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Writes a new file, which must not exist yet. When this returns, its bytes and its name are on the disk.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = file(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    sync_names(path)
}

/// Replaces a file as a whole: readers never see half of it, and when this returns, it is on the disk. Only one writer
/// at a time is allowed ([`lock`]).
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let fresh = beside(path, "new");
    match fs::remove_file(&fresh) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => write(&fresh, text)?,
    }
    fs::rename(&fresh, path)?;
    sync_names(path)
}

/// Waits for the lock of this file, which is a file beside it, and holds it until the returned value is dropped or the
/// process ends in any way.
pub fn lock(path: &Path) -> io::Result<fs::File> {
    let held = lock_file(path)?;
    held.lock()?;
    Ok(held)
}

/// Takes the lock without waiting: `None` while another holder has it.
pub fn try_lock(path: &Path) -> io::Result<Option<fs::File>> {
    let held = lock_file(path)?;
    match held.try_lock() {
        Ok(()) => Ok(Some(held)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn lock_file(path: &Path) -> io::Result<fs::File> {
    let lock = beside(path, "lock");
    match file(&lock) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => OpenOptions::new().write(true).open(&lock),
        made => made,
    }
}

/// The path with `end` appended to the name.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{end}"));
    name.into()
}

/// Syncs the folder of `path`, so that its names are on the disk.
#[cfg(unix)]
fn sync_names(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(not(unix))]
fn sync_names(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes others' rights to `path`.
#[cfg(unix)]
pub fn close(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::symlink_metadata(path)?.permissions().mode();
    if mode & 0o077 == 0 { Ok(()) } else { fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700)) }
}

#[cfg(not(unix))]
pub fn close(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn write(path: &Path) {
        fs::write(path, "x").unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    }

    fn open_folder(path: &Path) {
        fs::create_dir_all(path).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn an_open_folder_is_closed_with_what_the_server_keeps_in_it() {
        let parent = tempfile::tempdir().unwrap();
        let (data, elsewhere) = (parent.path().join("data"), parent.path().join("elsewhere"));
        let names = ["plumbline.db", "plumbline.db-wal", "plumbline.db-shm", "secret.key", "outbox/a.eml"];
        open_folder(&data);
        open_folder(&data.join("outbox"));
        names.iter().for_each(|name| write(&data.join(name)));
        write(&elsewhere);
        symlink(&elsewhere, data.join("plumbline.db-journal")).unwrap();
        folder(&data).unwrap();
        assert_eq!([mode(&data), mode(&data.join("outbox"))], [0o700, 0o700]);
        names.iter().for_each(|name| assert_eq!(mode(&data.join(name)), 0o600, "{name}"));
        assert_eq!(mode(&elsewhere), 0o644, "what a link names is somebody else's");
    }

    #[test]
    fn what_is_somebody_elses_stays_as_it_is() {
        let data = tempfile::tempdir().unwrap();
        for folder in ["lost+found", "photos", "photos/2026"] {
            open_folder(&data.path().join(folder));
        }
        for file in ["plumbline.toml", "photos/2026/a.jpg"] {
            write(&data.path().join(file));
        }
        folder(data.path()).unwrap();
        for (name, expected) in
            [("lost+found", 0o755), ("photos", 0o755), ("photos/2026/a.jpg", 0o644), ("plumbline.toml", 0o644)]
        {
            assert_eq!(mode(&data.path().join(name)), expected, "{name}");
        }
    }

    #[test]
    fn what_another_user_owns_does_not_stop_the_server() {
        let denied = || io::Error::from(io::ErrorKind::PermissionDenied);
        assert!(excused(Path::new("/data/plumbline.db"), denied()).is_ok());
        assert!(excused(Path::new("/data"), io::ErrorKind::ReadOnlyFilesystem.into()).is_ok());
        let other = excused(Path::new("/data/plumbline.db"), io::ErrorKind::NotADirectory.into()).unwrap_err();
        assert!(other.to_string().starts_with("/data/plumbline.db: "), "{other}");
        let parent = tempfile::tempdir().unwrap();
        write(&parent.path().join("file"));
        let refused = folder(&parent.path().join("file/data")).unwrap_err();
        assert!(refused.to_string().contains("file/data: "), "{refused}");
    }

    #[test]
    fn a_new_folder_and_a_new_file_are_private() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("a/b");
        folder(&path).unwrap();
        file(&path.join("key")).unwrap();
        assert_eq!([mode(&path), mode(&path.join("key"))], [0o700, 0o600]);
        assert!(file(&path.join("key")).is_err(), "nothing is overwritten");
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_also_after_one_was_left_half_written() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("keys");
        fs::write(parent.path().join("keys.new"), "ha").unwrap();
        for text in ["one", "two"] {
            replace(&path, text).unwrap();
            assert_eq!((fs::read_to_string(&path).unwrap().as_str(), mode(&path)), (text, 0o600));
        }
        assert!(!parent.path().join("keys.new").exists());
        assert!(super::write(&path, "three").is_err(), "nothing is overwritten");
    }

    #[test]
    fn a_lock_is_held_by_one_at_a_time() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("keys");
        let held = lock(&path).unwrap();
        assert!(try_lock(&path).unwrap().is_none());
        drop(held);
        assert!(try_lock(&path).unwrap().is_some());
    }
}
