//! Texts that customers write and that are displayed later.

use super::ApiError;

/// The longest name that customers may give to their items.
pub const GIVEN_NAME_LENGTH_MAX: usize = 40;

/// The longest search text: no name is longer.
pub const KEYWORD_LENGTH_MAX: usize = 64;

/// The search text of a list, without the spaces around it; empty if there is none.
///
/// # Errors
/// `keyword_too_long`.
pub fn keyword(text: Option<&str>) -> Result<String, ApiError> {
    let keyword = text.map(str::trim).unwrap_or_default();
    if keyword.chars().count() > KEYWORD_LENGTH_MAX {
        return Err(ApiError::invalid("keyword_too_long", "keyword"));
    }
    Ok(keyword.to_owned())
}

/// A text of at most `most` characters, without the spaces around it.
///
/// # Errors
/// `field_required`, `text_too_long`, `text_invalid`.
pub fn required(text: Option<&str>, field: &'static str, most: usize) -> Result<String, ApiError> {
    optional(text, field, most)?.ok_or(ApiError::invalid("field_required", field))
}

/// A text of at most `most` characters, without the spaces around it; `None` if it is empty.
///
/// # Errors
/// `text_too_long`, `text_invalid`.
pub fn optional(text: Option<&str>, field: &'static str, most: usize) -> Result<Option<String>, ApiError> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    if text.chars().count() > most {
        return Err(ApiError::invalid("text_too_long", field).with_detail(serde_json::json!({ "maximum": most })));
    }
    if deceives(text) {
        return Err(ApiError::invalid("text_invalid", field));
    }
    Ok(Some(text.to_owned()))
}

/// True if a text could deceive its readers, who may act on it: by control characters, by marks of writing direction,
/// by invisible characters (Unicode Technical Report 36), or by characters without a common meaning, which are private
/// or unassigned.
pub fn deceives(text: &str) -> bool {
    text.chars().any(is_deceiving)
}

fn is_deceiving(character: char) -> bool {
    let code = u32::from(character);
    character.is_control()
        || is_ignorable(character)
        || matches!(code, 0xe000..=0xf8ff | 0xfdd0..=0xfdef | 0xf0000..)
        || code & 0xfffe == 0xfffe
}

/// Characters that fonts show nothing for: `Default_Ignorable_Code_Point` of Unicode 17 (DerivedCoreProperties.txt),
/// line separators, the empty pattern of Braille and the marks of interlinear notes.
const fn is_ignorable(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
