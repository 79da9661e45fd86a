//! The sentences of notices, from `words.toml`.

use std::sync::Arc;

use plumbline_core::decimal::{ONE, Price, divide_half_away};
use plumbline_core::inbox::{Told, Value};
use plumbline_core::market::Instrument;
use plumbline_core::positions::Direction;

use crate::http::{Language, grouped, message, stored_message};
use crate::market::Market;

/// The words of a notice in the language of its reader.
#[derive(Debug, PartialEq, Eq)]
pub struct Written {
    pub title: String,
    /// The text in parts: words, then a figure of the customer's own, and so on in turn, so that a reader can hide the
    /// figures. Together they are the text.
    pub parts: Vec<String>,
}

/// A value as it is written: a figure of the customer's own, and the words behind it.
#[derive(Debug, Default)]
struct Place {
    figure: Option<String>,
    words: String,
}

impl Place {
    fn words(words: impl Into<String>) -> Self {
        Self { figure: None, words: words.into() }
    }

    fn figure(figure: &str, unit: &str) -> Self {
        let words = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        Self { figure: Some(grouped(figure)), words }
    }
}

/// The title of a notice and its text.
pub fn write(told: &Told<'_>, market: &Market, language: Language) -> Written {
    let sentence = |key: &str| stored_message(language, &format!("notice_{key}")).unwrap_or_default();
    let mut parts = vec![String::new()];
    let mut rest = sentence(&format!("{}_text", told.text));
    while let Some((before, place, after)) = next_place(rest) {
        add_words(&mut parts, before);
        let Place { figure, words } = written(place, told, market, language);
        if let Some(figure) = figure {
            add_figure(&mut parts, figure);
        }
        add_words(&mut parts, &words);
        rest = after;
    }
    add_words(&mut parts, rest);
    Written { title: sentence(told.title).to_owned(), parts }
}

/// The words before the first place of a sentence, the name of the place, and the rest behind it.
fn next_place(sentence: &str) -> Option<(&str, &str, &str)> {
    let (before, from) = sentence.split_once('{')?;
    let (place, after) = from.split_once('}')?;
    Some((before, place, after))
}

fn add_words(parts: &mut [String], words: &str) {
    if let Some(last) = parts.last_mut() {
        last.push_str(words);
    }
}

/// A figure, and room for the words behind it.
fn add_figure(parts: &mut Vec<String>, figure: String) {
    parts.extend([figure, String::new()]);
}

/// The value of a place; nothing for one that the notice does not have, which a test forbids.
fn written(place: &str, told: &Told<'_>, market: &Market, language: Language) -> Place {
    let instrument = told.instrument.and_then(|id| market.catalog.get(id));
    match (place, told.instrument) {
        ("code", _) => return Place::words(instrument.map(|of| of.code.clone()).unwrap_or_default()),
        ("name", Some(id)) => return Place::words(market.name(id, language)),
        _ => {}
    }
    let Some((_, value)) = told.values.iter().find(|(name, _)| *name == place) else { return Place::default() };
    let reason = |word: &str| stored_message(language, &format!("reason_{word}")).unwrap_or_default();
    match *value {
        Value::Quantity(quantity) => Place::figure(&quantity.to_string(), ""),
        Value::Price(price) => Place::figure(&price.display(2), ""),
        Value::PriceIn(price) => Place::figure(&price.display(2), instrument.map_or("", |of| of.currency.code())),
        Value::PriceOf(price, currency) => Place::figure(&price.display(2), currency.code()),
        Value::WorkedOut(price) => Place::figure(&worked_out(price, instrument), ""),
        Value::Money(money) => Place::figure(&money.amount(), money.currency.code()),
        Value::Sum(amount, currency) => Place::figure(amount, currency),
        Value::Number(number) => Place::words(number.to_string()),
        Value::Text(text) => Place::words(text),
        Value::Device("") => Place::words(message(language, "notice_unknown_device")),
        Value::Device(device) => Place::words(device),
        Value::Direction(Direction::Long) => Place::words(message(language, "notice_long")),
        Value::Direction(Direction::Short) => Place::words(message(language, "notice_short")),
        Value::Reason(word) => Place::words(reason(word)),
        Value::Reasons(words) => {
            let between = if language == Language::English { " " } else { "" };
            let known = words.iter().map(|word| reason(word)).filter(|sentence| !sentence.is_empty());
            Place::words(known.collect::<Vec<_>>().join(between))
        }
        Value::Service(code) => Place::words(stored_message(language, &format!("service_{code}")).unwrap_or_default()),
    }
}

/// A calculated price, to the decimals of quotes.
fn worked_out(price: Price, instrument: Option<&Arc<Instrument>>) -> String {
    let decimals = instrument.map_or(2, |instrument| instrument.price_decimals);
    let step = (ONE / 10_i64.pow(decimals.min(8))).max(1);
    let steps = divide_half_away(i128::from(price.units()), i128::from(step));
    let rounded = i64::try_from(steps).ok().and_then(|steps| steps.checked_mul(step));
    rounded.map_or(price, Price::from_units).display(decimals)
}

#[cfg(test)]
mod tests;
