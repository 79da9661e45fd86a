//! An action on money or orders: who does it, what it is decided on, and what it decides.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::AccountId;
use crate::market::Tick;

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

/// An action that is decided at once: as a whole or not at all. It is all that the core has to know of a new one.
pub trait Action {
    /// What came of it.
    type Done;

    /// What the log calls it.
    const NAME: &'static str;

    fn actor(&self) -> Actor;

    /// Every account that it touches. All of them are kept from other servers while it is decided, and each hears of
    /// what is its own.
    fn accounts(&self) -> Vec<AccountId>;

    /// Asks for the facts that it is decided on.
    fn needs(&self, needs: &mut Needs);

    /// The tick that it may fill from, if it is decided in time.
    fn tick(&self) -> Option<&Arc<Tick>> {
        None
    }

    /// Decides. What is returned is not yet checked against the balances; [`Facts::apply`] does that.
    ///
    /// # Errors
    /// Why it is refused.
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Self::Done), Refusal>;
}

/// What can be carried out on the facts of a batch: every [`Action`], and what is decided part by part, each part on
/// what the ones before it left.
pub trait CarryOut {
    type Done;

    const NAME: &'static str;

    fn actor(&self) -> Actor;

    fn accounts(&self) -> Vec<AccountId>;

    fn needs(&self, needs: &mut Needs);

    fn tick(&self) -> Option<&Arc<Tick>>;

    /// Decides, and applies to `facts` what is decided.
    ///
    /// # Errors
    /// Why it is refused; then nothing is changed.
    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Self::Done, Refusal>;
}

impl<A: Action> CarryOut for A {
    type Done = A::Done;

    const NAME: &'static str = A::NAME;

    fn actor(&self) -> Actor {
        Action::actor(self)
    }

    fn accounts(&self) -> Vec<AccountId> {
        Action::accounts(self)
    }

    fn needs(&self, needs: &mut Needs) {
        Action::needs(self, needs);
    }

    fn tick(&self) -> Option<&Arc<Tick>> {
        Action::tick(self)
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<A::Done, Refusal> {
        let (changes, done) = self.decide(facts, stamp)?;
        facts.apply(changes)?;
        Ok(done)
    }
}
