//! What people decide on deposits, withdrawals and their payouts, identity checks and applications for services: two of
//! different names have to decide the same. They do it by `plumbline review` and `plumbline payouts`, which write rows; the
//! server carries out what they agree on, by the actions that the autopilot of paper mode uses too. Nobody chooses a price,
//! a rate or an amount here. On halted chains and payments that wait they decide by `plumbline chains` ([`chains`]).

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
