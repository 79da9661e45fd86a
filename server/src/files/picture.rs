//! Redraws uploaded pictures: the stored one is drawn point by point, and contains nothing of the upload but the
//! visible image.

use std::io::Cursor;

use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::imageops::thumbnail;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageResult, Limits, RgbImage};
use memchr::memmem;
use thiserror::Error;

use super::{jpeg, png, webp};

/// The longer side of stored pictures, in points: enough to read the small print of a passport.
pub const SIDE_KEPT: u32 = 2_400;
/// The longer side of accepted pictures.
const SIDE_MAX: u32 = 12_000;
/// The most points of accepted pictures: those of phones (24 megapixels), and a few more. Each costs a few bytes of
/// memory and time, however few bytes are uploaded.
const POINTS_MAX: u64 = 25_000_000;
/// Bytes of the decoded points: four for each point of the greatest picture. Wider points must be fewer.
const DECODED_MAX: u64 = 4 * POINTS_MAX;
/// Bytes that a decoder may allocate, with room to work.
const ALLOCATED_MAX: u64 = DECODED_MAX + (60 << 20);
/// Bytes that the decoding of one picture may take, of any format.
const MEMORY_MAX: u64 = 250 << 20;
/// Scans of a JPEG. Cameras make ten; each goes through all points again, even if it is short.
const SCANS_MAX: usize = 64;
const QUALITY: u8 = 85;

/// The reason why a picture is refused.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PictureError {
    #[error("neither a JPEG nor a PNG nor a WebP")]
    Kind,
    #[error("more points than are taken")]
    Points,
    #[error("a WebP that may take more memory than a picture may")]
    Costly,
    #[error("it cannot be read")]
    Broken,
}

/// A redrawn picture.
#[derive(Debug)]
pub struct Picture {
    pub jpeg: Vec<u8>,
    pub width: u32,
    pub height: u32,
}

/// Reads `bytes` by their content, whatever their name, and writes a new JPEG: upright, opaque, at most the stored
/// size, in RGB, without metadata. It takes up to a second; of an animation, the first frame is used.
pub fn redraw(bytes: &[u8]) -> Result<Picture, PictureError> {
    let (image, orientation) = match image::guess_format(bytes) {
        Ok(ImageFormat::Jpeg) => {
            if memmem::find_iter(bytes, b"\xff\xda").nth(SCANS_MAX).is_some() || !jpeg::is_whole(bytes) {
                return Err(PictureError::Broken);
            }
            decode(opened(JpegDecoder::new(Cursor::new(bytes)))?)?
        }
        Ok(ImageFormat::Png) => {
            let bare = png::without_profile(bytes);
            decode(opened(PngDecoder::with_limits(Cursor::new(&*bare), limits()))?)?
        }
        Ok(ImageFormat::WebP) => {
            let decoder = opened(WebPDecoder::new(Cursor::new(bytes)))?;
            if webp::memory_max(bytes, points(&decoder)) > MEMORY_MAX {
                return Err(PictureError::Costly);
            }
            decode(decoder)?
        }
        _ => return Err(PictureError::Kind),
    };
    let mut kept = DynamicImage::ImageRgb8(smaller(opaque(image)));
    kept.apply_orientation(orientation);
    let kept = kept.into_rgb8();
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    encoder_result(kept.write_with_encoder(encoder))?;
    Ok(Picture { jpeg, width: kept.width(), height: kept.height() })
}

fn encoder_result(written: ImageResult<()>) -> Result<(), PictureError> {
    written.map_err(|error| {
        tracing::error!(%error, "a picture could not be written");
        PictureError::Broken
    })
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(ALLOCATED_MAX);
    limits
}

fn points(decoder: &impl ImageDecoder) -> u64 {
    let (width, height) = decoder.dimensions();
    u64::from(width) * u64::from(height)
}

fn refused(error: ImageError) -> PictureError {
    match error {
        ImageError::Limits(_) => PictureError::Points,
        _ => PictureError::Broken,
    }
}

/// A picture that is too large is refused by its head, before memory for a point is allocated.
fn opened<D: ImageDecoder>(decoder: ImageResult<D>) -> Result<D, PictureError> {
    let mut decoder = decoder.map_err(refused)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(PictureError::Broken);
    }
    if width.max(height) > SIDE_MAX || points(&decoder) > POINTS_MAX || decoder.total_bytes() > DECODED_MAX {
        return Err(PictureError::Points);
    }
    decoder.set_limits(limits()).map_err(refused)?;
    Ok(decoder)
}

/// The points, and the orientation of the picture.
fn decode(mut decoder: impl ImageDecoder) -> Result<(DynamicImage, Orientation), PictureError> {
    // An orientation that cannot be read is ignored.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    Ok((DynamicImage::from_decoder(decoder).map_err(refused)?, orientation))
}

/// Draws over white: points hidden by full transparency stay hidden.
fn opaque(image: DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.into_rgb8();
    }
    let image = image.into_rgba8();
    RgbImage::from_fn(image.width(), image.height(), |x, y| {
        let [red, green, blue, alpha] = image.get_pixel(x, y).0.map(u16::from);
        [red, green, blue].map(|colour| ((colour * alpha + 255 * (255 - alpha)) / 255) as u8).into()
    })
}

fn smaller(image: RgbImage) -> RgbImage {
    let (width, height) = image.dimensions();
    let longer = width.max(height);
    if longer <= SIDE_KEPT {
        return image;
    }
    let scaled = |side: u32| (u64::from(side) * u64::from(SIDE_KEPT) / u64::from(longer)).max(1) as u32;
    thumbnail(&image, scaled(width), scaled(height))
}
