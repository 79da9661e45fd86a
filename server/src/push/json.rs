//! Writing of flat JSON objects straight into a buffer. A flush writes tens of thousands of numbers a second, which
//! rules out one allocation a number; everywhere else serde_json does this.

use plumbline_core::decimal::ONE;

/// Digits after the point of a price or quantity in units of 10⁻⁸.
const DECIMALS: usize = 8;
/// A hundredth in such units.
const CENT: u64 = ONE.unsigned_abs() / 100;
/// Room for a sign, twenty digits, a point, [`DECIMALS`] digits and the quotes.
const NUMBER_MAX: usize = 32;

/// An object under construction.
#[derive(Debug)]
pub struct Object<'a> {
    out: &'a mut Vec<u8>,
    empty: bool,
}

impl<'a> Object<'a> {
    pub fn begin(out: &'a mut Vec<u8>) -> Self {
        out.push(b'{');
        Self { out, empty: true }
    }

    /// Continues an object that has a field already.
    pub const fn resume(out: &'a mut Vec<u8>) -> Self {
        Self { out, empty: false }
    }

    pub fn end(self) {
        self.out.push(b'}');
    }

    /// Names must need no escape.
    #[inline]
    fn name(&mut self, name: &str) {
        let separator: &[u8] = if self.empty { b"\"" } else { b",\"" };
        self.empty = false;
        self.out.extend_from_slice(separator);
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
    }

    /// A decimal string of 10⁻⁸ units, with at least `shown` decimals and more where the number has them.
    pub fn decimal(&mut self, name: &str, units: i64, shown: usize) {
        self.name(name);
        decimal(self.out, units, shown);
    }

    /// Hundredths of a percent, as a percentage with two decimals.
    pub fn percent(&mut self, name: &str, basis_points: i64) {
        self.name(name);
        let magnitude = basis_points.unsigned_abs();
        fixed(self.out, basis_points < 0, magnitude / 100, magnitude % 100, 2, 2);
    }

    /// An integer as a string: identifiers, sequence numbers and times, which may exceed a double's precision.
    pub fn integer_text(&mut self, name: &str, value: i64) {
        self.name(name);
        self.out.push(b'"');
        integer(self.out, value);
        self.out.push(b'"');
    }

    pub fn integer(&mut self, name: &str, value: i64) {
        self.name(name);
        integer(self.out, value);
    }

    pub fn flag(&mut self, name: &str, value: bool) {
        self.name(name);
        self.out.extend_from_slice(if value { b"true" } else { b"false" });
    }

    pub fn null(&mut self, name: &str) {
        self.name(name);
        self.out.extend_from_slice(b"null");
    }

    pub fn text(&mut self, name: &str, value: &str) {
        self.name(name);
        serde_json::to_writer(&mut *self.out, value).expect("a string always serialises into memory");
    }

    /// A value that `write` writes as JSON.
    pub fn object(&mut self, name: &str, write: impl FnOnce(&mut Vec<u8>)) {
        self.name(name);
        write(self.out);
    }

    /// An array, with each item written by `write` as JSON. True if there was an item.
    pub fn array<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Vec<u8>, T),
    ) -> bool {
        self.name(name);
        let mut separator = b'[';
        for item in items {
            self.out.push(separator);
            separator = b',';
            write(self.out, item);
        }
        let is_empty = separator == b'[';
        if is_empty {
            self.out.push(b'[');
        }
        self.out.push(b']');
        !is_empty
    }

    /// An array that is left out where there is no item.
    pub fn array_of_any<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        write: impl FnMut(&mut Vec<u8>, T),
    ) {
        let (length, empty) = (self.out.len(), self.empty);
        if !self.array(name, items, write) {
            self.out.truncate(length);
            self.empty = empty;
        }
    }
}

/// Writes an integer.
pub fn integer(out: &mut Vec<u8>, value: i64) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// Writes a decimal string of 10⁻⁸ units, with at least `shown` decimals and more where the number has them.
pub fn decimal(out: &mut Vec<u8>, units: i64, shown: usize) {
    let (whole, fraction) = (units.unsigned_abs() / ONE.unsigned_abs(), units.unsigned_abs() % ONE.unsigned_abs());
    // Nearly all numbers end with the cents.
    let (mut fraction, mut decimals) =
        if fraction.is_multiple_of(CENT) { (fraction / CENT, 2) } else { (fraction, DECIMALS) };
    while decimals > shown && fraction.is_multiple_of(10) {
        fraction /= 10;
        decimals -= 1;
    }
    fixed(out, units < 0, whole, fraction, decimals, shown);
}

/// A decimal string of `whole` and `decimals` digits of `fraction`, filled up to `shown` with zeros.
fn fixed(out: &mut Vec<u8>, negative: bool, mut whole: u64, mut fraction: u64, decimals: usize, shown: usize) {
    let mut text = [b'0'; NUMBER_MAX];
    let mut begin = NUMBER_MAX - 1;
    text[begin] = b'"';
    begin -= shown.saturating_sub(decimals);
    for _ in 0..decimals {
        begin -= 1;
        text[begin] = digit(fraction);
        fraction /= 10;
    }
    if decimals.max(shown) > 0 {
        begin -= 1;
        text[begin] = b'.';
    }
    loop {
        begin -= 1;
        text[begin] = digit(whole);
        whole /= 10;
        if whole == 0 {
            break;
        }
    }
    if negative {
        begin -= 1;
        text[begin] = b'-';
    }
    begin -= 1;
    text[begin] = b'"';
    out.extend_from_slice(&text[begin..]);
}

/// The last digit of a number.
const fn digit(number: u64) -> u8 {
    b'0' + (number % 10) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_core::decimal::{Price, format_percent};
    use proptest::prelude::*;

    fn written(write: impl FnOnce(&mut Object<'_>)) -> String {
        let mut out = Vec::new();
        let mut object = Object::begin(&mut out);
        write(&mut object);
        object.end();
        let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
        value["x"].as_str().map_or_else(|| value["x"].to_string(), str::to_owned)
    }

    /// Numbers with any number of decimals, as prices and quantities have them.
    fn units() -> impl Strategy<Value = i64> {
        (any::<i64>(), 0u32..12).prop_map(|(number, zeros)| {
            let step = 10i64.pow(zeros);
            number / step * step
        })
    }

    #[test]
    fn arrays_are_written_empty_or_full() {
        assert_eq!(written(|o| assert!(!o.array("x", [0; 0], integer))), "[]");
        assert_eq!(written(|o| assert!(o.array("x", [1, -2], integer))), "[1,-2]");
        let both = |o: &mut Object<'_>| {
            o.array_of_any("y", [0; 0], integer);
            o.array_of_any("x", [3], integer);
        };
        assert_eq!(written(both), "[3]", "the object is whole where an array is left out");
    }

    #[test]
    fn texts_are_escaped() {
        assert_eq!(written(|o| o.text("x", "a\"b\\\n准绳")), "a\"b\\\n准绳");
    }

    proptest! {
        #[test]
        fn decimals_agree_with_the_domain(units in units(), shown in 0usize..4) {
            prop_assume!(units != i64::MIN);
            let expected = Price::from_units(units).display(shown as u32);
            prop_assert_eq!(written(|o| o.decimal("x", units, shown)), expected);
        }

        #[test]
        fn percentages_agree_with_the_domain(basis_points in -100_000_000i64..100_000_000) {
            prop_assert_eq!(written(|o| o.percent("x", basis_points)), format_percent(basis_points));
        }

        #[test]
        fn integers_are_written_whole(value in any::<i64>()) {
            prop_assert_eq!(written(|o| o.integer("x", value)), value.to_string());
            prop_assert_eq!(written(|o| o.integer_text("x", value)), value.to_string());
        }
    }
}
