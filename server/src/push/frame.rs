//! Writing of WebSocket frames (RFC 6455, section 5.2). A server's frames are never masked, so a frame is a short
//! header and the payload; with this code one buffer serves every client of a flush.

const TEXT: u8 = 0x81;
const CLOSE: u8 = 0x88;
const PING: u8 = 0x89;
/// The longest header of an unmasked frame: two bytes and a 64-bit length.
const HEADER_MAX: usize = 10;
/// A control frame's payload is at most 125 bytes, two of which hold a close frame's code.
const CLOSE_REASON_MAX: usize = 123;

/// One text frame under construction: a JSON array of messages. Reused from client to client.
#[derive(Debug)]
pub struct Frame {
    bytes: Vec<u8>,
    messages: u64,
}

impl Default for Frame {
    fn default() -> Self {
        Self { bytes: vec![0; HEADER_MAX], messages: 0 }
    }
}

impl Frame {
    /// A finished frame of one message.
    pub fn of(message: &[u8]) -> Vec<u8> {
        let mut frame = Self::default();
        frame.push(message);
        frame.finish().to_vec()
    }

    /// Removes the messages and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.truncate(HEADER_MAX);
        self.messages = 0;
    }

    /// The number of messages so far.
    pub const fn messages(&self) -> u64 {
        self.messages
    }

    /// Adds one message, which must be a JSON value.
    pub fn push(&mut self, message: &[u8]) {
        self.push_with(|bytes| bytes.extend_from_slice(message));
    }

    /// Adds one message that `write` appends.
    pub fn push_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.bytes.push(if self.messages == 0 { b'[' } else { b',' });
        write(&mut self.bytes);
        self.messages += 1;
    }

    /// Closes the array and gives the frame's bytes. The header is written right before the payload.
    pub fn finish(&mut self) -> &[u8] {
        if self.messages == 0 {
            self.bytes.push(b'[');
        }
        self.bytes.push(b']');
        let length = self.bytes.len() - HEADER_MAX;
        let (header, used) = header(TEXT, length);
        let start = HEADER_MAX - used;
        self.bytes[start..HEADER_MAX].copy_from_slice(&header[..used]);
        &self.bytes[start..]
    }
}

/// A close frame with a status code (RFC 6455, section 7.4) and a reason in ASCII.
pub fn close(code: u16, reason: &str) -> Vec<u8> {
    let reason = &reason.as_bytes()[..reason.len().min(CLOSE_REASON_MAX)];
    let (header, used) = header(CLOSE, reason.len() + 2);
    let mut bytes = header[..used].to_vec();
    bytes.extend_from_slice(&code.to_be_bytes());
    bytes.extend_from_slice(reason);
    bytes
}

/// A ping without payload.
pub const fn ping() -> [u8; 2] {
    [PING, 0]
}

/// The header of a final frame, and how many of the bytes it uses.
fn header(first: u8, length: usize) -> ([u8; HEADER_MAX], usize) {
    let mut bytes = [0; HEADER_MAX];
    bytes[0] = first;
    let used = match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short), _) if short < 126 => {
            bytes[1] = short;
            2
        }
        (_, Ok(medium)) => {
            bytes[1] = 126;
            bytes[2..4].copy_from_slice(&medium.to_be_bytes());
            4
        }
        _ => {
            bytes[1] = 127;
            bytes[2..].copy_from_slice(&(length as u64).to_be_bytes());
            HEADER_MAX
        }
    };
    (bytes, used)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use tungstenite::protocol::{Message, Role, WebSocket};

    /// Reads with an independent implementation, as a client would.
    fn read(bytes: &[u8]) -> Message {
        WebSocket::from_raw_socket(Cursor::new(bytes.to_vec()), Role::Client, None).read().unwrap()
    }

    #[test]
    fn frames_of_every_header_length_are_read_back() {
        for length in [0, 1, 121, 122, 123, 124, 65_530, 65_531, 65_532, 65_533, 70_000] {
            let text = format!("\"{}\"", "x".repeat(length));
            let expected = format!("[{text}]");
            assert_eq!(read(&Frame::of(text.as_bytes())), Message::text(expected), "{length}");
        }
    }

    #[test]
    fn a_cleared_frame_starts_anew() {
        let mut frame = Frame::default();
        frame.push(b"1");
        frame.push(b"2");
        assert_eq!(read(frame.finish()), Message::text("[1,2]"));
        frame.clear();
        frame.push(b"3");
        assert_eq!(read(frame.finish()), Message::text("[3]"));
    }

    #[test]
    fn a_close_frame_carries_code_and_reason() {
        match read(&close(1013, "slow_consumer")) {
            Message::Close(Some(frame)) => {
                assert_eq!((u16::from(frame.code), frame.reason.as_str()), (1013, "slow_consumer"));
            }
            other => panic!("{other:?}"),
        }
    }
}
