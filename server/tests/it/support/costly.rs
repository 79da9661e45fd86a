//! Small WebPs that would make their decoder allocate much more than their size.

use plumbline::files::picture::PictureError::{Broken, Costly};

use super::hostile::{Add, moving, refused, riff, riff_chunk, vp8x};
use super::prefix_codes;

/// The side of `lossy.webp`.
const SIDE: u32 = 24;

/// The points of `lossy.webp`, with a claim of this side.
fn seen(side: u16) -> Vec<u8> {
    let mut points = include_bytes!("lossy.webp")[20..].to_vec();
    points[6..8].copy_from_slice(&side.to_le_bytes());
    points[8..10].copy_from_slice(&side.to_le_bytes());
    points
}

pub fn webps(add: Add<'_>) {
    // 1.3 GB of tables, and 230 MB.
    for (many, bytes, fate) in [("too many", 5_000_000, Costly), ("many", 600_000, Broken)] {
        let mut add = |name: &str, bytes: Vec<u8>| add(&format!("webp {name} {many} codes"), bytes, refused(fate));
        let plain = prefix_codes::vp8l(16, 16, bytes);
        let alph = prefix_codes::alph(bytes);
        add("of", riff(&[(b"VP8L", plain.clone())]));
        add("that is extended and of", riff(&[(b"VP8X", vp8x(0, 16, 16)), (b"VP8L", plain)]));
        let transparent = [(b"VP8X", vp8x(0x10, SIDE, SIDE)), (b"ALPH", alph), (b"VP8 ", seen(SIDE as u16))];
        add("whose transparency is of", riff(&transparent));
        add("that moves by", moving(riff_chunk(b"VP8L", &prefix_codes::vp8l(16, 16, bytes / 2))));
    }
    // Frames of 400 MB and of 100 MB on a small canvas.
    for (side, fate) in [(16_383, Costly), (8_000, Broken)] {
        let extended = riff(&[(b"VP8X", vp8x(0, SIDE, SIDE)), (b"VP8 ", seen(side))]);
        add(&format!("webp with a frame of {side}"), extended, refused(fate));
        let moves = moving(riff_chunk(b"VP8 ", &seen(side)));
        add(&format!("webp that moves with a frame of {side}"), moves, refused(fate));
    }
    let extended = [(b"VP8X", vp8x(0x08, SIDE, SIDE)), (b"VP8 ", seen(SIDE as u16)), (b"EXIF", vec![0; 8])];
    let mut endless = riff(&extended);
    let length = endless.len() - 12;
    endless[length..length + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    add("webp with an exif of 4 GiB", endless, refused(Costly));
}
