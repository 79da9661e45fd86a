//! The exponential function on integers.

/// One in the fixed point that logarithms and factors are counted in: 2^32.
pub const ONE: i64 = 1 << 32;
/// ln 2 in units of 2^-32.
const LN_2: i64 = 2_977_044_472;
/// Terms of the power series; the next one is below the last bit for arguments up to ln 2.
const TERMS: i64 = 13;
/// Powers of two beyond which a price would leave every plausible range.
const POWERS_MAX: i64 = 20;

/// e to the power of `log` (units of 2^-32), in units of 2^-32. Arguments beyond ± 14 count as ± 14.
pub fn exp(log: i64) -> i64 {
    let powers = log.div_euclid(LN_2);
    if powers >= POWERS_MAX {
        return ONE << POWERS_MAX;
    }
    let rest = log.rem_euclid(LN_2);
    let mut term = ONE;
    let mut sum = ONE;
    for k in 1..=TERMS {
        term = ((i128::from(term) * i128::from(rest)) >> 32) as i64 / k;
        sum += term;
    }
    if powers >= 0 { sum << powers } else { sum >> (-powers).min(POWERS_MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        // Argument and value as decimal fractions of 10^9.
        let table = [
            (0i64, 1_000_000_000i64),
            (1_000_000_000, 2_718_281_828),
            (-1_000_000_000, 367_879_441),
            (10_000_000, 1_010_050_167),
            (5_000_000_000, 148_413_159_103),
        ];
        let scaled = |x: i64, from: i128, to: i128| (i128::from(x) * to / from) as i64;
        for (argument, value) in table {
            let found = scaled(exp(scaled(argument, 1_000_000_000, i128::from(ONE))), i128::from(ONE), 1_000_000_000);
            assert!((found - value).abs() <= value / 100_000_000 + 2, "e^{argument}: {found}, not {value}");
        }
    }
}
