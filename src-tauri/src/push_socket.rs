//! The push socket, held by the shell so that the token stays out of JavaScript.
//!
//! Every frame of the server becomes one message of an IPC channel. The server conflates quotes
//! (it sends one frame a flush), so nothing has to be batched here.

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU32, Ordering},
};

use futures_util::{SinkExt, StreamExt};
use reqwest::Client;
use reqwest_websocket::{CloseCode, Message, Upgrade, WebSocket};
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use serde_json::Value;
use tauri::{AppHandle, State, async_runtime::spawn, ipc::Channel};
use tokio::sync::mpsc;

use crate::{error::ShellError, server_address::ServerAddress, session::Session};

/// The UI sends a subscription now and then; more waiting frames than this mean that the server is gone.
const OUTGOING_MAX: usize = 256;

/// An event of the socket, for the UI.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum PushEvent {
    /// One text frame as the server sent it.
    Frame { data: String },
    /// The end; nothing follows. The code is that of the WebSocket protocol, 1006 without one.
    Closed { code: u16, reason: String },
}

/// The socket of the window. There is one: opening another closes it.
#[derive(Debug, Default)]
pub struct PushSocket {
    next_id: AtomicU32,
    open: Mutex<Option<OpenSocket>>,
}

#[derive(Debug)]
struct OpenSocket {
    id: u32,
    /// The server whose token the socket may carry, even if the window talks to another one meanwhile.
    server: ServerAddress,
    /// Dropping the sender closes the socket.
    outgoing: mpsc::Sender<Message>,
}

impl PushSocket {
    fn replace(&self, server: ServerAddress, outgoing: mpsc::Sender<Message>) -> u32 {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        *self.open() = Some(OpenSocket { id, server, outgoing });
        id
    }

    fn close(&self, id: u32) {
        self.open().take_if(|socket| socket.id == id);
    }

    /// Closes a socket to any other server than this one.
    pub fn keep_only(&self, server: &ServerAddress) {
        self.open().take_if(|socket| socket.server != *server);
    }

    /// The server that a socket leads to.
    fn server(&self, id: u32) -> Result<ServerAddress, ShellError> {
        let open = self.open();
        let socket = open.as_ref().filter(|socket| socket.id == id);
        socket.map(|socket| socket.server.clone()).ok_or(ShellError::SocketClosed)
    }

    fn send(&self, id: u32, frame: String) -> Result<(), ShellError> {
        let open = self.open();
        let socket = open.as_ref().filter(|socket| socket.id == id);
        let outgoing = &socket.ok_or(ShellError::SocketClosed)?.outgoing;
        outgoing.try_send(Message::Text(frame)).map_err(|_| ShellError::SocketClosed)
    }

    fn open(&self) -> MutexGuard<'_, Option<OpenSocket>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens `/push`; frames arrive on the channel. Returns the socket's id.
///
/// # Errors
/// [`ShellError::ServerUnreachable`] when the server does not answer or does not upgrade.
#[tauri::command]
pub async fn push_open(
    app: AppHandle,
    http: State<'_, Client>,
    sockets: State<'_, PushSocket>,
    channel: Channel<PushEvent>,
) -> Result<u32, ShellError> {
    let server = ServerAddress::current(&app)?;
    let url = server.url("/push")?;
    let upgraded = http.get(url).upgrade().send().await.map_err(unreachable)?;
    let socket = upgraded.into_websocket().await.map_err(unreachable)?;
    let (outgoing, queue) = mpsc::channel(OUTGOING_MAX);
    spawn(async move {
        let end = relay(socket, queue, &channel).await;
        let _ = channel.send(end);
    });
    let id = sockets.replace(server, outgoing);
    // The customer may have chosen another server while this one answered.
    sockets.keep_only(&ServerAddress::current(&app)?);
    Ok(id)
}

/// Sends one frame. An `auth` frame gets the token of the socket's server here, where JavaScript cannot see it.
///
/// # Errors
/// [`ShellError::SocketClosed`] when the socket has ended meanwhile.
#[tauri::command]
pub async fn push_send(
    session: State<'_, Session>,
    sockets: State<'_, PushSocket>,
    id: u32,
    frame: String,
) -> Result<(), ShellError> {
    let token = session.token(&sockets.server(id)?).await;
    sockets.send(id, with_token(frame, token.as_ref()))
}

/// Closes a socket. One that has ended already is no error.
#[tauri::command]
pub fn push_close(sockets: State<'_, PushSocket>, id: u32) {
    sockets.close(id);
}

/// Passes frames both ways until one side ends.
async fn relay(mut socket: WebSocket, mut queue: mpsc::Receiver<Message>, channel: &Channel<PushEvent>) -> PushEvent {
    loop {
        tokio::select! {
            frame = queue.recv() => match frame {
                Some(frame) => if let Err(error) = socket.send(frame).await {
                    return lost(&error.to_string());
                },
                None => {
                    let _ = socket.close(CloseCode::Normal, None).await;
                    return PushEvent::Closed { code: 1000, reason: String::new() };
                }
            },
            message = socket.next() => match message {
                Some(Ok(Message::Text(data))) => if channel.send(PushEvent::Frame { data }).is_err() {
                    return lost("the window is gone");
                },
                Some(Ok(Message::Close { code, reason })) => {
                    return PushEvent::Closed { code: code.into(), reason };
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return lost(&error.to_string()),
                None => return lost(""),
            },
        }
    }
}

fn lost(reason: &str) -> PushEvent {
    PushEvent::Closed { code: 1006, reason: reason.to_owned() }
}

fn unreachable(error: reqwest_websocket::Error) -> ShellError {
    ShellError::ServerUnreachable(error.to_string())
}

fn with_token(frame: String, token: Option<&SecretString>) -> String {
    let Some(token) = token else { return frame };
    match serde_json::from_str::<Value>(&frame) {
        Ok(Value::Object(mut message)) if message.get("op").is_some_and(|op| op == "auth") => {
            message.insert("token".to_owned(), token.expose_secret().into());
            Value::Object(message).to_string()
        }
        _ => frame,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_auth_frame_gets_the_token() {
        let token = SecretString::from("secret");
        let auth = with_token(r#"{"op":"auth","token":"kept-by-the-shell"}"#.to_owned(), Some(&token));
        let auth: Value = serde_json::from_str(&auth).expect("json");
        assert_eq!(auth, serde_json::json!({"op": "auth", "token": "secret"}));
        for frame in [r#"{"op":"ping"}"#, r#"["auth"]"#, "auth", r#"{"topic":"auth"}"#] {
            assert_eq!(with_token(frame.to_owned(), Some(&token)), frame);
        }
        assert_eq!(with_token(r#"{"op":"auth"}"#.to_owned(), None), r#"{"op":"auth"}"#);
    }

    fn server(address: &str) -> ServerAddress {
        address.parse().expect("an address")
    }

    #[test]
    fn a_new_socket_ends_the_one_before() {
        let sockets = PushSocket::default();
        let (first, mut first_queue) = mpsc::channel(1);
        let (second, mut second_queue) = mpsc::channel(1);
        let ours = server("https://a.example");
        let first = sockets.replace(ours.clone(), first);
        let second = sockets.replace(ours, second);
        assert!(first_queue.blocking_recv().is_none(), "the first socket is told to close");
        assert!(matches!(sockets.send(first, "a".to_owned()), Err(ShellError::SocketClosed)));
        sockets.close(first);
        sockets.send(second, "b".to_owned()).expect("the second is untouched");
        assert!(matches!(second_queue.blocking_recv(), Some(Message::Text(text)) if text == "b"));
        sockets.close(second);
        assert!(matches!(sockets.send(second, "c".to_owned()), Err(ShellError::SocketClosed)));
    }

    #[test]
    fn a_socket_belongs_to_its_server_and_ends_with_another_choice() {
        let sockets = PushSocket::default();
        let (outgoing, mut queue) = mpsc::channel(1);
        let (ours, theirs) = (server("https://a.example"), server("https://b.example"));
        let id = sockets.replace(ours.clone(), outgoing);
        assert_eq!(sockets.server(id).expect("open"), ours, "the token is that server's");
        assert!(matches!(sockets.server(id + 1), Err(ShellError::SocketClosed)));
        sockets.keep_only(&ours);
        assert_eq!(sockets.server(id).expect("open"), ours, "the same address again changes nothing");
        sockets.keep_only(&theirs);
        assert!(queue.blocking_recv().is_none(), "the socket is told to close");
        assert!(matches!(sockets.server(id), Err(ShellError::SocketClosed)), "no token goes out on it");
    }
}
