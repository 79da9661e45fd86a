//! Files that the customer keeps: exported receipts and statements. They go where downloads go.

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use tauri::{AppHandle, Manager};
use tauri_plugin_opener::OpenerExt;

use crate::{api_request::Body, error::ShellError};

/// Names tried before giving up: `receipt.json`, `receipt (1).json` …
const NAMES_MAX: u32 = 1000;

/// Writes a file under a name that is still free, shows it in its folder and returns its path.
///
/// # Errors
/// [`ShellError::FileNotSaved`] when there is no such folder or the disk refuses.
#[tauri::command]
pub async fn save_file(app: AppHandle, name: String, content: Body) -> Result<PathBuf, ShellError> {
    let folder = folder(&app).map_err(|error| ShellError::FileNotSaved(error.to_string()))?;
    let path = write_new(&folder, &name, &content.into_bytes()?)?;
    // Without a file manager the file is there all the same.
    let _ = app.opener().reveal_item_in_dir(&path);
    Ok(path)
}

/// Phones without a folder for downloads have one for documents; a bare Linux home has neither.
fn folder(app: &AppHandle) -> tauri::Result<PathBuf> {
    let paths = app.path();
    let known = paths.download_dir().or_else(|_| paths.document_dir());
    known.or_else(|_| Ok(paths.home_dir()?.join("Downloads")))
}

fn write_new(folder: &Path, name: &str, content: &[u8]) -> Result<PathBuf, ShellError> {
    std::fs::create_dir_all(folder)?;
    for number in 0..NAMES_MAX {
        let path = folder.join(numbered(name, number));
        match File::create_new(&path) {
            Ok(mut file) => {
                file.write_all(content)?;
                return Ok(path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(ShellError::FileNotSaved(format!("{name} exists too often")))
}

/// The name without anything that could lead out of the folder, and with a number where one is needed.
fn numbered(name: &str, number: u32) -> String {
    let safe: String = name.chars().filter(|c| !c.is_control() && !r#"/\:*?"<>|"#.contains(*c)).collect();
    let safe = safe.trim_matches(['.', ' ']);
    let safe = if safe.is_empty() { "plumbline" } else { safe };
    match (number, safe.rsplit_once('.')) {
        (0, _) => safe.to_owned(),
        (_, Some((stem, extension))) => format!("{stem} ({number}).{extension}"),
        (_, None) => format!("{safe} ({number})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside_the_folder() {
        for (name, number, expected) in [
            ("receipt.json", 0, "receipt.json"),
            ("receipt.json", 2, "receipt (2).json"),
            ("收据.json", 1, "收据 (1).json"),
            ("noext", 1, "noext (1)"),
            ("../../.bashrc", 0, "bashrc"),
            ("C:\\a\\b.txt", 0, "Cab.txt"),
            ("..", 0, "plumbline"),
            ("", 3, "plumbline (3)"),
        ] {
            assert_eq!(numbered(name, number), expected, "{name:?}");
        }
    }

    #[test]
    fn a_file_never_replaces_another() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = write_new(folder.path(), "a.txt", b"1").expect("first");
        let second = write_new(folder.path(), "a.txt", b"2").expect("second");
        assert_ne!(first, second);
        assert_eq!(std::fs::read(first).expect("first"), b"1");
        assert_eq!(std::fs::read(second).expect("second"), b"2");
    }
}
