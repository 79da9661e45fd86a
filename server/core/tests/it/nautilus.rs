//! The core's orders and groups of orders beside those of nautilus_trader's simulated exchange, over 200 price paths. Each
//! difference follows from a rule that `docs/orders-differential.md` names and counts; `./scripts/prove nautilus` has the
//! exchange deal with them anew.

mod cases;
mod customer;
mod model;
mod rules;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use strum::IntoEnumIterator;

use cases::{Outcome, Path, read_cases, read_recorded, read_text};
use rules::{Rule, Rules};

/// The orders of all paths, counted: those that both treat alike, and by rule those that it explains.
#[derive(Debug, Default)]
struct Counts {
    orders: usize,
    alike: usize,
    of: BTreeMap<Rule, usize>,
}

impl Counts {
    /// The column that the document has of them.
    fn rows(&self) -> BTreeMap<String, usize> {
        let of = Rule::iter().map(|rule| (rule.to_string(), self.of.get(&rule).copied().unwrap_or(0)));
        of.chain([("orders".to_owned(), self.orders), ("alike".to_owned(), self.alike)]).collect()
    }
}

/// The outcome of the rules on one path, with each choice of them once.
struct Told<'a> {
    path: &'a Path,
    outcomes: HashMap<Rules, Vec<Outcome>>,
}

impl Told<'_> {
    fn by(&mut self, rules: Rules) -> &[Outcome] {
        self.outcomes.entry(rules).or_insert_with(|| model::outcomes(self.path, rules))
    }

    /// The fewest rules of nautilus that lead from our outcome of an order to its; `None` where none do.
    fn explained(&mut self, number: usize, theirs: &Outcome) -> Option<Rules> {
        let mut sets = Rules::all_of(self.path, number);
        sets.sort_by_key(|rules| rules.iter().count());
        sets.into_iter().find(|rules| self.by(*rules)[number] == *theirs)
    }
}

/// Compares the outcomes of one path. Problems are the orders whose outcome the rules do not lead to.
fn compare(path: &Path, recorded: &[Outcome], counts: &mut [Counts; 2], problems: &mut String) {
    let mut told = Told { path, outcomes: HashMap::new() };
    let at_once = if path.orders[0].member.is_some() { customer::ALL } else { customer::FEW };
    let (ours, expected) = (customer::outcomes(path, at_once), model::outcomes(path, Rules::default()));
    let theirs = model::outcomes(path, Rules::theirs());
    for (number, order) in path.orders.iter().enumerate() {
        let [ours, expected, theirs, recorded] = [&ours[number], &expected[number], &theirs[number], &recorded[number]];
        let counts = &mut counts[usize::from(order.member.is_some())];
        counts.orders += 1;
        let name = format!("path {} ({}), order {number}: {order:?}", path.path, path.market.name);
        if ours != expected {
            let _ = writeln!(problems, "{name}\n  the core:   {ours}\n  our rules:  {expected}");
        }
        if recorded != theirs {
            let _ = writeln!(problems, "{name}\n  nautilus:   {recorded}\n  its rules:  {theirs}");
        }
        if ours == recorded {
            counts.alike += 1;
        } else if let Some(rules) = told.explained(number, recorded) {
            rules.iter().for_each(|rule| *counts.of.entry(rule).or_default() += 1);
        } else {
            let _ = writeln!(problems, "{name}\n  the core:   {ours}\n  nautilus:   {recorded}\n  no rule leads there");
        }
    }
}

/// A column of numbers of the document's tables, by what stands in front of them in code font: of orders that stand alone,
/// or of those of groups.
fn documented(column: usize) -> BTreeMap<String, usize> {
    let text = read_text("docs/orders-differential.md");
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split('|');
        let name = cells.next()?.trim().strip_suffix('`')?.to_owned();
        Some((name, cells.nth(column)?.trim().replace(',', "").parse().ok()?))
    };
    text.lines().filter_map(row).collect()
}

#[test]
fn each_difference_from_nautilus_follows_from_a_rule() {
    let cases = read_cases();
    let recorded = read_recorded(&cases);
    assert_eq!(cases.len(), 300);
    let (mut counts, mut problems) = (<[Counts; 2]>::default(), String::new());
    for (path, recorded) in cases.iter().zip(&recorded) {
        compare(path, recorded, &mut counts, &mut problems);
    }
    let found = problems.lines().filter(|line| line.starts_with("path")).count();
    let first: String = problems.lines().take(30).map(|line| format!("{line}\n")).collect();
    assert!(problems.is_empty(), "{found} problems, first:\n{first}");
    for (column, counts) in counts.iter().enumerate() {
        assert_eq!(counts.rows(), documented(column), "the counts of docs/orders-differential.md");
    }
}

#[test]
fn ticks_in_parts_do_to_groups_what_whole_ones_do() {
    for path in read_cases().iter().filter(|path| path.orders[0].member.is_some()) {
        let [whole, parts] = [customer::ALL, customer::FEW].map(|at_once| customer::outcomes(path, at_once));
        for (number, (whole, parts)) in whole.iter().zip(&parts).enumerate() {
            assert_eq!(whole, parts, "path {}, order {number}", path.path);
        }
    }
}

/// Path and number of stop-losses that come to life in the first part of a tick which has reached them too, and the step of the
/// tick behind it.
const BORN_IN_PARTS: [(usize, usize, usize); 2] = [(215, 14, 121), (221, 11, 47)];

#[test]
fn a_leg_is_triggered_by_a_tick_behind_the_one_in_which_it_came_to_life() {
    let paths = read_cases();
    for (path, number, step) in BORN_IN_PARTS {
        assert_eq!(customer::outcomes(&paths[path], customer::FEW)[number].trigger, Some(step), "path {path}");
    }
}
