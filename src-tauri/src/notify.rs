//! System notifications: a fill, a finished deposit.

use tauri::AppHandle;
use tauri_plugin_notification::{NotificationExt, PermissionState};

use crate::error::ShellError;

/// Shows a notification if the customer allows it; a refusal by the customer is no error.
///
/// # Errors
/// [`ShellError::NotificationRefused`] when the system has no notifications.
#[tauri::command]
pub async fn notify(app: AppHandle, title: String, body: String) -> Result<(), ShellError> {
    let notification = app.notification();
    let mut permission = notification.permission_state()?;
    if permission != PermissionState::Granted && permission != PermissionState::Denied {
        permission = notification.request_permission()?;
    }
    if permission == PermissionState::Granted {
        notification.builder().title(title).body(body).show()?;
    }
    Ok(())
}
