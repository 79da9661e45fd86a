//! Decisions of people on deposits, withdrawals and their payouts, identity checks and applications for services: two
//! people have to make the same one. They use `plumbline review` and `plumbline payouts`, which write rows; the server
//! carries out agreed decisions, by the actions that the autopilot of paper mode uses too. Prices, rates and amounts
//! cannot be chosen here. Halted chains and held payments are decided by `plumbline chains` ([`chains`]).

mod carry_out;
pub mod chains;
mod decision;
mod name;
pub mod pictures;
mod queue;
mod references;
pub mod store;
mod subject;
mod verdict;

pub use carry_out::start;
pub use decision::{Decision, DecisionError};
pub use queue::{Waiting, waiting};
pub use subject::{Subject, SubjectKind};
pub use verdict::{Opinion, Verdict};
