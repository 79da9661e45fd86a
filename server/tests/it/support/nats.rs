//! A NATS server for one test.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::free_port;

#[derive(Debug)]
pub struct Nats {
    process: Child,
    pub address: SocketAddr,
}

impl Nats {
    pub async fn start() -> Self {
        Self::start_at(SocketAddr::from(([127, 0, 0, 1], free_port()))).await
    }

    pub async fn start_at(address: SocketAddr) -> Self {
        let process = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", &address.port().to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server cannot be started; ./scripts/test installs the Debian package nats-server");
        let nats = Self { process, address };
        for _ in 0..200 {
            if TcpStream::connect(address).await.is_ok() {
                return nats;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("nats-server does not answer on {address}");
    }

    /// Publishes a message as any program may that reaches the server, and returns when it was taken.
    pub async fn publish(&self, subject: &str, payload: &[u8]) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let mut sent = b"CONNECT {\"verbose\":false}\r\n".to_vec();
        sent.extend_from_slice(format!("PUB {subject} {}\r\n", payload.len()).as_bytes());
        sent.extend_from_slice(payload);
        sent.extend_from_slice(b"\r\nPING\r\n");
        stream.write_all(&sent).await.unwrap();
        let (mut heard, mut part) = (String::new(), [0; 4_096]);
        while !heard.contains("PONG") {
            let count = stream.read(&mut part).await.unwrap();
            heard += std::str::from_utf8(&part[..count]).unwrap();
            assert!(count > 0 && !heard.contains("-ERR"), "{heard}");
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
