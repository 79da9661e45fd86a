//! Harmful or broken files: none is stored as it came, none stops the server, and none costs more memory than a picture
//! may.

use std::collections::BTreeMap;
use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use plumbline::clock::Clock;
use plumbline::files::picture::{PictureError, SIDE_KEPT, redraw};
use proptest::prelude::*;
use serde_json::Value;

use crate::support::hostile::{self, Fate};
use crate::support::{Database, TestServer, pictures};

/// The markers that may follow the first one in a redrawn JPEG: its density, tables, frame and scan.
const OWN_MARKERS: [u8; 5] = [0xe0, 0xdb, 0xc0, 0xc4, 0xda];

/// Checks that a JPEG contains only the drawn image.
fn hold_bare(name: &str, jpeg: &[u8]) {
    assert_eq!(&jpeg[..2], b"\xff\xd8", "{name}");
    assert_eq!(&jpeg[jpeg.len() - 2..], b"\xff\xd9", "{name}");
    let mut at = 2;
    loop {
        let [0xff, marker, high, low] = jpeg[at..at + 4] else { panic!("{name}: no marker at {at}") };
        assert!(OWN_MARKERS.contains(&marker), "{name}: marker {marker:02x}");
        if marker == 0xe0 {
            assert_eq!((&jpeg[at + 4..at + 9], low), (&b"JFIF\0"[..], 16), "{name}");
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
        if marker == 0xda {
            break;
        }
    }
    // The rest is points, in which a marker can only be the end.
    let scan = &jpeg[at..jpeg.len() - 2];
    assert!(!scan.windows(2).any(|two| two[0] == 0xff && two[1] != 0), "{name}: something follows the points");
}

#[test]
fn no_hostile_file_is_kept_as_it_came() {
    let files = hostile::all();
    let names: BTreeMap<_, _> = files.iter().map(|file| (file.name.clone(), ())).collect();
    assert!(names.len() == files.len() && files.len() >= 50, "{} files", files.len());
    let mut wrong = Vec::new();
    for file in &files {
        let drawn = redraw(&file.bytes);
        let as_it_should = match (&drawn, file.fate) {
            (Err(error), Fate::Refused(expected)) => *error == expected,
            (Ok(_), Fate::Kept) | (Err(PictureError::Broken) | Ok(_), Fate::Either) => true,
            _ => false,
        };
        if !as_it_should {
            wrong.push((&file.name, file.fate, drawn.as_ref().map(|picture| picture.jpeg.len()).map_err(|e| *e)));
        }
        if let Ok(picture) = drawn {
            hold_bare(&file.name, &picture.jpeg);
            assert_ne!(picture.jpeg, file.bytes, "{}", file.name);
            for secret in hostile::SECRETS {
                let found = picture.jpeg.windows(secret.len()).any(|window| window == secret.as_bytes());
                assert!(!found, "{} still says {secret}", file.name);
            }
            assert!(picture.width.max(picture.height) <= SIDE_KEPT, "{}", file.name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The peak resident memory of this process since the last call, in bytes.
#[cfg(target_os = "linux")]
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().unwrap();
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    kilobytes * 1_024
}

/// One after the other, each may take as much as a picture: its points, and room to work. It is measured on the
/// process, which under nextest has this test only.
#[cfg(target_os = "linux")]
#[test]
fn no_hostile_file_costs_more_memory_than_a_picture_may() {
    const A_PICTURE: u64 = 280 << 20;
    let files = hostile::all();
    peak();
    for file in &files {
        let before = peak();
        let _ = redraw(&file.bytes);
        let more = peak().saturating_sub(before);
        assert!(more < A_PICTURE, "{} took {} MiB", file.name, more >> 20);
    }
}

/// Data that no picture needs is not even read.
#[cfg(target_os = "linux")]
#[test]
fn a_profile_is_not_inflated() {
    let files = hostile::all();
    let bomb = files.iter().find(|file| file.name == "png with a profile of 64 MiB").unwrap();
    peak();
    let before = peak();
    redraw(&bomb.bytes).unwrap();
    let more = peak().saturating_sub(before);
    assert!(more < 16 << 20, "it took {} MiB", more >> 20);
}

#[test]
fn pictures_stand_upright() {
    let corner = |image: &DynamicImage, x: u32, y: u32| {
        let image = image.to_rgb8();
        let [red, green, blue] = image.get_pixel(x * (image.width() - 1), y * (image.height() - 1)).0;
        match (red > 128, green > 128, blue > 128) {
            (true, false, false) => 'r',
            (false, true, false) => 'g',
            (false, false, true) => 'b',
            (true, true, true) => 'w',
            other => panic!("{other:?}"),
        }
    };
    // TIFF 6.0, Orientation: the corner where the stored rows and columns begin. Corners above left, above right, below
    // left and below right.
    let upright = ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"];
    for (orientation, expected) in (1..).zip(upright) {
        let mut files = vec![hostile::jpeg_with_exif(orientation), hostile::png_with_exif(orientation)];
        files.push(hostile::webp_with_exif(orientation));
        for bytes in files {
            let picture = redraw(&bytes).unwrap();
            let image = image::load_from_memory(&picture.jpeg).unwrap();
            let turned = if orientation > 4 { (32, 64) } else { (64, 32) };
            assert_eq!((picture.width, picture.height), turned, "{orientation}");
            let found: String =
                [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().map(|(x, y)| corner(&image, x, y)).collect();
            assert_eq!(found, expected, "orientation {orientation}");
        }
    }
}

#[test]
fn large_pictures_become_smaller_and_small_ones_stay() {
    for (width, height, kept) in
        [(4_800, 2_400, (2_400, 1_200)), (2_400, 1_000, (2_400, 1_000)), (1_000, 3_000, (800, 2_400)), (1, 1, (1, 1))]
    {
        let picture = redraw(&pictures::png(width, height)).unwrap();
        assert_eq!((picture.width, picture.height), kept);
        let image = image::load_from_memory(&picture.jpeg).unwrap();
        assert_eq!((image.width(), image.height()), kept);
    }
}

#[test]
fn what_is_hidden_behind_transparency_stays_hidden() {
    let hidden =
        image::RgbaImage::from_fn(
            32,
            32,
            |x, _| {
                if x < 16 { image::Rgba([0, 0, 0, 0]) } else { image::Rgba([0, 0, 0, 255]) }
            },
        );
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let picture = redraw(&pictures::encoded(&hidden.clone().into(), format)).unwrap();
        let image = image::load_from_memory(&picture.jpeg).unwrap().to_rgb8();
        assert!(image.get_pixel(2, 2).0.iter().all(|colour| *colour > 240), "{format:?}");
        assert!(image.get_pixel(30, 2).0.iter().all(|colour| *colour < 15), "{format:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic(start in 0usize..4, bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        let starts: [&[u8]; 4] = [b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"RIFF\0\x10\0\0WEBPVP8 "];
        let _ = redraw(&[starts[start], &bytes].concat());
    }

    #[test]
    fn a_picture_with_some_other_bytes_never_panics(
        which in 0usize..6,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in any::<prop::sample::Index>(),
    ) {
        let drawn = pictures::drawn(24, 24);
        let mut bytes = match which {
            0 | 1 => pictures::encoded(&drawn, ImageFormat::Jpeg),
            2 => pictures::encoded(&drawn, ImageFormat::Png),
            3 => pictures::encoded(&drawn, ImageFormat::WebP),
            4 => hostile::webp_with_exif(6),
            _ => hostile::jpeg_with_exif(6),
        };
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let length = cut.index(2 * bytes.len()).max(4);
        bytes.truncate(length);
        if let Ok(picture) = redraw(&bytes) {
            hold_bare("changed", &picture.jpeg);
        }
    }
}

/// All files are sent, many at a time and under wrong names: each gets its own coded answer, no served picture equals
/// the upload, and the server stays well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_files_are_answered_one_by_one() {
    let flags = ["--uploads-per-day", "0"];
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &flags).await;
    let customers = [server.register().await, server.register().await, server.register().await];
    let files = hostile::all();
    let send = async |offset: usize| {
        let customer = &customers[offset];
        for file in files.iter().skip(offset).step_by(customers.len()) {
            let answer = server.upload(file.bytes.clone(), "photo.jpg", "image/jpeg", Some(&customer.token)).await;
            match file.fate {
                Fate::Refused(PictureError::Kind) => answer.refused(415, "picture_unsupported"),
                Fate::Refused(PictureError::Points) => answer.refused(422, "picture_too_many_points"),
                Fate::Refused(PictureError::Costly) => answer.refused(422, "picture_lossless_too_large"),
                Fate::Refused(PictureError::Broken) => answer.refused(422, "picture_broken"),
                Fate::Kept => drop(answer.ok()),
                Fate::Either => assert!([200, 422].contains(&answer.status), "{}: {}", file.name, answer.json),
            }
            if answer.status == 200 {
                let url = answer.ok()["url"].as_str().unwrap();
                let served = server.fetch(url, Some(&customer.token)).await.bytes().await.unwrap();
                hold_bare(&file.name, &served);
            }
        }
    };
    tokio::join!(send(0), send(1), send(2));
    assert_eq!(server.call("GET /healthz", Value::Null).await.status, 200);
    let kept = std::fs::read_dir(server.data_dir().join("files")).unwrap();
    for entry in kept {
        let stored = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(
            image::guess_format(&stored).is_err() && image::ImageReader::new(Cursor::new(&stored)).decode().is_err()
        );
    }
}
