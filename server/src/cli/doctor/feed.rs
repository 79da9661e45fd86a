//! The feed: allowed in this mode, and readable.

use super::Finding;
use crate::market::feeds::{FeedSpec, replay};
use crate::mode::Mode;

pub fn examine(spec: &FeedSpec, mode: Mode) -> Vec<Finding> {
    if mode == Mode::Live {
        return vec![Finding::wrong(format!("Mode live needs a live feed, and {spec} is for paper money."))];
    }
    vec![match spec {
        FeedSpec::Sim { .. } => Finding::well(format!("The feed {spec} is computed and needs nothing.")),
        FeedSpec::Replay { folder } => match replay::read(folder) {
            Ok((series, problems)) if problems.is_empty() => {
                Finding::well(format!("The feed {spec} has recordings, instruments: {}.", series.len()))
            }
            Ok((series, problems)) => Finding::wrong(format!(
                "The feed {spec} has recordings, instruments: {}, and rows that make no sense and are skipped: {}.",
                series.len(),
                problems.len()
            )),
            Err(error) => Finding::wrong(format!("The feed {spec} cannot be read: {error}.")),
        },
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_is_readable_or_what_is_wrong_with_it_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let spec: FeedSpec = format!("replay:{}", folder.path().display()).parse().unwrap();
        assert!(examine(&FeedSpec::Sim { seed: 1 }, Mode::Paper)[0].well);
        assert!(!examine(&FeedSpec::Sim { seed: 1 }, Mode::Live)[0].well);
        assert!(examine(&spec, Mode::Paper)[0].sentence.contains("cannot be read"));
        let rows = "timestamp,open,high,low,close,volume\n2024-01-02,10,12,9,11,1000\n2024-01-03,10,12,9,11,1000\n";
        std::fs::write(folder.path().join("UsStock-AAPL.csv"), rows).unwrap();
        assert_eq!(
            examine(&spec, Mode::Paper),
            [Finding::well(format!("The feed {spec} has recordings, instruments: 1."))]
        );
        std::fs::write(folder.path().join("UsStock-MSFT.csv"), format!("{rows}2024-01-04,oops,1,1,1,1\n")).unwrap();
        let said = examine(&spec, Mode::Paper);
        assert!(!said[0].well && said[0].sentence.contains("skipped: 1"), "{said:?}");
    }
}
