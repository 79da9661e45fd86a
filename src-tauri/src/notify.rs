//! System notifications: a fill, a finished deposit. The customer allows them by a press of their own.

use serde::Serialize;
use tauri::AppHandle;
use tauri_plugin_notification::{NotificationExt, PermissionState};

use crate::error::ShellError;

/// The system's permission to show notifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticePermission {
    Granted,
    Denied,
    /// The customer was not asked yet.
    Ask,
}

impl From<PermissionState> for NoticePermission {
    fn from(state: PermissionState) -> Self {
        match state {
            PermissionState::Granted => Self::Granted,
            PermissionState::Denied => Self::Denied,
            _ => Self::Ask,
        }
    }
}

/// Returns the permission to show notifications.
///
/// # Errors
/// [`ShellError::NotificationRefused`] when the system has no notifications.
#[tauri::command]
pub async fn notice_permission(app: AppHandle) -> Result<NoticePermission, ShellError> {
    Ok(app.notification().permission_state()?.into())
}

/// Asks the customer for the permission to show notifications.
///
/// # Errors
/// [`ShellError::NotificationRefused`] when the system has no notifications.
#[tauri::command]
pub async fn ask_for_notices(app: AppHandle) -> Result<NoticePermission, ShellError> {
    Ok(app.notification().request_permission()?.into())
}

/// Shows a notification if the customer has allowed it, and never asks.
///
/// # Errors
/// [`ShellError::NotificationRefused`] when the system has no notifications.
#[tauri::command]
pub async fn notify(app: AppHandle, title: String, body: String) -> Result<(), ShellError> {
    let notification = app.notification();
    if notification.permission_state()? == PermissionState::Granted {
        notification.builder().title(title).body(body).show()?;
    }
    Ok(())
}
