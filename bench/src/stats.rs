//! Medians and ratios.

/// The median; 0 without values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => f64::midpoint(values[n / 2 - 1], values[n / 2]),
    }
}

/// The value below which `share` of the sorted values lie.
pub fn quantile(sorted: &[u32], share: f64) -> u32 {
    let index = (sorted.len() as f64 * share) as usize;
    sorted.get(index.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0)
}

/// One line of the verdict: a ratio and its aim.
pub fn verdict(what: &str, value: f64, aim: f64, at_least: bool) {
    let met = if at_least { value >= aim } else { value <= aim };
    let (relation, mark) = (if at_least { "≥" } else { "≤" }, if met { "ok" } else { "MISSED" });
    println!("  {what:<58} {value:>8.2}   aim {relation} {aim:<5} {mark}");
}
