//! Reads an HTTP answer, as far as a bench needs it.

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

use crate::Failure;

/// Reads one answer, whose length the server declares.
pub async fn read(stream: &mut TcpStream, answer: &mut Vec<u8>) -> Result<(), Failure> {
    answer.clear();
    let mut wanted = None;
    while wanted.is_none_or(|wanted| answer.len() < wanted) {
        if stream.read_buf(answer).await? == 0 {
            return Err("the server closed the connection".into());
        }
        if wanted.is_none() {
            wanted = declared(answer)?;
        }
    }
    Ok(())
}

/// The bytes of head and body together; `None` until the head is complete.
fn declared(answer: &[u8]) -> Result<Option<usize>, Failure> {
    let Some(head) = memchr::memmem::find(answer, b"\r\n\r\n") else { return Ok(None) };
    let text = std::str::from_utf8(&answer[..head])?;
    let length = text.lines().filter_map(|line| line.split_once(':'));
    let length = length.filter(|(name, _)| name.eq_ignore_ascii_case("content-length")).map(|(_, value)| value).next();
    Ok(Some(head + 4 + length.ok_or("the server declared no length")?.trim().parse::<usize>()?))
}
