//! Files that only their owner may read, whatever the umask and whoever made the folder.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io;
use std::path::Path;

/// Makes the folder if it is missing, and takes it and all that is in it away from others.
pub fn folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)?;
    close(path)
}

/// Creates an empty file, which must not exist yet.
pub fn file(path: &Path) -> io::Result<fs::File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Others lose their rights to `path` and to what is below it. Links are left alone: what they name is not ours.
#[cfg(unix)]
fn close(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let kind = fs::symlink_metadata(path)?;
    if kind.is_symlink() {
        return Ok(());
    }
    if kind.permissions().mode() & 0o077 != 0 {
        fs::set_permissions(path, fs::Permissions::from_mode(kind.permissions().mode() & 0o700))?;
    }
    if kind.is_dir() {
        for entry in fs::read_dir(path)? {
            match close(&entry?.path()) {
                // SQLite may delete its own files meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                done => done?,
            }
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn close(_: &Path) -> io::Result<()> {
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

    #[test]
    fn an_open_folder_is_closed_with_all_that_is_in_it() {
        let parent = tempfile::tempdir().unwrap();
        let (data, elsewhere) = (parent.path().join("data"), parent.path().join("elsewhere"));
        let (database, outbox) = (data.join("plumbline.db"), data.join("outbox"));
        fs::create_dir_all(&outbox).unwrap();
        for file in [&database, &outbox.join("a.eml"), &elsewhere] {
            fs::write(file, "x").unwrap();
            fs::set_permissions(file, fs::Permissions::from_mode(0o644)).unwrap();
        }
        symlink(&elsewhere, data.join("link")).unwrap();
        for folder in [&data, &outbox] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
        }
        folder(&data).unwrap();
        assert_eq!([mode(&data), mode(&outbox), mode(&database)], [0o700, 0o700, 0o600]);
        assert_eq!(mode(&outbox.join("a.eml")), 0o600);
        assert_eq!(mode(&elsewhere), 0o644, "what a link names is somebody else's");
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
}
