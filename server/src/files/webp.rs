//! What a WebP without losses may cost. Its decoder makes tables of whatever prefix codes the file asks for, before it
//! draws a point: a code of 93 bits is a table of 4 KiB, and a file of 5 M would be 1.3 GB of them. Encoders ask for a few
//! thousand in all.

use memchr::memmem;

/// What the tables may take for each byte of what is compressed without losses.
const BY_BYTE: u64 = 400;
/// What else is allocated for each point: of a picture, and of the transparency beside a picture with losses.
const STREAMS: [(&[u8], u64); 2] = [(b"VP8L", 8), (b"ALPH", 12)];
const LENGTH_BYTES: usize = 4;

/// The most memory that the decoding of a WebP of so many points may take. It goes by the names of the chunks wherever they
/// stand, so that it cannot look for them elsewhere than the decoder does.
pub fn memory_max(webp: &[u8], points: u64) -> u64 {
    let streams = STREAMS.iter().flat_map(|(name, by_point)| {
        memmem::find_iter(webp, name).map(move |at| BY_BYTE * length(&webp[at + name.len()..]) + by_point * points)
    });
    streams.max().unwrap_or(0)
}

/// The length of the chunk that begins here, as it says, and no more than there is.
fn length(chunk: &[u8]) -> u64 {
    let Some((said, rest)) = chunk.split_first_chunk::<LENGTH_BYTES>() else { return 0 };
    u64::from(u32::from_le_bytes(*said)).min(rest.len() as u64)
}
