//! The customer's settings on this machine (language, theme, server address): one small file.

use std::sync::Arc;

use serde_json::{Map, Value};
use tauri::{AppHandle, Manager, Wry};
use tauri_plugin_store::{Store, StoreExt};

use crate::error::ShellError;

const FILE: &str = "settings.json";
/// The shell's own key: the address of the server that this window talks to.
pub const SERVER_ADDRESS: &str = "serverAddress";

/// The open settings file, in the application's own data folder.
pub struct Settings(Arc<Store<Wry>>);

/// Opens the settings; a missing file is an empty one.
///
/// # Errors
/// [`ShellError::SettingsUnavailable`] when the file is there but cannot be read.
pub fn open(app: &AppHandle) -> Result<Settings, ShellError> {
    Ok(Settings(app.store(FILE)?))
}

/// One setting.
pub fn get(app: &AppHandle, key: &str) -> Option<Value> {
    app.state::<Settings>().0.get(key)
}

/// Changes a setting, or forgets it, and writes the file before it returns.
///
/// # Errors
/// [`ShellError::SettingsUnavailable`] when the file cannot be written.
pub fn set(app: &AppHandle, key: &str, value: Option<Value>) -> Result<(), ShellError> {
    let store = &app.state::<Settings>().0;
    match value {
        Some(value) => store.set(key, value),
        None => {
            store.delete(key);
        }
    }
    Ok(store.save()?)
}

/// All settings at once, so that the UI can start with the right language and colours.
#[tauri::command]
pub fn settings_all(app: AppHandle) -> Map<String, Value> {
    app.state::<Settings>().0.entries().into_iter().collect()
}

/// Changes one setting of the UI; null forgets it.
///
/// # Errors
/// [`ShellError::SettingReserved`] for the server's address, which is checked before it is kept and has a command of
/// its own.
#[tauri::command]
pub fn settings_set(app: AppHandle, key: String, value: Option<Value>) -> Result<(), ShellError> {
    of_the_ui(&key)?;
    set(&app, &key, value)
}

fn of_the_ui(key: &str) -> Result<(), ShellError> {
    if key == SERVER_ADDRESS { Err(ShellError::SettingReserved) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ui_cannot_write_the_servers_address_as_a_setting() {
        assert!(matches!(of_the_ui("serverAddress"), Err(ShellError::SettingReserved)));
        for key in ["language", "theme", "serverAddress.shown"] {
            assert!(of_the_ui(key).is_ok(), "{key}");
        }
    }
}
