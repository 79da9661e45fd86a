//! The address to serve on: free, or the program that uses it.

use std::io::ErrorKind;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::Finding;

const ANSWER_MAX: Duration = Duration::from_secs(3);
const ANSWER_BYTES_MAX: u64 = 64 * 1024;

pub async fn examine(listen: &str) -> Vec<Finding> {
    vec![match TcpListener::bind(listen).await {
        Ok(_) => Finding::well(format!("The address {listen} is free to serve on.")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => match who(listen).await {
            Some(version) => Finding::well(format!("Plumbline {version} is serving on {listen}.")),
            None => Finding::wrong(format!("Another program is listening on {listen}.")),
        },
        Err(error) => Finding::wrong(format!("{listen} cannot be served on: {error}.")),
    }]
}

/// The version, if Plumbline answers.
async fn who(address: &str) -> Option<String> {
    let answer = tokio::time::timeout(ANSWER_MAX, ask(address)).await.ok()?.ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    let body: serde_json::Value = serde_json::from_str(body).ok()?;
    let data = &body["data"];
    data["minimumDeposit"].as_str().and(data["version"].as_str()).map(str::to_owned)
}

async fn ask(address: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = "GET /appVersion/getPublishAppVersion HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.take(ANSWER_BYTES_MAX).read_to_string(&mut answer).await?;
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_port_is_free_or_anothers_or_nobodys() {
        let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = taken.local_addr().unwrap().to_string();
        let stranger = tokio::spawn(async move {
            let (mut stream, _) = taken.accept().await.unwrap();
            stream.write_all(b"220 mail.example ESMTP\r\n").await.unwrap();
        });
        let said = examine(&address).await;
        assert!(!said[0].well && said[0].sentence.contains("Another program"), "{said:?}");
        stranger.await.unwrap();
        let said = examine("127.0.0.1:0").await;
        assert!(said[0].well && said[0].sentence.contains("free"));
        let said = examine("nonsense").await;
        assert!(!said[0].well && said[0].sentence.contains("cannot be served on"));
    }
}
