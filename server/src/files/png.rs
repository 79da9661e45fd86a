//! The cost of a PNG beside its points. Its decoder inflates every colour profile, up to all that it may allocate,
//! though the server does not use it: stored pictures are in RGB without profiles.

use std::borrow::Cow;

/// The bytes before the first chunk.
const SIGNATURE: usize = 8;
/// A chunk's length and name before its data, and its checksum behind them.
const AROUND_DATA: usize = 4 + 4 + 4;
const PROFILE: &[u8] = b"iCCP";

/// The picture without its colour profiles. From an invalid chunk on, the rest is left to the decoder.
pub fn without_profile(png: &[u8]) -> Cow<'_, [u8]> {
    let mut rest = png.get(SIGNATURE..).unwrap_or_default();
    let mut kept: Option<Vec<u8>> = None;
    while let Some((chunk, behind)) = first_chunk(rest) {
        let before = png.len() - rest.len();
        if chunk[4..8] == *PROFILE {
            kept.get_or_insert_with(|| png[..before].to_vec());
        } else if let Some(kept) = &mut kept {
            kept.extend_from_slice(chunk);
        }
        rest = behind;
    }
    let Some(mut kept) = kept else { return Cow::Borrowed(png) };
    kept.extend_from_slice(rest);
    Cow::Owned(kept)
}

fn first_chunk(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = u32::from_be_bytes(*rest.first_chunk()?);
    rest.split_at_checked(usize::try_from(length).ok()?.checked_add(AROUND_DATA)?)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::codecs::png::{PngDecoder, PngEncoder};
    use image::{ExtendedColorType, ImageDecoder, ImageEncoder};

    use super::*;

    fn png(profile: Option<Vec<u8>>) -> Vec<u8> {
        let mut png = Vec::new();
        let mut encoder = PngEncoder::new(&mut png);
        if let Some(profile) = profile {
            encoder.set_icc_profile(profile).unwrap();
        }
        encoder.write_image(&[10, 20, 30, 40, 50, 60], 2, 1, ExtendedColorType::Rgb8).unwrap();
        png
    }

    fn profile(png: &[u8]) -> Option<Vec<u8>> {
        PngDecoder::new(Cursor::new(png)).unwrap().icc_profile().unwrap()
    }

    #[test]
    fn a_profile_is_gone_before_anybody_inflates_it() {
        let (plain, bomb) = (png(None), png(Some(vec![0; 10 << 20])));
        assert_eq!(profile(&bomb).map(|profile| profile.len()), Some(10 << 20), "the decoder would inflate it");
        let bare = without_profile(&bomb);
        assert_eq!((profile(&bare), &*bare), (None, &*plain));
        assert!(
            matches!(without_profile(&plain), Cow::Borrowed(same) if same == plain),
            "nothing is copied for nothing"
        );
        // A second profile, and one that is cut off in the middle.
        let at = bomb.windows(4).position(|name| name == PROFILE).unwrap() - 4;
        let (chunk, _) = first_chunk(&bomb[at..]).unwrap();
        let twice = [&bomb[..at], chunk, chunk, &bomb[at + chunk.len()..]].concat();
        assert_eq!(&*without_profile(&twice), &*plain);
        let cut = &bomb[..at + 20];
        assert_eq!(&*without_profile(cut), cut);
        for length in 0..plain.len() {
            assert_eq!(&*without_profile(&plain[..length]), &plain[..length]);
        }
    }
}
