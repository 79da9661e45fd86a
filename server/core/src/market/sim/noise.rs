//! Randomness that can be computed at any point of time: hashes, and Brownian motion built from them.
//!
//! The motion is the Lévy–Ciesielski sum (P. Lévy 1948, Z. Ciesielski 1961) of tents over dyadic intervals, each
//! with a Gaussian height that is a hash of its place. A value at any step costs one hash a level, needs no values
//! before it, and is the same for everyone who has the seed.

/// Levels of the sum: the motion is defined for steps from 0 to 2^33.
const LEVELS: u32 = 33;
/// A motion can be read between two steps too, in parts of 2^-4 of one, along a straight line.
pub const FINE: u32 = 4;
/// √2 in units of 2^-16.
const SQRT_2: i64 = 92_682;
/// √3 in units of 2^-16: the sum of four uniform numbers has a standard deviation of 1/√3 of their range.
const SQRT_3: i64 = 113_512;
/// The mean of a sum of four numbers below 2^16.
const SUM_MEAN: i64 = 131_070;

/// The finaliser of splitmix64 (G. Steele, D. Lea, C. Flood 2014).
pub const fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A key for the stream of randomness called `name`.
pub fn key(seed: u64, name: &str) -> u64 {
    name.bytes().fold(mix(seed), |hash, byte| mix(hash ^ u64::from(byte)))
}

/// A hash of `place` in the stream `key`.
pub const fn hash(key: u64, place: u64) -> u64 {
    mix(key ^ mix(place))
}

/// A number from 0 up to `bound`, which must be positive.
pub const fn below(hash: u64, bound: i64) -> i64 {
    ((hash >> 33) as i64) % bound
}

/// A standard Gaussian number in units of 2^-16: the sum of the four quarters of a hash, at most 3.46 deviations.
pub const fn gaussian(hash: u64) -> i64 {
    let quarters = (hash & 0xffff) + (hash >> 16 & 0xffff) + (hash >> 32 & 0xffff) + (hash >> 48);
    ((quarters as i64 - SUM_MEAN) * SQRT_3) >> 16
}

/// `value` divided by 2^(`halves`/2).
const fn over_root(value: i64, halves: u32) -> i64 {
    if halves.is_multiple_of(2) { value >> (halves / 2) } else { ((value >> halves.div_ceil(2)) * SQRT_2) >> 16 }
}

/// Brownian motion of the stream `key` at `step`, in units of 2^-16 of the deviation of one step. Zero at step 0;
/// steps outside 0 to 2^33 count as the nearest one inside.
pub fn brownian(key: u64, step: i64) -> i64 {
    brownian_between(key, step << FINE)
}

/// [`brownian`] at a place that is counted in parts of a step.
pub fn brownian_between(key: u64, at: i64) -> i64 {
    tents(LEVELS, at.clamp(0, 1 << (LEVELS + FINE)), |place| hash(key, place))
}

/// The sum over `levels` levels at a place from 0 to 2^levels steps, counted in parts of a step; `draw` gives the random number
/// of a place.
pub fn tents(levels: u32, at: i64, draw: impl Fn(u64) -> u64) -> i64 {
    let mut value = over_root((gaussian(draw(0)) * at) >> FINE, levels);
    for level in 1..=levels {
        let length = 1 << (level + FINE);
        let offset = at & (length - 1);
        let height = offset.min(length - offset);
        let place = (u64::from(level) << 40) | (at >> (level + FINE)) as u64;
        value += over_root((gaussian(draw(place)) * height) >> FINE, level);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaussian_numbers_have_the_mean_and_deviation_of_their_name() {
        let count = 20_000;
        let draw = |i: u64| gaussian(hash(7, i));
        let mean = (0..count).map(draw).sum::<i64>() / count as i64;
        let variance = (0..count).map(|i| draw(i).pow(2)).sum::<i64>() / count as i64;
        assert!(mean.abs() < 1_500, "mean {mean} of 65536");
        assert!((variance - (1 << 32)).abs() < 1 << 27, "variance {variance} of 2^32");
    }

    #[test]
    fn the_variance_of_a_move_grows_with_its_length() {
        for length in [1i64, 240, 345_600, 10_000_000] {
            let count = 2_000i64;
            let square = |key: i64| {
                let start = 3_000_000_017 + key * 1_234_577;
                let (from, to) = (brownian(key as u64, start), brownian(key as u64, start + length));
                i128::from(to - from).pow(2)
            };
            let variance = (0..count).map(square).sum::<i128>() / i128::from(count);
            let expected = i128::from(length) << 32;
            let percent = variance * 100 / expected;
            assert!((85..115).contains(&percent), "{length} steps: {percent} % of the variance");
        }
    }

    #[test]
    fn the_path_is_continuous_at_the_edges_of_its_intervals() {
        for edge in [1i64 << 20, 1 << 31, 3 << 30, (1 << 32) + (1 << 10)] {
            let jump = brownian(5, edge) - brownian(5, edge - 1);
            assert!(jump.abs() < 8 << 16, "a step of {jump} at {edge}");
        }
    }
}
