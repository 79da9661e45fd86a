//! Counts WebSocket frames in the received bytes (RFC 6455, section 5.2). The protocol crate gives whole messages only,
//! however many frames they are cut into.

/// The longest header: two bytes, a 64-bit length, and a mask.
const HEADER_MAX: usize = 14;

/// The state of counting between two reads.
#[derive(Debug, Default)]
pub struct Pieces {
    /// The header that is being received.
    header: [u8; HEADER_MAX],
    header_length: usize,
    /// Bytes still to be received of the payload behind the last header.
    payload: u64,
}

impl Pieces {
    /// Reads on, and gives the number of headers that these bytes completed.
    pub fn count(&mut self, mut bytes: &[u8]) -> u32 {
        let mut whole = 0;
        while let [next, rest @ ..] = bytes {
            if self.payload > 0 {
                let skipped = bytes.len().min(usize::try_from(self.payload).unwrap_or(usize::MAX));
                self.payload -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            self.header[self.header_length] = *next;
            self.header_length += 1;
            bytes = rest;
            if let Some(payload) = payload_length(&self.header[..self.header_length]) {
                (self.payload, self.header_length) = (payload, 0);
                whole += 1;
            }
        }
        whole
    }
}

/// The length of the payload that follows this header, once the header is whole.
fn payload_length(header: &[u8]) -> Option<u64> {
    let [_, second, rest @ ..] = header else { return None };
    let extended = match second & 0x7f {
        126 => 2,
        127 => 8,
        _ => 0,
    };
    let mask = if second & 0x80 == 0 { 0 } else { 4 };
    if rest.len() < extended + mask {
        return None;
    }
    let short = u64::from(second & 0x7f);
    let long = rest[..extended].iter().fold(0, |length, byte| length << 8 | u64::from(*byte));
    Some(if extended == 0 { short } else { long })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tungstenite::protocol::frame::Frame;
    use tungstenite::protocol::frame::coding::{Data, OpCode};

    fn frame(payload: usize, is_masked: bool) -> Vec<u8> {
        let mut frame = Frame::message(vec![b'x'; payload], OpCode::Data(Data::Continue), false);
        frame.header_mut().mask = is_masked.then_some([1, 2, 3, 4]);
        let mut bytes = Vec::new();
        frame.format(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn every_frame_is_counted_once_however_its_bytes_are_cut() {
        let lengths = [0, 0, 1, 125, 126, 127, 65_535, 65_536, 0];
        let frames = lengths.iter().flat_map(|length| [frame(*length, true), frame(*length, false)]);
        let bytes: Vec<u8> = frames.flatten().collect();
        for size in [1, 2, 3, 7, 64, 1024, bytes.len()] {
            let mut pieces = Pieces::default();
            let counted: u32 = bytes.chunks(size).map(|cut| pieces.count(cut)).sum();
            assert_eq!(counted as usize, 2 * lengths.len(), "{size} bytes at a time");
        }
    }

    #[test]
    fn a_frame_of_any_length_counts_as_one() {
        let mut pieces = Pieces::default();
        assert_eq!(pieces.count(&[0x81, 0xff]), 0);
        assert_eq!(pieces.count(&[0xff; 8]), 0);
        assert_eq!(pieces.count(&[0; 4]), 1);
        assert_eq!(pieces.count(&[0; 100_000]), 0, "all of it is payload");
    }
}
