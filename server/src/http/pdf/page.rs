use pdf_writer::types::TextRenderingMode;
use pdf_writer::{Content, Name, Str};

use super::font::{ASIAN, Glyph, Style, width};

/// A4, in points.
pub const WIDTH: f32 = 595.28;
pub const HEIGHT: f32 = 841.89;

/// Chinese fonts of readers have one weight: bold characters get an outline of this part of their size, if they are
/// large enough to stay legible.
const BOLD_STROKE: f32 = 0.03;
const BOLD_SIZE_MIN: f32 = 10.0;

/// A page to draw on. Places are in points from the left and from the top; those of a text are of its baseline.
pub struct Page(Content);

impl Default for Page {
    fn default() -> Self {
        Self(Content::new())
    }
}

impl Page {
    pub fn content(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// A text that begins at `left`.
    pub fn text(&mut self, left: f32, top: f32, text: &str, style: Style) {
        if text.is_empty() {
            return;
        }
        self.0.set_fill_gray(style.gray).set_stroke_gray(style.gray).begin_text();
        self.0.set_line_width(style.size * BOLD_STROKE).next_line(left, HEIGHT - top);
        let (mut font, mut bytes) = (Name(b""), Vec::new());
        for glyph in text.chars().map(Glyph::of) {
            if glyph.font(style.bold) != font {
                self.show(&mut bytes);
                font = glyph.font(style.bold);
                let outlined = style.bold && style.size >= BOLD_SIZE_MIN && font == ASIAN;
                let mode = if outlined { TextRenderingMode::FillStroke } else { TextRenderingMode::Fill };
                self.0.set_font(font, style.size).set_text_rendering_mode(mode);
            }
            glyph.encode(&mut bytes);
        }
        self.show(&mut bytes);
        self.0.set_text_rendering_mode(TextRenderingMode::Fill).end_text();
    }

    /// A text that ends at `right`: figures with equal decimals have their points aligned. A text with too little room
    /// is set smaller.
    pub fn text_to(&mut self, right: f32, top: f32, text: &str, style: Style, room: f32) {
        let needed = width(text, style);
        let style = if needed > room { Style { size: style.size * room / needed, ..style } } else { style };
        self.text(right - width(text, style), top, text, style);
    }

    /// A horizontal line.
    pub fn rule(&mut self, left: f32, right: f32, top: f32, thickness: f32, gray: f32) {
        self.0.set_stroke_gray(gray).set_line_width(thickness);
        self.0.move_to(left, HEIGHT - top).line_to(right, HEIGHT - top).stroke();
    }

    /// The mark: a plumb bob on its line, `size` high.
    pub fn mark(&mut self, left: f32, top: f32, size: f32) {
        let at = |x: f32, y: f32| (left + x * size / 24.0, HEIGHT - top - y * size / 24.0);
        let ((x, from), (_, to)) = (at(12.0, 1.0), at(12.0, 10.0));
        self.0.set_stroke_gray(0.1).set_line_width(1.6 * size / 24.0).move_to(x, from).line_to(x, to).stroke();
        let bob = [(8.5, 10.0), (15.5, 10.0), (14.3, 16.5), (12.0, 23.0), (9.7, 16.5)].map(|(x, y)| at(x, y));
        // The brass of the light theme.
        self.0.set_fill_rgb(154.0 / 255.0, 107.0 / 255.0, 20.0 / 255.0);
        for (index, (x, y)) in bob.into_iter().enumerate() {
            if index == 0 {
                self.0.move_to(x, y)
            } else {
                self.0.line_to(x, y)
            };
        }
        self.0.close_path().fill_nonzero();
    }

    fn show(&mut self, bytes: &mut Vec<u8>) {
        if !bytes.is_empty() {
            self.0.show(Str(bytes));
            bytes.clear();
        }
    }
}
