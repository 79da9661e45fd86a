//! An action on money or orders: who does it, what it is decided on, and what it decides.

use serde::{Deserialize, Serialize};

use super::{Facts, Needs, Refusal, Stamp};
use crate::ids::AccountId;

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Actor {
    /// A customer, on the account itself.
    Customer(AccountId),
    /// Who looks at deposits for us.
    Reviewer,
    /// The venue.
    House,
}

/// An action. It is all that the core has to know of a new one.
pub trait Action {
    /// What came of it.
    type Done;

    /// What the log calls it.
    const NAME: &'static str;

    fn actor(&self) -> Actor;

    /// Every account that it touches; each hears of what is its own.
    fn accounts(&self) -> Vec<AccountId>;

    /// Asks for the facts that it is decided on.
    fn needs(&self, needs: &mut Needs);

    /// Decides, and applies to `facts` what is decided: as a whole ([`Facts::applied`]), or part by part, each on what the ones
    /// before it left.
    ///
    /// # Errors
    /// Why it is refused; then `facts` are as they were.
    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Self::Done, Refusal>;
}
