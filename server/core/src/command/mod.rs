//! Commands and how they are decided: facts in, changes out. A refused command changes nothing.

mod changes;
mod facts;
mod known;
mod needs;
mod refusal;
mod resting;
mod stamp;

use std::sync::Arc;

use crate::funds::{self, Deposit, RequestDeposit, ReviewDeposit, Transfer, TransferFunds};
use crate::market::Tick;
use crate::orders::{self, Cancel, FillResting, Order, Place};

pub use changes::Changes;
pub use facts::{Facts, Written};
pub use needs::Needs;
pub use refusal::{Refusal, Unsound};
pub use resting::{OfferedTo, Reached};
pub use stamp::Stamp;

/// Everything that moves money or changes an order.
#[derive(Clone, Debug)]
pub enum Command {
    Place(Box<Place>),
    Cancel(Cancel),
    FillResting(FillResting),
    Transfer(TransferFunds),
    RequestDeposit(RequestDeposit),
    ReviewDeposit(ReviewDeposit),
}

impl Command {
    /// What the log calls it.
    pub const fn name(&self) -> &'static str {
        match self {
            Command::Place(_) => "place",
            Command::Cancel(_) => "cancel",
            Command::FillResting(_) => "fill_resting",
            Command::Transfer(_) => "transfer",
            Command::RequestDeposit(_) => "request_deposit",
            Command::ReviewDeposit(_) => "review_deposit",
        }
    }

    /// The tick that the command may fill from, if it is decided in time.
    pub fn tick(&self) -> Option<&Arc<Tick>> {
        match self {
            Command::Place(place) => place.quote(),
            Command::FillResting(fill) => Some(&fill.tick),
            Command::Cancel(_) | Command::Transfer(_) | Command::RequestDeposit(_) | Command::ReviewDeposit(_) => None,
        }
    }
}

/// What came of an accepted command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    Order(Order),
    Reached(Reached),
    Transfer(Transfer),
    Deposit(Deposit),
}

/// Decides on one command and applies the decision to `facts`, or refuses and leaves them as they are.
pub fn decide(command: &Command, facts: &mut Facts, stamp: &mut Stamp) -> Result<Done, Refusal> {
    let (changes, done) = match command {
        Command::Place(place) => order(orders::place(place, facts, stamp)?),
        Command::Cancel(cancel) => order(orders::cancel(cancel, facts, stamp)?),
        Command::FillResting(fill) => return Ok(Done::Reached(resting::fill(fill, facts, stamp))),
        Command::Transfer(transfer) => {
            let (changes, transfer) = funds::transfer(transfer, stamp)?;
            (changes, Done::Transfer(transfer))
        }
        Command::RequestDeposit(request) => {
            let (changes, deposit) = funds::request_deposit(request, facts, stamp)?;
            (changes, Done::Deposit(deposit))
        }
        Command::ReviewDeposit(review) => {
            let (changes, deposit) = funds::review_deposit(review, facts, stamp)?;
            (changes, Done::Deposit(deposit))
        }
    };
    facts.apply(changes)?;
    Ok(done)
}

fn order((changes, order): (Changes, Order)) -> (Changes, Done) {
    (changes, Done::Order(order))
}
