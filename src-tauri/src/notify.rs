//! System notifications: a fill, a finished deposit. The customer allows them by a press of their own.
//!
//! A press on one leads to its screen while this run lasts. What the systems report of a notification differs, but all
//! of them report its number, so the screens are kept here by number.

use std::{
    collections::VecDeque,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Mutex, PoisonError},
};

use serde::Serialize;
use tauri::{AppHandle, Emitter, Manager, State};
use tauri_plugin_notification::{NotificationExt, PermissionState};

use crate::{error::ShellError, pending::Pending};

/// The event that notifies the UI of a press; the UI then calls `take_pressed_notice`.
const PRESSED_EVENT: &str = "notice-pressed";
/// The action that the plugin reports for a press on the notification itself.
const PRESS: &str = "tap";
/// Systems show fewer at a time.
const SHOWN_MAX: usize = 100;

/// The address of the screen of a pressed notification.
#[derive(Debug, PartialEq, Serialize)]
pub struct PressedNotice(String);

/// The screens of the newest notifications, by number.
#[derive(Debug, Default)]
pub struct ShownNotices(Mutex<VecDeque<(i32, String)>>);

impl ShownNotices {
    /// Returns the number of a notification. One with the same tag gets the same number, by which phones replace it.
    fn add(&self, tag: &str, address: String) -> i32 {
        let mut hasher = DefaultHasher::new();
        tag.hash(&mut hasher);
        // Half of the hash is enough to tell a hundred tags apart.
        let number = hasher.finish() as i32;
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.retain(|(earlier, _)| *earlier != number);
        shown.push_back((number, address));
        if shown.len() > SHOWN_MAX {
            shown.pop_front();
        }
        number
    }

    fn address(&self, number: i32) -> Option<String> {
        let shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.iter().find(|(one, _)| *one == number).map(|(_, address)| address.clone())
    }
}

/// Starts to wait for presses.
pub fn listen(app: &AppHandle) {
    app.manage(ShownNotices::default());
    app.manage(Pending::<PressedNotice>::default());
    let handle = app.clone();
    let listening = app.notification().on_action(move |action| {
        if action.action_id() == PRESS
            && let Some(notice) = action.notification()
            && let Some(address) = handle.state::<ShownNotices>().address(notice.id())
        {
            handle.state::<Pending<PressedNotice>>().put(PressedNotice(address));
            let _ = handle.emit(PRESSED_EVENT, ());
            crate::show_window(&handle);
        }
    });
    if let Err(error) = listening {
        eprintln!("Pressed notifications will lead nowhere: {error}");
    }
}

/// Returns the screen of a pressed notification to the UI, once.
#[tauri::command]
pub fn take_pressed_notice(pending: State<'_, Pending<PressedNotice>>) -> Option<PressedNotice> {
    pending.take()
}

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
pub async fn notify(
    app: AppHandle,
    shown: State<'_, ShownNotices>,
    title: String,
    body: String,
    tag: String,
    address: String,
) -> Result<(), ShellError> {
    let notification = app.notification();
    if notification.permission_state()? == PermissionState::Granted {
        let number = shown.add(&tag, address);
        notification.builder().id(number).title(title).body(body).show()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notification_is_found_by_its_number_and_replaced_by_its_tag() {
        let shown = ShownNotices::default();
        let first = shown.add("order-1", "/orders?id=1".to_owned());
        let second = shown.add("order-2", "/orders?id=2".to_owned());
        assert_eq!(shown.add("order-1", "/orders?id=1&fill=2".to_owned()), first);
        assert_eq!(shown.address(first).as_deref(), Some("/orders?id=1&fill=2"));
        assert_eq!(shown.address(second).as_deref(), Some("/orders?id=2"));
        assert_eq!(shown.address(first ^ second ^ 1), None);
    }

    #[test]
    fn old_notifications_are_forgotten() {
        let shown = ShownNotices::default();
        let first = shown.add("first", "/a".to_owned());
        for number in 0..SHOWN_MAX {
            shown.add(&format!("later {number}"), "/b".to_owned());
        }
        assert_eq!(shown.address(first), None);
        assert_eq!(shown.0.lock().expect("the list").len(), SHOWN_MAX);
    }
}
