//! Files that no server should trust, made here so that each shows its fault.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::{DynamicImage, ImageFormat};
use plumbline::files::picture::PictureError::{self, Broken, Kind, Points};

use super::costly;
use super::pictures::{drawn, encoded, jpeg, png};

/// Texts in these files' metadata, which must not be in any stored picture.
pub const SECRETS: [&str; 5] = ["Plumb Secret", "<script", "<?php", "PK\x03\x04", "%PDF-"];
const SECRET: &[u8] = b"Plumb Secret 52.5200N 13.4050E";

/// What must become of a file.
#[derive(Clone, Copy, Debug)]
pub enum Fate {
    Kept,
    Refused(PictureError),
    /// It is read as far as it goes, or refused as broken.
    Either,
}

#[derive(Debug)]
pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
    pub fate: Fate,
}

const KEPT: Fate = Fate::Kept;
const EITHER: Fate = Fate::Either;

pub const fn refused(error: PictureError) -> Fate {
    Fate::Refused(error)
}

pub fn all() -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    let mut add = |name: &str, bytes: Vec<u8>, fate| files.push(File { name: name.to_owned(), bytes, fate });
    for (name, bytes) in other_kinds() {
        add(name, bytes, refused(Kind));
    }
    heads(&mut add);
    bombs(&mut add);
    costly::webps(&mut add);
    polyglots(&mut add);
    payloads(&mut add);
    unusual(&mut add);
    broken(&mut add);
    files
}

fn other_kinds() -> Vec<(&'static str, Vec<u8>)> {
    let html = "<!doctype html><script>alert(document.domain)</script>";
    let svg = "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    vec![
        ("nothing", Vec::new()),
        ("one byte", vec![0xff]),
        ("text", b"hello".to_vec()),
        ("html", html.into()),
        ("html behind a blank", format!("\n {html}").into()),
        ("svg with a script", svg.into()),
        ("javascript", b"/*\xff\xd8*/alert(1)".to_vec()),
        ("gif", b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;".to_vec()),
        ("bmp", [b"BM".as_slice(), &[0; 60]].concat()),
        ("tiff", [b"II*\0\x08\0\0\0".as_slice(), &[0; 60]].concat()),
        ("tiff the other way round", [b"MM\0*\0\0\0\x08".as_slice(), &[0; 60]].concat()),
        ("pdf", b"%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>".to_vec()),
        ("zip", b"PK\x03\x04\x14\0\0\0\0\0".to_vec()),
        ("program", b"\x7fELF\x02\x01\x01".to_vec()),
        ("program of another kind", b"MZ\x90\0\x03".to_vec()),
        ("heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()),
        ("avif", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf".to_vec()),
        ("icon", b"\0\0\x01\0\x01\0\x01\x01\0\0\x01\0\x20\0".to_vec()),
        ("postscript", b"%!PS-Adobe-3.0 EPSF-3.0".to_vec()),
        ("php", b"<?php system($_GET['c']); ?>".to_vec()),
    ]
}

pub type Add<'a> = &'a mut dyn FnMut(&str, Vec<u8>, Fate);

fn heads(add: Add<'_>) {
    add("the head of a jpeg", b"\xff\xd8\xff".to_vec(), refused(Broken));
    add("the head of a jpeg and html", b"\xff\xd8\xff<script>alert(1)</script>".to_vec(), refused(Broken));
    add("the head of a png", b"\x89PNG\r\n\x1a\n".to_vec(), refused(Broken));
    add("the head of a webp", b"RIFF\x04\0\0\0WEBP".to_vec(), refused(Broken));
    add(
        "a jpeg without a picture",
        b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xd9".to_vec(),
        refused(Broken),
    );
}

fn bombs(add: Add<'_>) {
    let head = |width, height, depth, colour| chunk(b"IHDR", &ihdr(width, height, depth, colour));
    let points = zlib(&[0; 1_000]);
    let png_of = |width, height| png_with(&[head(width, height, 8, 2), chunk(b"IDAT", &points)]);
    add("png of 65535 by 65535", png_of(65_535, 65_535), refused(Points));
    add("png of the largest size", png_of(i32::MAX as u32, i32::MAX as u32), refused(Points));
    add("png that is too wide", png_of(12_001, 1), refused(Points));
    add("png of a size that overflows", png_of(u32::MAX, u32::MAX), refused(Points));
    add("png of no size", png_of(0, 0), refused(Broken));
    // 24 megapixels in some kilobytes: the most that a picture may have.
    let rows = |width: usize, height: usize| zlib(&vec![0; (width + 1) * height]);
    add("png of 24 million points", png_with(&[head(6_000, 4_000, 8, 0), chunk(b"IDAT", &rows(6_000, 4_000))]), KEPT);
    let most = png_with(&[head(5_000, 5_000, 8, 6), chunk(b"IDAT", &rows(20_000, 5_000))]);
    add("png of 25 million transparent points", most, KEPT);
    add(
        "png of 24 million points of one bit",
        png_with(&[head(12_000, 2_000, 1, 0), chunk(b"IDAT", &rows(1_500, 2_000))]),
        KEPT,
    );
    add(
        "png of 25 million wide points",
        png_with(&[head(5_000, 5_000, 16, 6), chunk(b"IDAT", &points)]),
        refused(Points),
    );
    add(
        "png of 26 million points",
        png_with(&[head(5_200, 5_000, 1, 0), chunk(b"IDAT", &rows(650, 5_000))]),
        refused(Points),
    );
    let deep = zlib(&vec![0; 64 << 20]);
    let small = || [head(2, 2, 8, 0), chunk(b"IDAT", &zlib(&[0; 6]))];
    add("png whose points go on for 64 MiB", png_with(&[head(2, 2, 8, 0), chunk(b"IDAT", &deep)]), EITHER);
    let [ihdr, idat] = small();
    add(
        "png with a text of 64 MiB",
        png_with(&[ihdr, chunk(b"zTXt", &[b"Comment\0\0".as_slice(), &deep].concat()), idat]),
        EITHER,
    );
    let [ihdr, idat] = small();
    add(
        "png with a profile of 64 MiB",
        png_with(&[ihdr, chunk(b"iCCP", &[b"icc\0\0".as_slice(), &deep].concat()), idat]),
        EITHER,
    );
    let mut many = vec![head(2, 2, 8, 0)];
    many.extend((0..100_000).map(|_| chunk(b"tEXt", b"a\0b")));
    many.push(chunk(b"IDAT", &zlib(&[0; 6])));
    add("png of a hundred thousand texts", png_with(&many), EITHER);
    let mut huge = jpeg(16, 16);
    sized(&mut huge, 65_535, 65_535);
    add("jpeg of 65535 by 65535", huge, refused(Points));
    let mut flat = jpeg(16, 16);
    sized(&mut flat, 5_000, 5_000);
    add("jpeg that says it is larger", flat, EITHER);
    let mut in_turns = include_bytes!("progressive.jpg").to_vec();
    sized(&mut in_turns, 5_000, 5_000);
    add("jpeg in turns that says it is larger", in_turns, EITHER);
    let mut none = jpeg(16, 16);
    sized(&mut none, 0, 0);
    add("jpeg of no size", none, refused(Broken));
    add("jpeg of ten thousand scans", many_scans(10_000), refused(Broken));
    let mut huge = encoded(&drawn(16, 16), ImageFormat::WebP);
    let size = find(&huge, b"VP8L") + 9;
    huge[size..size + 4].copy_from_slice(&[0xff, 0xdf, 0xff, 0x07]);
    add("webp of 8192 by 8192", huge, refused(Points));
    add(
        "webp with a canvas of 2^24",
        riff(&[(b"VP8X", vec![0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), (b"VP8L", vp8l(4, 4))]),
        EITHER,
    );
}

fn polyglots(add: Add<'_>) {
    let script = b"<script>alert(document.domain)</script>".as_slice();
    add("jpeg and html", [&jpeg(16, 16), script].concat(), KEPT);
    add("jpeg and zip", [jpeg(16, 16).as_slice(), b"PK\x03\x04\x14\0\0\0\x08\0evil.jar"].concat(), KEPT);
    add("jpeg and php", [jpeg(16, 16).as_slice(), b"<?php system($_GET['c']); ?>"].concat(), KEPT);
    add("jpeg and pdf", [jpeg(16, 16).as_slice(), b"%PDF-1.7 1 0 obj"].concat(), KEPT);
    add("jpeg and a second jpeg", [jpeg(16, 16), jpeg_with_exif(1)].concat(), KEPT);
    // The length of the segment is that of a JavaScript comment's beginning, as in known attacks on content policies.
    let javascript = [b"=1;/*".as_slice(), &[b' '; 0x2f2a - 7]].concat();
    add("jpeg and javascript", with_segment(&jpeg(16, 16), 0xe0, &javascript), EITHER);
    add("png and html", [&png(16, 16), script].concat(), KEPT);
    add("png whose points are a script", png_of_text(), KEPT);
    add("webp and html", [&encoded(&drawn(16, 16), ImageFormat::WebP), script].concat(), EITHER);
}

fn payloads(add: Add<'_>) {
    add("jpeg with a place in its exif", jpeg_with_exif(1), KEPT);
    add("jpeg with a comment", with_segment(&jpeg(16, 16), 0xfe, b"<?php echo 1; ?> <script>Plumb Secret"), KEPT);
    add(
        "jpeg with xmp",
        with_segment(&jpeg(16, 16), 0xe1, &[b"http://ns.adobe.com/xap/1.0/\0<script>", SECRET].concat()),
        KEPT,
    );
    add("jpeg with a profile", with_segment(&jpeg(16, 16), 0xe2, &[b"ICC_PROFILE\0\x01\x01", SECRET].concat()), KEPT);
    add(
        "jpeg with iptc",
        with_segment(&jpeg(16, 16), 0xed, &[b"Photoshop 3.0\08BIM\x04\x04\0\0", SECRET].concat()),
        EITHER,
    );
    let stuffed = (0..60).fold(jpeg(16, 16), |bytes, _| with_segment(&bytes, 0xef, &[b'x'; 65_000]));
    add("jpeg with four megabytes beside it", stuffed, KEPT);
    add(
        "png with texts",
        png_with_chunks(&[
            chunk(b"tEXt", &[b"Comment\0", SECRET].concat()),
            chunk(b"iTXt", &[b"XML:com.adobe.xmp\0\0\0\0\0", SECRET].concat()),
        ]),
        KEPT,
    );
    add("png with a place in its exif", png_with_exif(1), KEPT);
    add("png with a chunk of nobody's", png_with_chunks(&[chunk(b"prVt", SECRET)]), KEPT);
    add("webp with a place in its exif", webp_with_exif(1), KEPT);
    add(
        "webp with xmp",
        riff(&[(b"VP8X", vp8x(0x04, 64, 32)), (b"VP8L", vp8l(64, 32)), (b"XMP ", SECRET.to_vec())]),
        KEPT,
    );
}

fn unusual(add: Add<'_>) {
    let small = drawn(16, 16);
    let formats: [(&str, DynamicImage); 6] = [
        ("grey", small.to_luma8().into()),
        ("grey and transparent", small.to_luma_alpha8().into()),
        ("transparent", small.to_rgba8().into()),
        ("grey of 16 bits", small.to_luma16().into()),
        ("of 16 bits", small.to_rgb16().into()),
        ("of 16 bits and transparent", small.to_rgba16().into()),
    ];
    for (name, image) in formats {
        add(&format!("png {name}"), encoded(&image, ImageFormat::Png), KEPT);
    }
    add("png of a palette", palette(), KEPT);
    add("png that moves", apng(), KEPT);
    add("webp that moves", animated_webp(), KEPT);
    add("jpeg in cmyk", include_bytes!("cmyk.jpg").to_vec(), KEPT);
    add("jpeg in turns", include_bytes!("progressive.jpg").to_vec(), KEPT);
    add("webp with losses", include_bytes!("lossy.webp").to_vec(), KEPT);
    add("png that is one line", png(12_000, 1), KEPT);
    add("png that is one column", png(1, 12_000), KEPT);
    add("png under another name", png(16, 16), KEPT);
}

fn broken(add: Add<'_>) {
    let whole = [("jpeg", jpeg(64, 48)), ("png", png(64, 48)), ("webp", encoded(&drawn(64, 48), ImageFormat::WebP))];
    for (kind, bytes) in whole {
        for part in [12, 20, 30, 40, 60, 80, 95, 99] {
            add(&format!("{part} % of a {kind}"), bytes[..bytes.len() * part / 100].to_vec(), EITHER);
        }
        let mut turned = bytes.clone();
        turned.iter_mut().skip(40).step_by(17).for_each(|byte| *byte = !*byte);
        add(&format!("a {kind} with other bytes"), turned, EITHER);
    }
    let mut sum = png(16, 16);
    sum[30] ^= 1;
    add("png with a wrong sum", sum, EITHER);
    let mut length = png(16, 16);
    length[33..37].copy_from_slice(&u32::MAX.to_be_bytes());
    add("png with a chunk of 4 GiB", length, refused(Broken));
    add(
        "png of no colour",
        png_with(&[chunk(b"IHDR", &ihdr(2, 2, 8, 7)), chunk(b"IDAT", &zlib(&[0; 8]))]),
        refused(Broken),
    );
    add("png with two heads", png_with_chunks(&[chunk(b"IHDR", &ihdr(9_000, 9_000, 16, 6))]), EITHER);
    add("png without points", png_with(&[chunk(b"IHDR", &ihdr(2, 2, 8, 2))]), refused(Broken));
    add("jpeg without tables", without(&jpeg(16, 16), &[0xc4, 0xdb]), EITHER);
    let mut arithmetic = jpeg(16, 16);
    let frame = find(&arithmetic, &[0xff, 0xc0]);
    arithmetic[frame + 1] = 0xc9;
    add("jpeg in arithmetic", arithmetic, refused(Broken));
    add("webp with a chunk that goes on", riff(&[(b"VP8L", vec![0x2f; 9])]), EITHER);
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut sum = flate2::Crc::new();
    sum.update(kind);
    sum.update(data);
    [&(data.len() as u32).to_be_bytes(), kind.as_slice(), data, &sum.sum().to_be_bytes()].concat()
}

fn ihdr(width: u32, height: u32, depth: u8, colour: u8) -> Vec<u8> {
    [&width.to_be_bytes(), &height.to_be_bytes(), [depth, colour, 0, 0, 0].as_slice()].concat()
}

fn png_with(chunks: &[Vec<u8>]) -> Vec<u8> {
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.concat(), chunk(b"IEND", b"")].concat()
}

/// A drawn PNG with these chunks behind its head.
fn png_with_chunks(chunks: &[Vec<u8>]) -> Vec<u8> {
    let bytes = png(64, 32);
    let (head, rest) = bytes.split_at(33);
    [head, &chunks.concat(), rest].concat()
}

/// Points that form a script if they are not compressed.
fn png_of_text() -> Vec<u8> {
    let row = [b"\0".as_slice(), b"<script>alert(1)</script>   "].concat();
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(&row.repeat(8)).unwrap();
    png_with(&[chunk(b"IHDR", &ihdr(28, 8, 8, 0)), chunk(b"IDAT", &encoder.finish().unwrap())])
}

fn palette() -> Vec<u8> {
    let points = zlib(&[0, 0b0001_1011, 0, 0b1110_0100]);
    png_with(&[
        chunk(b"IHDR", &ihdr(4, 2, 2, 3)),
        chunk(b"PLTE", &[255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]),
        chunk(b"tRNS", &[255, 255, 0]),
        chunk(b"IDAT", &points),
    ])
}

fn apng() -> Vec<u8> {
    let points = zlib(&[0; 6]);
    let frame = |number: u32| {
        let sizes = [number, 2, 2, 0, 0].map(u32::to_be_bytes).concat();
        chunk(b"fcTL", &[sizes, vec![0, 1, 0, 10, 0, 0]].concat())
    };
    png_with(&[
        chunk(b"IHDR", &ihdr(2, 2, 8, 0)),
        chunk(b"acTL", &[100_000u32, 0].map(u32::to_be_bytes).concat()),
        frame(0),
        chunk(b"IDAT", &points),
        frame(1),
        chunk(b"fdAT", &[2u32.to_be_bytes().as_slice(), &points].concat()),
    ])
}

/// An EXIF block with the orientation and, as the camera's make, a secret.
fn exif(orientation: u16) -> Vec<u8> {
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [tag.to_be_bytes().as_slice(), &kind.to_be_bytes(), &count.to_be_bytes(), &value].concat()
    };
    let [high, low] = orientation.to_be_bytes();
    let head = [b"MM\0*\0\0\0\x08\0\x02".to_vec()].concat();
    let entries = [entry(0x010f, 2, SECRET.len() as u32, 38u32.to_be_bytes()), entry(0x0112, 3, 1, [high, low, 0, 0])];
    [head, entries.concat(), vec![0; 4], SECRET.to_vec()].concat()
}

pub fn jpeg_with_exif(orientation: u16) -> Vec<u8> {
    with_segment(&jpeg(64, 32), 0xe1, &[b"Exif\0\0".as_slice(), &exif(orientation)].concat())
}

pub fn png_with_exif(orientation: u16) -> Vec<u8> {
    png_with_chunks(&[chunk(b"eXIf", &exif(orientation))])
}

pub fn webp_with_exif(orientation: u16) -> Vec<u8> {
    riff(&[(b"VP8X", vp8x(0x08, 64, 32)), (b"VP8L", vp8l(64, 32)), (b"EXIF", exif(orientation))])
}

/// A JPEG with a segment of metadata behind its first marker.
fn with_segment(jpeg: &[u8], marker: u8, data: &[u8]) -> Vec<u8> {
    let (start, rest) = jpeg.split_at(2);
    let length = (data.len() as u16 + 2).to_be_bytes();
    [start, &[0xff, marker], &length, data, rest].concat()
}

/// A JPEG that claims this size.
fn sized(jpeg: &mut [u8], width: u16, height: u16) {
    let frame = jpeg.windows(2).position(|two| two == [0xff, 0xc0] || two == [0xff, 0xc2]).unwrap();
    jpeg[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    jpeg[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
}

fn many_scans(count: usize) -> Vec<u8> {
    let bytes = include_bytes!("progressive.jpg");
    let scan = bytes.windows(2).rposition(|two| two == [0xff, 0xda]).unwrap();
    let (before, last) = bytes.split_at(scan);
    let last = &last[..last.len() - 2];
    [before, &last.repeat(count), &[0xff, 0xd9]].concat()
}

/// A JPEG without the segments of these markers.
fn without(jpeg: &[u8], markers: &[u8]) -> Vec<u8> {
    let (mut at, mut left) = (2, jpeg[..2].to_vec());
    while jpeg[at + 1] != 0xda {
        let end = at + 2 + usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]]));
        if !markers.contains(&jpeg[at + 1]) {
            left.extend_from_slice(&jpeg[at..end]);
        }
        at = end;
    }
    left.extend_from_slice(&jpeg[at..]);
    left
}

fn find(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes.windows(wanted.len()).position(|window| window == wanted).unwrap()
}

pub fn riff(chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let body: Vec<u8> = chunks.iter().flat_map(|(kind, data)| riff_chunk(kind, data)).collect();
    [b"RIFF".as_slice(), &(body.len() as u32 + 4).to_le_bytes(), b"WEBP", &body].concat()
}

pub fn riff_chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let padding = vec![0; data.len() % 2];
    [kind.as_slice(), &(data.len() as u32).to_le_bytes(), data, &padding].concat()
}

pub fn vp8x(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let side = |side: u32| (side - 1).to_le_bytes()[..3].to_vec();
    [vec![flags, 0, 0, 0], side(width), side(height)].concat()
}

/// The points of a drawn WebP, without what is around them.
fn vp8l(width: u32, height: u32) -> Vec<u8> {
    let whole = encoded(&drawn(width, height), ImageFormat::WebP);
    let at = find(&whole, b"VP8L");
    let length = u32::from_le_bytes(whole[at + 4..at + 8].try_into().unwrap()) as usize;
    whole[at + 8..at + 8 + length].to_vec()
}

fn animated_webp() -> Vec<u8> {
    moving(riff_chunk(b"VP8L", &vp8l(16, 16)))
}

/// An animated WebP, of two such frames of 16 by 16 points.
pub fn moving(points: Vec<u8>) -> Vec<u8> {
    let side = |side: u32| side.to_le_bytes()[..3].to_vec();
    let head = [side(0), side(0), side(15), side(15), side(100), vec![0]].concat();
    let frame = [head, points].concat();
    let all = [(b"VP8X", vp8x(0x02, 16, 16)), (b"ANIM", vec![0; 6]), (b"ANMF", frame.clone()), (b"ANMF", frame)];
    riff(&all)
}
