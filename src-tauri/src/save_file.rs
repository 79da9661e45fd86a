//! Files that the customer keeps: exported receipts and statements. They go where the customer looks for files.

use std::io::Write;
#[cfg(not(target_os = "android"))]
use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

#[cfg(not(target_os = "android"))]
use tauri::Manager;
use tauri::{AppHandle, async_runtime::spawn_blocking};
#[cfg(not(target_os = "android"))]
use tauri_plugin_opener::OpenerExt;

use crate::{api_request::Body, error::ShellError};

/// Names tried before giving up: `receipt.json`, `receipt (1).json` …
#[cfg(not(target_os = "android"))]
const NAMES_MAX: u32 = 1000;

/// The system, as Rust calls it: `linux`, `macos`, `windows`, `android` or `ios`. Each keeps files in its own way.
#[tauri::command]
pub fn system() -> &'static str {
    std::env::consts::OS
}

/// Writes a file where the customer finds it.
///
/// # Errors
/// [`ShellError::FileNotSaved`] when there is no such folder or the disk refuses.
#[tauri::command]
pub async fn save_file(app: AppHandle, name: String, content: Body) -> Result<(), ShellError> {
    let content = content.into_bytes()?;
    let saving = spawn_blocking(move || save(&app, &name, &content));
    saving.await.map_err(|error| ShellError::FileNotSaved(error.to_string()))?
}

/// Writes the file under a name that is still free, and shows it in its folder. On iOS that is the app's folder in
/// Files, where the UI did not get to show the share sheet.
#[cfg(not(target_os = "android"))]
fn save(app: &AppHandle, name: &str, content: &[u8]) -> Result<(), ShellError> {
    let folder = folder(app).map_err(|error| ShellError::FileNotSaved(error.to_string()))?;
    let path = write_new(&folder, name, content)?;
    // Without a file manager the file is there all the same.
    let _ = app.opener().reveal_item_in_dir(&path);
    Ok(())
}

/// Asks where to save the file: an app's own folders are hidden on Android. Leaving the question saves nothing.
#[cfg(target_os = "android")]
fn save(app: &AppHandle, name: &str, content: &[u8]) -> Result<(), ShellError> {
    use tauri_plugin_dialog::DialogExt;
    use tauri_plugin_fs::{FsExt, OpenOptions};

    let Some(place) = app.dialog().file().set_file_name(numbered(name, 0)).blocking_save_file() else {
        return Ok(());
    };
    let mut options = OpenOptions::new();
    options.write(true).truncate(true).create(true);
    let mut file = app.fs().open(place, options)?;
    Ok(file.write_all(content)?)
}

/// Downloads, or documents; a bare Linux home has neither, and iOS shows an app's documents only.
#[cfg(not(target_os = "android"))]
fn folder(app: &AppHandle) -> tauri::Result<PathBuf> {
    let paths = app.path();
    if cfg!(target_os = "ios") {
        return paths.document_dir();
    }
    let known = paths.download_dir().or_else(|_| paths.document_dir());
    known.or_else(|_| Ok(paths.home_dir()?.join("Downloads")))
}

#[cfg(not(target_os = "android"))]
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
