//! The error of a command that cannot do its job.

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A failure of the shell itself. An answer of the server, whatever its status, is not one.
///
/// The UI receives `{"error": word, "message": text}` and branches on the word only.
#[derive(Debug, thiserror::Error)]
pub enum ShellError {
    #[error("the request is not one that the server knows: {0}")]
    RequestInvalid(String),
    #[error("no server is chosen yet")]
    ServerUnset,
    #[error("the server's address has to look like https://trade.example.org")]
    AddressInvalid,
    #[error("an address without https is accepted only on this machine or in a home network")]
    AddressInsecure,
    #[error("the server cannot be reached: {0}")]
    ServerUnreachable(String),
    #[error("no server has this name")]
    ServerUnknown,
    #[error("the server makes no secure connection: {0}")]
    ServerWithoutTls(String),
    #[error("the server's certificate is not valid at this time")]
    CertificateExpired,
    #[error("the server's certificate is for another name")]
    CertificateForAnother,
    #[error("the server's certificate is not to be trusted: {0}")]
    CertificateUntrusted(String),
    #[error("the address leads to another one")]
    ServerMoved,
    #[error("the server is not ready: it answers with {0}")]
    ServerNotReady(u16),
    #[error("there is no Plumbline server at this address")]
    NotPlumbline,
    #[error("the server's version {0} is older than this app understands")]
    ServerTooOld(String),
    #[error("the server's version {0} is newer than this app understands")]
    ServerTooNew(String),
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
    pub fn word(&self) -> &'static str {
        match self {
            Self::RequestInvalid(_) => "request_invalid",
            Self::ServerUnset => "server_unset",
            Self::AddressInvalid => "address_invalid",
            Self::AddressInsecure => "address_insecure",
            Self::ServerUnreachable(_) => "server_unreachable",
            Self::ServerUnknown => "server_unknown",
            Self::ServerWithoutTls(_) => "server_without_tls",
            Self::CertificateExpired => "certificate_expired",
            Self::CertificateForAnother => "certificate_for_another",
            Self::CertificateUntrusted(_) => "certificate_untrusted",
            Self::ServerMoved => "server_moved",
            Self::ServerNotReady(_) => "server_not_ready",
            Self::NotPlumbline => "not_plumbline",
            Self::ServerTooOld(_) => "server_too_old",
            Self::ServerTooNew(_) => "server_too_new",
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

impl From<std::io::Error> for ShellError {
    fn from(error: std::io::Error) -> Self {
        Self::FileNotSaved(error.to_string())
    }
}
