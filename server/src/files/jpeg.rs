//! The check that a JPEG is complete. Its decoder fills in missing parts, so that half of a document would be stored as
//! a whole one.
//!
//! It detects a missing end, as after a broken transfer. It does not detect an end that was appended to the half, as
//! programs for repairing such files do: only a decoder knows if all points before the end are there, and this one
//! silently takes missing ones for zeros, even in strict mode. A reviewer sees the empty half.

/// True if the picture continues to its end (ITU-T T.81, annex B): each segment has its length, and behind each scan
/// the next marker follows, since the points of a scan contain none.
pub fn is_whole(jpeg: &[u8]) -> bool {
    let mut rest = jpeg;
    loop {
        let Some((marker, behind)) = next_marker(rest) else { return false };
        rest = match marker {
            END => return true,
            START | RESTART_FIRST..=RESTART_LAST => behind,
            _ => match behind.first_chunk().map(|length| usize::from(u16::from_be_bytes(*length))) {
                Some(length) if length >= 2 && length <= behind.len() => &behind[length..],
                _ => return false,
            },
        };
    }
}

const START: u8 = 0xd8;
const END: u8 = 0xd9;
const RESTART_FIRST: u8 = 0xd0;
const RESTART_LAST: u8 = 0xd7;

/// The next marker and the bytes behind it. A zero after `ff` makes it a point's byte, and another `ff` is padding.
fn next_marker(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let mut from = 0;
    loop {
        let at = from + memchr::memchr(0xff, bytes.get(from..)?)?;
        match *bytes.get(at + 1)? {
            0x00 => from = at + 2,
            0xff => from = at + 1,
            marker => return Some((marker, &bytes[at + 2..])),
        }
    }
}

#[cfg(test)]
mod tests {
    use image::codecs::jpeg::JpegEncoder;
    use image::{ExtendedColorType, ImageEncoder};

    use super::*;

    fn jpeg() -> Vec<u8> {
        let mut jpeg = Vec::new();
        let points: Vec<u8> = (0..64 * 48 * 3_u32).map(|at| (at * at % 251) as u8).collect();
        JpegEncoder::new(&mut jpeg).write_image(&points, 64, 48, ExtendedColorType::Rgb8).unwrap();
        jpeg
    }

    #[test]
    fn a_picture_is_whole_only_up_to_its_end() {
        let jpeg = jpeg();
        assert!(is_whole(&jpeg));
        assert!(is_whole(&[&jpeg[..], b"\xff\xdawhat a camera puts behind it"].concat()));
        for length in 0..jpeg.len() {
            assert!(!is_whole(&jpeg[..length]), "the first {length} bytes of {}", jpeg.len());
        }
    }

    #[test]
    fn the_end_of_a_small_picture_inside_is_not_its_own() {
        let (jpeg, length) = (jpeg(), u16::try_from(jpeg().len() + 2).unwrap().to_be_bytes());
        let with_small = [&jpeg[..2], b"\xff\xe1", &length[..], &jpeg[..], &jpeg[2..]].concat();
        assert!(is_whole(&with_small));
        assert!(!is_whole(&with_small[..with_small.len() - 20]));
    }

    proptest::proptest! {
        #[test]
        fn whatever_comes_is_looked_at(bytes: Vec<u8>) {
            let _ = is_whole(&bytes);
        }
    }
}
