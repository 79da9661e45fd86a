//! The push socket, held by the shell so that the token stays out of JavaScript.
//!
//! Every frame of the server becomes one message of an IPC channel. The server conflates quotes
//! (it sends one frame a flush), so nothing has to be batched here.

use std::sync::{
    Mutex, PoisonError,
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

/// The UI sends a subscription now and then; more waiting than this means that the server is gone.
const OUTGOING_MAX: usize = 256;

/// What the UI hears of its socket.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum PushEvent {
    /// One text frame as the server sent it.
    Frame { data: String },
    /// The end; nothing follows. The code is that of the WebSocket protocol, 1006 without one.
    Closed { code: u16, reason: String },
}

/// The socket of the window. There is one: opening another ends it.
#[derive(Debug, Default)]
pub struct PushSocket {
    next_id: AtomicU32,
    open: Mutex<Option<OpenSocket>>,
}

#[derive(Debug)]
struct OpenSocket {
    id: u32,
    /// Dropping the sender closes the socket.
    outgoing: mpsc::Sender<Message>,
}

impl PushSocket {
    fn replace(&self, outgoing: mpsc::Sender<Message>) -> u32 {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = Some(OpenSocket { id, outgoing });
        id
    }

    fn close(&self, id: u32) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.take_if(|socket| socket.id == id);
    }

    fn send(&self, id: u32, frame: String) -> Result<(), ShellError> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let socket = open.as_ref().filter(|socket| socket.id == id);
        let outgoing = &socket.ok_or(ShellError::SocketClosed)?.outgoing;
        outgoing.try_send(Message::Text(frame)).map_err(|_| ShellError::SocketClosed)
    }
}

/// Opens `/push`; frames arrive on the channel. Gives the socket's id.
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
    let url = ServerAddress::current(&app).url("/push")?;
    let upgraded = http.get(url).upgrade().send().await.map_err(unreachable)?;
    let socket = upgraded.into_websocket().await.map_err(unreachable)?;
    let (outgoing, queue) = mpsc::channel(OUTGOING_MAX);
    spawn(async move {
        let end = relay(socket, queue, &channel).await;
        let _ = channel.send(end);
    });
    Ok(sockets.replace(outgoing))
}

/// Sends one frame. An `auth` frame gets the token here, where JavaScript cannot see it.
///
/// # Errors
/// [`ShellError::SocketClosed`] when the socket has ended meanwhile.
#[tauri::command]
pub async fn push_send(
    app: AppHandle,
    session: State<'_, Session>,
    sockets: State<'_, PushSocket>,
    id: u32,
    frame: String,
) -> Result<(), ShellError> {
    let token = session.token(&ServerAddress::current(&app)).await;
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

    #[test]
    fn a_new_socket_ends_the_one_before() {
        let sockets = PushSocket::default();
        let (first, mut first_queue) = mpsc::channel(1);
        let (second, mut second_queue) = mpsc::channel(1);
        let first = sockets.replace(first);
        let second = sockets.replace(second);
        assert!(first_queue.blocking_recv().is_none(), "the first socket is told to close");
        assert!(matches!(sockets.send(first, "a".to_owned()), Err(ShellError::SocketClosed)));
        sockets.close(first);
        sockets.send(second, "b".to_owned()).expect("the second is untouched");
        assert!(matches!(second_queue.blocking_recv(), Some(Message::Text(text)) if text == "b"));
        sockets.close(second);
        assert!(matches!(sockets.send(second, "c".to_owned()), Err(ShellError::SocketClosed)));
    }
}
