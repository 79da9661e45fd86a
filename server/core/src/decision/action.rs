//! Actions on money or orders: the party that acts, the facts that they need, and the decision.

use serde::{Deserialize, Serialize};

use super::{Facts, Needs, Refusal, Stamp};
use crate::ids::AccountId;

/// The party that acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Actor {
    /// A customer, on the own account.
    Customer(AccountId),
    /// A reviewer of deposits, withdrawals, identities and applications.
    Reviewer,
    /// The venue.
    House,
}

/// An action. The core requires nothing else of a new one.
pub trait Action {
    /// The result.
    type Done;

    /// The name in the log.
    const NAME: &'static str;

    fn actor(&self) -> Actor;

    /// Every account that the action touches; each is notified of its own changes.
    fn accounts(&self) -> Vec<AccountId>;

    /// Asks for the facts that the action is decided on.
    fn needs(&self, needs: &mut Needs);

    /// Decides, and applies the decision to `facts`: as a whole ([`Facts::applied`]), or part by part, each on the
    /// result of those before.
    ///
    /// # Errors
    /// The reason for the refusal; `facts` are then unchanged, but for what a position owed and was charged before.
    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Self::Done, Refusal>;
}
