//! A mail server of a few lines, which keeps the messages it receives.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A message as it was received.
#[derive(Clone, Debug)]
pub struct Delivered {
    pub recipient: String,
    pub text: String,
}

#[derive(Debug, Default)]
struct Shared {
    refuses: AtomicBool,
    delivered: Mutex<Vec<Delivered>>,
}

/// Listens on a port of its own until the test's runtime ends.
#[derive(Debug)]
pub struct MailServer {
    pub url: String,
    shared: Arc<Shared>,
}

impl MailServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let shared = Arc::new(Shared::default());
        let serving = shared.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let shared = serving.clone();
                // A client that hangs up in the middle has delivered nothing.
                tokio::spawn(async move { serve(client, &shared).await.ok() });
            }
        });
        Self { url, shared }
    }

    /// Refuses every recipient from now on, or accepts them again.
    pub fn refuse(&self, refuses: bool) {
        self.shared.refuses.store(refuses, Ordering::SeqCst);
    }

    pub fn delivered(&self) -> Vec<Delivered> {
        self.shared.delivered.lock().unwrap().clone()
    }
}

async fn serve(client: TcpStream, shared: &Shared) -> std::io::Result<()> {
    let mut client = BufReader::new(client);
    client.write_all(b"220 test\r\n").await?;
    let (mut line, mut recipient) = (String::new(), String::new());
    while client.read_line(&mut line).await? > 0 {
        let reply = match line.split([' ', '\r']).next().unwrap_or_default() {
            "RCPT" if shared.refuses.load(Ordering::SeqCst) => "550 no such mailbox\r\n",
            "RCPT" => {
                recipient = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                "250 ok\r\n"
            }
            "DATA" => {
                client.write_all(b"354 go on\r\n").await?;
                let text = text(&mut client).await?;
                shared.delivered.lock().unwrap().push(Delivered { recipient: recipient.clone(), text });
                "250 taken\r\n"
            }
            "EHLO" | "MAIL" | "NOOP" | "RSET" => "250 ok\r\n",
            "QUIT" => return client.write_all(b"221 bye\r\n").await,
            _ => "500 what?\r\n",
        };
        client.write_all(reply.as_bytes()).await?;
        line.clear();
    }
    Ok(())
}

/// The text up to the line with a single dot.
async fn text(client: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let mut text = String::new();
    while !text.ends_with("\r\n.\r\n") {
        if client.read_line(&mut text).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(text)
}
