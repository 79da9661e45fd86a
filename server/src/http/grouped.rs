/// A decimal number with commas between its thousands and a true minus, as all three languages write it.
pub fn grouped(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("\u{2212}", digits));
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut text = sign.to_owned();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text + fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let table = [
            ("0", "0"),
            ("999.5", "999.5"),
            ("1000", "1,000"),
            ("1234567.89", "1,234,567.89"),
            ("-1234.50", "\u{2212}1,234.50"),
            ("-12.00", "\u{2212}12.00"),
        ];
        for (number, shown) in table {
            assert_eq!(grouped(number), shown);
        }
    }
}
