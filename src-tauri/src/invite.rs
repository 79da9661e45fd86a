//! Invitations that arrive as links: `plumbline://r/CODE` and `https://HOST/r/CODE`.
//!
//! A link may come before the UI has loaded (a cold start) or while it runs. Both wait here until
//! the UI takes the code, so that none is lost and none is used twice.

use std::sync::{Mutex, PoisonError};

use tauri::{AppHandle, Emitter, Manager, State};
use tauri_plugin_deep_link::DeepLinkExt;
use url::Url;

/// The event that notifies the UI of a waiting code; the UI then calls `take_invite`.
const INVITE_EVENT: &str = "invite";
/// The greatest length of the codes that servers make; anything longer is not an invitation.
const CODE_LENGTH_MAX: usize = 32;

/// The code that the UI has not taken yet.
#[derive(Debug, Default)]
pub struct PendingInvite(Mutex<Option<String>>);

impl PendingInvite {
    fn put(&self, code: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(code);
    }

    fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Starts to collect links, the one that started the application included.
pub fn listen(app: &AppHandle) {
    app.manage(PendingInvite::default());
    let links = app.deep_link();
    if let Ok(Some(urls)) = links.get_current() {
        receive(app, &urls);
    }
    let handle = app.clone();
    links.on_open_url(move |event| receive(&handle, &event.urls()));
}

/// Returns the waiting invite code to the UI, once.
#[tauri::command]
pub fn take_invite(pending: State<'_, PendingInvite>) -> Option<String> {
    pending.take()
}

fn receive(app: &AppHandle, urls: &[Url]) {
    let Some(code) = urls.iter().find_map(invite_code) else {
        return;
    };
    app.state::<PendingInvite>().put(code);
    // Before the window exists there is no listener; the UI asks by itself once it has loaded.
    let _ = app.emit(INVITE_EVENT, ());
    crate::show_window(app);
}

/// Reads the code out of a link. In `plumbline://r/CODE` the `r` is the host, in
/// `https://HOST/r/CODE` it is the first folder.
fn invite_code(url: &Url) -> Option<String> {
    let mut path = url.path_segments()?;
    let marker = match url.scheme() {
        "plumbline" => url.host_str()?,
        "https" => path.next()?,
        _ => return None,
    };
    let code = path.next()?;
    let alone = path.all(str::is_empty);
    let plausible =
        !code.is_empty() && code.len() <= CODE_LENGTH_MAX && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (marker == "r" && alone && plausible).then(|| code.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_invitations_are_read_as_codes() {
        for (link, code) in [
            ("plumbline://r/AB12CD", Some("AB12CD")),
            ("plumbline://r/AB12CD/", Some("AB12CD")),
            ("https://trade.example.org/r/AB12CD", Some("AB12CD")),
            ("https://trade.example.org/r/AB12CD?from=mail", Some("AB12CD")),
            ("http://trade.example.org/r/AB12CD", None),
            ("plumbline://r/", None),
            ("plumbline://r", None),
            ("plumbline://x/AB12CD", None),
            ("plumbline://r/AB12CD/more", None),
            ("plumbline://r/AB%20CD", None),
            ("plumbline://r/0123456789012345678901234567890123", None),
            ("https://trade.example.org/AB12CD", None),
            ("mailto:r/AB12CD", None),
        ] {
            let url = Url::parse(link).expect(link);
            assert_eq!(invite_code(&url).as_deref(), code, "{link}");
        }
    }

    #[test]
    fn a_code_is_given_out_once() {
        let pending = PendingInvite::default();
        pending.put("FIRST".to_owned());
        pending.put("SECOND".to_owned());
        assert_eq!(pending.take().as_deref(), Some("SECOND"));
        assert_eq!(pending.take(), None);
    }
}
