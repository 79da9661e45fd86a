//! The error of a command that cannot do its job.

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A failure of the shell itself. An answer of the server, whatever its status, is not one.
///
/// The UI receives `{"error": word, "message": text}` and branches on the word only.
#[derive(Debug, thiserror::Error)]
pub enum ShellError {
    #[error("the request is not one that the server knows: {0}")]
    RequestInvalid(String),
    #[error("the server's address has to look like https://trade.example.org")]
    AddressInvalid,
    #[error("an address without https is accepted only on this machine or in a home network")]
    AddressInsecure,
    #[error("the server cannot be reached: {0}")]
    ServerUnreachable(String),
    #[error("there is no open push socket")]
    SocketClosed,
    #[error("the file was not saved: {0}")]
    FileNotSaved(String),
    #[error("the system shows no notifications: {0}")]
    NotificationRefused(#[from] tauri_plugin_notification::Error),
    #[error("this setting is changed by a command of its own")]
    SettingReserved,
    #[error("settings cannot be read or written: {0}")]
    SettingsUnavailable(#[from] tauri_plugin_store::Error),
}

impl ShellError {
    /// The stable word that clients branch on.
    fn word(&self) -> &'static str {
        match self {
            Self::RequestInvalid(_) => "request_invalid",
            Self::AddressInvalid => "address_invalid",
            Self::AddressInsecure => "address_insecure",
            Self::ServerUnreachable(_) => "server_unreachable",
            Self::SocketClosed => "socket_closed",
            Self::FileNotSaved(_) => "file_not_saved",
            Self::NotificationRefused(_) => "notification_refused",
            Self::SettingReserved => "setting_reserved",
            Self::SettingsUnavailable(_) => "settings_unavailable",
        }
    }
}

impl Serialize for ShellError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut error = serializer.serialize_struct("ShellError", 2)?;
        error.serialize_field("error", self.word())?;
        error.serialize_field("message", &self.to_string())?;
        error.end()
    }
}

impl From<reqwest::Error> for ShellError {
    fn from(error: reqwest::Error) -> Self {
        // The address is the customer's own setting; a log line or a toast need not repeat it.
        Self::ServerUnreachable(error.without_url().to_string())
    }
}

impl From<std::io::Error> for ShellError {
    fn from(error: std::io::Error) -> Self {
        Self::FileNotSaved(error.to_string())
    }
}
