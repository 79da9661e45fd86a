//! The fonts of papers. None is embedded: Helvetica and Symbol are among the 14 that every reader has, and Chinese is
//! set in the reader's own font for its script, by the names that Adobe's readers use.

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo};
use pdf_writer::writers::Resources;
use pdf_writer::{Finish, Name, Pdf, Rect, Ref, Str};

use super::widths::{BOLD, REGULAR};
use crate::http::Language;

/// The look of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// In points.
    pub size: f32,
    pub bold: bool,
    /// From 0, which is black, to 1.
    pub gray: f32,
}

/// A character with the font that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    /// In Windows-1252.
    Latin(u8),
    /// In the encoding of Symbol.
    Symbol(u8),
    /// A whole square.
    Asian(char),
}

/// The names of fonts on a page.
pub const HELVETICA: Name<'static> = Name(b"H");
pub const HELVETICA_BOLD: Name<'static> = Name(b"B");
pub const SYMBOL: Name<'static> = Name(b"S");
pub const ASIAN: Name<'static> = Name(b"C");

/// An arrow to the right in Symbol, and its width.
const ARROW: (u8, u16) = (0xae, 987);
const SQUARE: u16 = 1000;
/// A true minus, in a place that Windows-1252 leaves free, and its width.
const MINUS: (u8, u16) = (0x81, 584);
/// Characters of Windows-1252 whose Unicode number differs, and the minus.
const ELSEWHERE: [(char, u8); 10] = [
    ('\u{2212}', MINUS.0),
    ('€', 0x80),
    ('…', 0x85),
    ('‘', 0x91),
    ('’', 0x92),
    ('“', 0x93),
    ('”', 0x94),
    ('•', 0x95),
    ('–', 0x96),
    ('—', 0x97),
];

impl Glyph {
    pub fn of(c: char) -> Self {
        match c {
            ' '..='~' | '\u{a0}'..='\u{ff}' => Self::Latin(u8::try_from(c).unwrap_or(b'?')),
            '→' => Self::Symbol(ARROW.0),
            _ => ELSEWHERE.iter().find(|(known, _)| *known == c).map_or(Self::Asian(c), |(_, code)| Self::Latin(*code)),
        }
    }

    /// The width in thousandths of the size.
    fn width(self, bold: bool) -> u16 {
        match self {
            Self::Latin(code) if code == MINUS.0 => MINUS.1,
            Self::Latin(code) => {
                let widths = if bold { &BOLD } else { &REGULAR };
                widths.get(usize::from(code).saturating_sub(32)).copied().unwrap_or_default()
            }
            Self::Symbol(_) => ARROW.1,
            Self::Asian(_) => SQUARE,
        }
    }

    /// Appends the character's code in its font.
    pub fn encode(self, bytes: &mut Vec<u8>) {
        match self {
            Self::Latin(code) | Self::Symbol(code) => bytes.push(code),
            Self::Asian(c) => bytes.extend(c.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| unit.to_be_bytes())),
        }
    }

    pub const fn font(self, bold: bool) -> Name<'static> {
        match self {
            Self::Latin(_) if bold => HELVETICA_BOLD,
            Self::Latin(_) => HELVETICA,
            Self::Symbol(_) => SYMBOL,
            Self::Asian(_) => ASIAN,
        }
    }
}

/// The width of a text, in points.
pub fn width(text: &str, style: Style) -> f32 {
    let thousandths: u32 = text.chars().map(|c| u32::from(Glyph::of(c).width(style.bold))).sum();
    thousandths as f32 * style.size / 1000.0
}

/// The lines of a text in limited room: they end at spaces and between Chinese characters, and elsewhere only if one
/// word alone is too long. A price stays with its `@`.
pub fn wrapped(text: &str, style: Style, room: f32) -> Vec<&str> {
    let (mut lines, mut start, mut end_at) = (Vec::new(), 0, 0);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let behind = at + c.len_utf8();
        if at > start && width(&text[start..behind], style) > room {
            let end = if end_at > start { end_at } else { at };
            lines.push(text[start..end].trim_end());
            start = end;
        }
        let next = chars.peek().map(|(_, next)| *next);
        let closes = next.is_some_and(|next| "，。、；：？！）」".contains(next));
        let ends = c == ' ' && !text[..at].ends_with('@');
        if ends || (matches!(Glyph::of(c), Glyph::Asian(_)) && !closes) {
            end_at = behind;
        }
    }
    lines.push(text[start..].trim_end());
    lines
}

/// The fonts in a file.
pub struct Fonts([(Name<'static>, Ref); 4]);

impl Fonts {
    pub fn write(pdf: &mut Pdf, language: Language, next: &mut impl FnMut() -> Ref) -> Self {
        let [regular, bold, symbol, asian] = [(); 4].map(|()| next());
        for (id, name) in [(regular, b"Helvetica".as_slice()), (bold, b"Helvetica-Bold")] {
            let mut font = pdf.type1_font(id);
            font.base_font(Name(name));
            let mut encoding = font.encoding_custom();
            encoding.base_encoding(Name(b"WinAnsiEncoding"));
            encoding.differences().consecutive(MINUS.0, [Name(b"minus")]);
        }
        pdf.type1_font(symbol).base_font(Name(b"Symbol"));
        write_asian(pdf, asian, Script::of(language), next);
        Self([(HELVETICA, regular), (HELVETICA_BOLD, bold), (SYMBOL, symbol), (ASIAN, asian)])
    }

    pub fn name(&self, resources: &mut Resources<'_>) {
        resources.fonts().pairs(self.0);
    }
}

/// A font's characters and their encoding.
struct Script {
    font: &'static [u8],
    ordering: &'static [u8],
    supplement: i32,
    encoding: &'static [u8],
    both: &'static [u8],
}

impl Script {
    /// Simplified Chinese, which has the traditional characters too, also serves search texts in an English paper.
    const fn of(language: Language) -> Self {
        match language {
            Language::English | Language::SimplifiedChinese => Self {
                font: b"STSong-Light",
                ordering: b"GB1",
                supplement: 4,
                encoding: b"UniGB-UTF16-H",
                both: b"STSong-Light-UniGB-UTF16-H",
            },
            Language::TraditionalChinese => Self {
                font: b"MSung-Light",
                ordering: b"CNS1",
                supplement: 3,
                encoding: b"UniCNS-UTF16-H",
                both: b"MSung-Light-UniCNS-UTF16-H",
            },
        }
    }
}

fn write_asian(pdf: &mut Pdf, id: Ref, script: Script, next: &mut impl FnMut() -> Ref) {
    let (cid, descriptor) = (next(), next());
    let mut font = pdf.type0_font(id);
    font.base_font(Name(script.both)).encoding_predefined(Name(script.encoding)).descendant_font(cid);
    font.finish();
    let mut font = pdf.cid_font(cid);
    font.subtype(CidFontType::Type0).base_font(Name(script.font)).font_descriptor(descriptor);
    let info = SystemInfo { registry: Str(b"Adobe"), ordering: Str(script.ordering), supplement: script.supplement };
    font.system_info(info).default_width(f32::from(SQUARE));
    font.finish();
    // A reader without the font chooses one of its own by this: upright, without serifs, of middle weight.
    pdf.font_descriptor(descriptor)
        .name(Name(script.font))
        .flags(FontFlags::SYMBOLIC)
        .bbox(Rect::new(0.0, -120.0, 1000.0, 880.0))
        .italic_angle(0.0)
        .ascent(880.0)
        .descent(-120.0)
        .cap_height(733.0)
        .stem_v(70.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style { size: 10.0, bold: false, gray: 0.0 };

    #[test]
    fn figures_are_of_one_width() {
        for bold in [false, true] {
            let widths = "0123456789".chars().map(|c| Glyph::of(c).width(bold));
            assert!(widths.clone().all(|width| width == 556), "{bold}");
        }
        assert_eq!(width("\u{2212}1,234.50", STYLE), (584 + 6 * 556 + 2 * 278) as f32 / 100.0);
        assert_eq!(width("→", STYLE), 9.87);
        assert_eq!(width("收 A", STYLE), 10.0 + 2.78 + 6.67);
    }

    #[test]
    fn each_character_is_of_a_font_that_has_it() {
        let table = [
            ('A', Glyph::Latin(65)),
            ('×', Glyph::Latin(0xd7)),
            ('·', Glyph::Latin(0xb7)),
            ('–', Glyph::Latin(0x96)),
            ('→', Glyph::Symbol(0xae)),
            ('餘', Glyph::Asian('餘')),
            ('，', Glyph::Asian('，')),
            ('😀', Glyph::Asian('😀')),
        ];
        for (c, glyph) in table {
            assert_eq!(Glyph::of(c), glyph, "{c}");
        }
        let mut bytes = Vec::new();
        assert_eq!(Glyph::of('餘').font(true), ASIAN);
        Glyph::of('餘').encode(&mut bytes);
        assert_eq!(bytes, [0x99, 0x18]);
    }

    #[test]
    fn lines_end_where_words_do() {
        let table: [(&str, f32, &[&str]); 7] = [
            ("", 50.0, &[""]),
            ("one two three", 1000.0, &["one two three"]),
            ("one two three", 40.0, &["one two", "three"]),
            ("wwwwwwwwww", 22.0, &["www", "www", "www", "w"]),
            ("資金賬戶，港股賬戶", 45.0, &["資金賬", "戶，港股", "賬戶"]),
            ("AAPL 10 @ 227.52", 52.0, &["AAPL 10", "@ 227.52"]),
            ("A → 港股賬戶", 45.0, &["A → 港股", "賬戶"]),
        ];
        for (text, room, lines) in table {
            assert_eq!(wrapped(text, STYLE, room), lines, "{text}");
        }
    }
}
