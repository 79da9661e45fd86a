//! The memory that decoding a WebP may take. Its decoder allocates as much as the file claims, before it checks the
//! claim: tables for all prefix codes of a lossless part (a code of 93 bits is a table of 4 KiB, and a file of 5 M
//! would be 1.3 GB of them, while encoders need a few thousand codes), a frame of the claimed size, and metadata of the
//! claimed length.

use memchr::memmem;

/// Bytes allocated for each point, including transparency and the canvas of an animation.
const BY_POINT: u64 = 16;
/// Bytes allocated for each point that a lossy part claims.
const BY_FRAME_POINT: u64 = 2;
/// Bytes of tables for each byte of lossless data.
const BY_LOSSLESS_BYTE: u64 = 400;
/// The place of the first chunk's name, and the name of a purely lossy picture, whose head gives its whole size.
const FIRST_CHUNK: usize = 12;
const PLAIN: &[u8] = b"VP8 ";
/// The bytes of a lossy part behind its first three.
const FRAME_START: &[u8] = b"\x9d\x01\x2a";

/// The most memory that decoding a WebP of so many points may take. It looks for chunk names at any place, so that a
/// file cannot hide a chunk from it that the decoder finds.
pub fn memory_max(webp: &[u8], points: u64) -> u64 {
    if webp.get(FIRST_CHUNK..).is_some_and(|chunk| chunk.starts_with(PLAIN)) {
        return 0;
    }
    let lossless = most(webp, b"VP8L", there).max(most(webp, b"ALPH", there));
    let frame = most(webp, PLAIN, |_, chunk| frame_points(chunk));
    let metadata = most(webp, b"EXIF", |said, _| said);
    BY_POINT * points + BY_LOSSLESS_BYTE * lossless + BY_FRAME_POINT * frame + metadata
}

/// The greatest value of `of` over the chunks of this name, from the length that a chunk claims and the bytes behind.
fn most(webp: &[u8], name: &[u8], of: impl Fn(u64, &[u8]) -> u64) -> u64 {
    let chunks = memmem::find_iter(webp, name).filter_map(|at| webp[at + name.len()..].split_first_chunk());
    chunks.map(|(said, chunk)| of(u32::from_le_bytes(*said).into(), chunk)).max().unwrap_or(0)
}

/// The number of a chunk's bytes that exist.
fn there(said: u64, chunk: &[u8]) -> u64 {
    said.min(chunk.len() as u64)
}

/// The points that a lossy part claims: sides of 14 bits behind its start.
fn frame_points(chunk: &[u8]) -> u64 {
    let [_, _, _, rest @ ..] = chunk else { return 0 };
    let Some([width, more_width, height, more_height, ..]) = rest.strip_prefix(FRAME_START) else { return 0 };
    let side = |low: u8, high: u8| u64::from(u16::from_le_bytes([low, high]) & 0x3fff);
    side(*width, *more_width) * side(*height, *more_height)
}
