//! What a WebP may cost. Its decoder allocates what the file asks for, before it finds out that it was lied to: tables for
//! whatever prefix codes a part without losses has (a code of 93 bits is a table of 4 KiB, and a file of 5 M would be 1.3 GB
//! of them, where encoders ask for a few thousand in all), a frame of the size that the frame says, and metadata as long as
//! they say.

use memchr::memmem;

/// What is allocated for each point, transparency and the canvas of what moves included.
const BY_POINT: u64 = 16;
/// The same for each point that a part with losses says it has.
const BY_FRAME_POINT: u64 = 2;
/// What tables may take for each byte of what is compressed without losses.
const BY_LOSSLESS_BYTE: u64 = 400;
/// Where the first chunk's name stands, and that of a picture with losses and nothing else, whose head says all of it.
const FIRST_CHUNK: usize = 12;
const PLAIN: &[u8] = b"VP8 ";
/// How a part with losses goes on behind three bytes.
const FRAME_START: &[u8] = b"\x9d\x01\x2a";

/// The most memory that the decoding of a WebP of so many points may take. It goes by the names of the chunks wherever they
/// stand, so that it cannot look for them elsewhere than the decoder does.
pub fn memory_max(webp: &[u8], points: u64) -> u64 {
    if webp.get(FIRST_CHUNK..).is_some_and(|chunk| chunk.starts_with(PLAIN)) {
        return 0;
    }
    let lossless = most(webp, b"VP8L", there).max(most(webp, b"ALPH", there));
    let frame = most(webp, PLAIN, |_, chunk| frame_points(chunk));
    let metadata = most(webp, b"EXIF", |said, _| said);
    BY_POINT * points + BY_LOSSLESS_BYTE * lossless + BY_FRAME_POINT * frame + metadata
}

/// The greatest that `of` makes of the length that a chunk of this name says it has, and of what stands behind.
fn most(webp: &[u8], name: &[u8], of: impl Fn(u64, &[u8]) -> u64) -> u64 {
    let chunks = memmem::find_iter(webp, name).filter_map(|at| webp[at + name.len()..].split_first_chunk());
    chunks.map(|(said, chunk)| of(u32::from_le_bytes(*said).into(), chunk)).max().unwrap_or(0)
}

/// The bytes of a chunk that are there.
fn there(said: u64, chunk: &[u8]) -> u64 {
    said.min(chunk.len() as u64)
}

/// The points that a part with losses says it has: sides of 14 bits behind its start.
fn frame_points(chunk: &[u8]) -> u64 {
    let [_, _, _, rest @ ..] = chunk else { return 0 };
    let Some([width, more_width, height, more_height, ..]) = rest.strip_prefix(FRAME_START) else { return 0 };
    let side = |low: u8, high: u8| u64::from(u16::from_le_bytes([low, high]) & 0x3fff);
    side(*width, *more_width) * side(*height, *more_height)
}
