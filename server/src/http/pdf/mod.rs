//! Papers: A4 pages of text and lines, as PDF (ISO 32000-1). `font` sets and measures text, `page` draws, and a
//! [`PdfFile`] is made from the pages.

mod font;
mod page;
mod widths;

use std::io::Write;

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use jiff::Zoned;
use pdf_writer::{Date, Filter, Finish, Pdf, Rect, Ref, TextStr};

use super::{ApiError, Language};
use font::Fonts;

pub use font::{Style, width, wrapped};
pub use page::{HEIGHT, Page, WIDTH};

/// The metadata of a paper.
#[derive(Clone, Debug)]
pub struct PdfFile {
    pub title: &'static str,
    pub language: Language,
    pub made: Zoned,
}

impl PdfFile {
    /// The bytes of the file.
    ///
    /// # Errors
    /// A page cannot be compressed, which only a lack of memory could cause.
    pub fn bytes(&self, pages: &[Page]) -> std::io::Result<Vec<u8>> {
        let mut pdf = Pdf::new();
        let mut refs = (1..).map(Ref::new);
        let mut next = || refs.next().unwrap_or(Ref::new(i32::MAX));
        let (catalog, tree, info) = (next(), next(), next());
        let fonts = Fonts::write(&mut pdf, self.language, &mut next);
        let mut kids = Vec::with_capacity(pages.len());
        for page in pages {
            let (id, content) = (next(), next());
            kids.push(id);
            let mut entry = pdf.page(id);
            entry.media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).parent(tree).contents(content);
            fonts.name(&mut entry.resources());
            entry.finish();
            let mut compressed = ZlibEncoder::new(Vec::new(), Compression::default());
            compressed.write_all(page.content())?;
            pdf.stream(content, &compressed.finish()?).filter(Filter::FlateDecode);
        }
        let count = i32::try_from(kids.len()).unwrap_or(i32::MAX);
        pdf.pages(tree).kids(kids).count(count);
        let mut root = pdf.catalog(catalog);
        root.pages(tree).lang(TextStr(self.language.tag()));
        root.viewer_preferences().display_doc_title(true);
        root.finish();
        pdf.document_info(info)
            .title(TextStr(self.title))
            .creator(TextStr("Plumbline"))
            .creation_date(date(&self.made));
        Ok(pdf.finish())
    }
}

/// The bytes of a paper as a download under `name`, which is plain ASCII.
pub fn download(bytes: Vec<u8>, name: &str) -> Result<Response, ApiError> {
    let headers = [
        (CONTENT_TYPE, "application/pdf".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, bytes).into_response())
}

fn date(at: &Zoned) -> Date {
    let part = |value: i8| value.unsigned_abs();
    let minutes = at.offset().seconds() / 60;
    Date::new(at.year().unsigned_abs())
        .month(part(at.month()))
        .day(part(at.day()))
        .hour(part(at.hour()))
        .minute(part(at.minute()))
        .second(part(at.second()))
        .utc_offset_hour(i8::try_from(minutes / 60).unwrap_or_default())
        .utc_offset_minute(u8::try_from((minutes % 60).abs()).unwrap_or_default())
}
