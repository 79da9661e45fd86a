//! Pictures that are drawn for tests.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

/// A picture whose corners differ: red, green, blue, and white below to the right.
pub fn drawn(width: u32, height: u32) -> DynamicImage {
    let colour = |x, y| match (x < width / 2, y < height / 2) {
        (true, true) => Rgb([255, 0, 0]),
        (false, true) => Rgb([0, 255, 0]),
        (true, false) => Rgb([0, 0, 255]),
        (false, false) => Rgb([255, 255, 255]),
    };
    RgbImage::from_fn(width, height, colour).into()
}

pub fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

pub fn jpeg(width: u32, height: u32) -> Vec<u8> {
    encoded(&drawn(width, height), ImageFormat::Jpeg)
}

pub fn png(width: u32, height: u32) -> Vec<u8> {
    encoded(&drawn(width, height), ImageFormat::Png)
}
