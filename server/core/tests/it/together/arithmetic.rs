//! Whole numbers, divided and rounded by hand.

/// Units of a price and of a quantity in one.
pub const ONE: i64 = 100_000_000;

/// Rounded up, towards what is greater.
pub fn up(of: i128, by: i128) -> i64 {
    i64::try_from(-(-of).div_euclid(by)).unwrap()
}

/// Rounded down, towards what is less.
pub fn down(of: i128, by: i128) -> i64 {
    i64::try_from(of.div_euclid(by)).unwrap()
}

/// Rounded to the nearest, and a half away from zero.
pub fn near(of: i128, by: i128) -> i64 {
    let rounded = (2 * of.abs() + by).div_euclid(2 * by);
    i64::try_from(rounded * of.signum()).unwrap()
}

/// All of `whole` for all of it; otherwise the part that leaves with `part` of `all`.
pub fn share(whole: i64, part: i64, all: i64) -> i64 {
    if part == all { whole } else { near(i128::from(whole) * i128::from(part), i128::from(all)) }
}
