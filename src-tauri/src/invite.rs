//! Invitations that arrive as links: `plumbline://r/CODE?server=ORIGIN` and `https://HOST/r/CODE`.
//!
//! A link may come before the UI has loaded (a cold start) or while it runs. Both wait here until
//! the UI takes the invitation, so that none is lost and none is used twice.

use serde::Serialize;
use tauri::{AppHandle, Emitter, Manager, State};
use tauri_plugin_deep_link::DeepLinkExt;
use url::Url;

use crate::pending::Pending;

/// The event that notifies the UI of a waiting invitation; the UI then calls `take_invite`.
const INVITE_EVENT: &str = "invite";
/// The greatest length of the codes that servers make; anything longer is not an invitation.
const CODE_LENGTH_MAX: usize = 32;

/// The greatest length of a server's address in a link; the UI shows it when it asks.
const SERVER_LENGTH_MAX: usize = 300;

/// An invitation, and the server that it is for. The address is the link's own text: the customer is asked about it.
#[derive(Debug, PartialEq, Serialize)]
pub struct Invite {
    code: String,
    server: Option<String>,
}

/// Starts to collect links, the one that started the application included.
pub fn listen(app: &AppHandle) {
    app.manage(Pending::<Invite>::default());
    let links = app.deep_link();
    if let Ok(Some(urls)) = links.get_current() {
        receive(app, &urls);
    }
    let handle = app.clone();
    links.on_open_url(move |event| receive(&handle, &event.urls()));
}

/// Returns the waiting invitation to the UI, once.
#[tauri::command]
pub fn take_invite(pending: State<'_, Pending<Invite>>) -> Option<Invite> {
    pending.take()
}

fn receive(app: &AppHandle, urls: &[Url]) {
    let Some(invite) = urls.iter().find_map(invite) else {
        return;
    };
    app.state::<Pending<Invite>>().put(invite);
    // Before the window exists there is no listener; the UI asks by itself once it has loaded.
    let _ = app.emit(INVITE_EVENT, ());
    crate::show_window(app);
}

/// Reads an invitation. In `plumbline://r/CODE` the `r` is the host, and the server stands in the query; in
/// `https://HOST/r/CODE` the `r` is the first folder, and the host is the server.
fn invite(url: &Url) -> Option<Invite> {
    let mut path = url.path_segments()?;
    let (marker, server) = match url.scheme() {
        "plumbline" => (url.host_str()?, named_server(url)),
        "https" => (path.next()?, Some(url.origin().ascii_serialization())),
        _ => return None,
    };
    let code = path.next()?;
    let alone = path.all(str::is_empty);
    let plausible =
        !code.is_empty() && code.len() <= CODE_LENGTH_MAX && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (marker == "r" && alone && plausible).then(|| Invite { code: code.to_owned(), server })
}

fn named_server(url: &Url) -> Option<String> {
    let (_, server) = url.query_pairs().find(|(name, _)| name == "server")?;
    (!server.is_empty() && server.len() <= SERVER_LENGTH_MAX).then(|| server.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_invitations_are_read_and_each_names_its_server() {
        let trade = Some("https://trade.example.org");
        for (link, expected) in [
            ("plumbline://r/AB12CD", Some(("AB12CD", None))),
            ("plumbline://r/AB12CD/", Some(("AB12CD", None))),
            ("plumbline://r/AB12CD?server=https%3A%2F%2Ftrade.example.org", Some(("AB12CD", trade))),
            ("plumbline://r/AB12CD?from=mail&server=https://trade.example.org", Some(("AB12CD", trade))),
            (
                "plumbline://r/AB12CD?server=http%3A%2F%2F192.168.1.20%3A8080",
                Some(("AB12CD", Some("http://192.168.1.20:8080"))),
            ),
            ("plumbline://r/AB12CD?server=", Some(("AB12CD", None))),
            ("plumbline://r/AB12CD?server=javascript:alert(1)", Some(("AB12CD", Some("javascript:alert(1)")))),
            ("https://trade.example.org/r/AB12CD", Some(("AB12CD", trade))),
            ("https://trade.example.org:8443/r/AB12CD", Some(("AB12CD", Some("https://trade.example.org:8443")))),
            ("https://trade.example.org/r/AB12CD?server=https://other.example", Some(("AB12CD", trade))),
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
            let expected =
                expected.map(|(code, server)| Invite { code: code.to_owned(), server: server.map(str::to_owned) });
            assert_eq!(invite(&url), expected, "{link}");
        }
        let long = format!("plumbline://r/AB12CD?server={}", "a".repeat(301));
        assert_eq!(invite(&Url::parse(&long).expect("a link")).and_then(|invite| invite.server), None);
    }
}
