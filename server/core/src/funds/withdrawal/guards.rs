//! Guards that hold money back: an unverified customer, a new or deleted destination, a credential that has just been
//! changed, money that has just come in.

use serde::{Deserialize, Serialize};

use super::Withdrawal;
use crate::decision::{Facts, Needs, Record, Refusal};
use crate::ids::{AccountId, PayoutAccountId};
use crate::kyc::IdentityCheck;
use crate::ledger::{Book, Journal, JournalKind};
use crate::time::UnixMillis;

/// The guards that an operator has set. Times are in milliseconds; zero turns a guard off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithdrawalPolicy {
    /// True if only customers with a verified identity may withdraw.
    pub needs_identity: bool,
    /// The time for which nothing is sent to a destination after it was saved or changed.
    pub address_lock: i64,
    /// The time for which nothing is sent after a password was set or changed.
    pub cooling_off: i64,
    /// The time for which a credit must stay in the account.
    pub credit_hold: i64,
}

impl WithdrawalPolicy {
    /// Holds back only money for a saved account that is deleted.
    pub const NONE: Self = Self { needs_identity: false, address_lock: 0, cooling_off: 0, credit_hold: 0 };

    /// Asks for the facts that the guards read.
    pub(super) fn ask(&self, needs: &mut Needs, key: StandingKey) {
        if self.needs_identity {
            needs.ask::<IdentityCheck>(key.account);
        }
        needs.ask::<Standing>(key);
    }

    /// The end of the lock on an account whose destination dates from `since`; `None` once it is past.
    pub fn address_locked_until(&self, since: UnixMillis, now: UnixMillis) -> Option<UnixMillis> {
        later(since, self.address_lock, now)
    }

    /// The guard that holds back a withdrawal now; of several always the first: deleted destination, identity,
    /// cooling-off, new address. `requested_at` is the moment of the request, if there was one.
    pub(super) fn obstacle(
        &self,
        facts: &Facts,
        key: StandingKey,
        requested_at: Option<UnixMillis>,
        now: UnixMillis,
    ) -> Result<Option<Obstacle>, Refusal> {
        let standing = facts.get::<Standing>(&key)?.copied().unwrap_or(Standing::unknown(key));
        if standing.is_destination_deleted {
            return Ok(Some(Obstacle::DestinationDeleted));
        }
        if self.needs_identity && !IdentityCheck::is_verified(facts, key.account)? {
            return Ok(Some(Obstacle::Identity));
        }
        if standing.cooling_off_until(self, now).is_some() || standing.changed_since(self, requested_at) {
            return Ok(Some(Obstacle::CoolingOff));
        }
        Ok(standing.address_locked_until(self, requested_at, now).map(|_| Obstacle::NewAddress))
    }

    /// The part of the account's money that has come in too recently to leave, in cents of the funding account.
    pub(super) fn held_credit(&self, facts: &Facts, key: StandingKey) -> Result<i64, Refusal> {
        if self.credit_hold == 0 {
            return Ok(0);
        }
        let before = facts.get::<Standing>(&key)?.map_or(0, |standing| standing.new_credit);
        Ok(before.saturating_add(credited_meanwhile(facts, key.account)))
    }
}

/// The guard that holds a withdrawal back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The customer has deleted the destination. This guard has no time limit.
    DestinationDeleted,
    /// The customer's identity is not verified.
    Identity,
    /// A password was changed a short time ago.
    CoolingOff,
    /// The destination was saved or changed a short time ago.
    NewAddress,
}

impl Obstacle {
    pub const ALL: [Obstacle; 4] = [Self::DestinationDeleted, Self::Identity, Self::CoolingOff, Self::NewAddress];

    /// The reason of a withdrawal that this guard rejects, as a stable word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::DestinationDeleted => "destination_deleted",
            Self::Identity => "identity_unverified",
            Self::CoolingOff => "cooling_off",
            Self::NewAddress => "new_address",
        }
    }

    /// The refusal of a request that this guard holds back.
    pub const fn refusal(self) -> Refusal {
        match self {
            Self::DestinationDeleted => Refusal::CardUnknown,
            Self::Identity => Refusal::KycRequired,
            Self::CoolingOff => Refusal::CoolingOff,
            Self::NewAddress => Refusal::NewAddress,
        }
    }
}

/// Names a customer, one saved account, and the moment after which credits are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StandingKey {
    pub account: AccountId,
    pub payout_account: PayoutAccountId,
    pub credits_since: UnixMillis,
}

impl StandingKey {
    /// A key without credits.
    pub const fn of(account: AccountId, payout_account: PayoutAccountId) -> Self {
        Self { account, payout_account, credits_since: UnixMillis(i64::MAX) }
    }

    /// A key with the credits that `policy` holds back at `now`.
    pub fn at(account: AccountId, payout_account: PayoutAccountId, policy: &WithdrawalPolicy, now: UnixMillis) -> Self {
        match policy.credit_hold {
            0 => Self::of(account, payout_account),
            hold => Self { account, payout_account, credits_since: now.plus(-hold) },
        }
    }
}

/// The facts that decide if money may leave. They are only ever read here: customers change their passwords and saved
/// accounts elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub key: StandingKey,
    /// The last moment at which a password was replaced or a first pay password was set.
    pub credentials_changed_at: Option<UnixMillis>,
    /// The moment since which the saved account has its destination; `None` where there is no saved account.
    pub destination_since: Option<UnixMillis>,
    pub is_destination_deleted: bool,
    /// The sum credited after `credits_since`, in cents of the funding account.
    pub new_credit: i64,
}

impl Record for Standing {
    type Key = StandingKey;

    const NAME: &'static str = "standing";

    /// Identified by what its key names.
    const HAS_ID: bool = false;

    fn key(&self) -> StandingKey {
        self.key
    }
}

impl Standing {
    /// The standing of an account without stored facts.
    pub const fn unknown(key: StandingKey) -> Self {
        Self {
            key,
            credentials_changed_at: None,
            destination_since: None,
            is_destination_deleted: false,
            new_credit: 0,
        }
    }

    /// The moment until which nothing is sent because a password was changed; `None` once it is past.
    pub fn cooling_off_until(&self, policy: &WithdrawalPolicy, now: UnixMillis) -> Option<UnixMillis> {
        later(self.credentials_changed_at?, policy.cooling_off, now)
    }

    /// True if a password was changed after a withdrawal was requested. Whoever had the old one may have requested it,
    /// so this has no time limit.
    fn changed_since(&self, policy: &WithdrawalPolicy, requested_at: Option<UnixMillis>) -> bool {
        let changed = self.credentials_changed_at.zip(requested_at);
        policy.cooling_off > 0 && changed.is_some_and(|(changed_at, requested_at)| changed_at >= requested_at)
    }

    /// The moment until which nothing is sent to the saved account. The destination of a requested withdrawal counts as
    /// known since the request, even if the saved account has changed since; an unknown one counts as new.
    pub fn address_locked_until(
        &self,
        policy: &WithdrawalPolicy,
        requested_at: Option<UnixMillis>,
        now: UnixMillis,
    ) -> Option<UnixMillis> {
        let since = self.destination_since.into_iter().chain(requested_at).min();
        policy.address_locked_until(since.unwrap_or(now), now)
    }
}

/// The sum credited by earlier commands of the batch, in cents of the funding account: no table has it yet.
fn credited_meanwhile(facts: &Facts, account: AccountId) -> i64 {
    let paid_in = |journal: &&Journal| {
        matches!(journal.kind, JournalKind::Deposit | JournalKind::ChainDeposit | JournalKind::SuspenseRelease)
    };
    let to = (account, Book::Wallet(Withdrawal::WALLET));
    let credits = facts.journals().iter().filter(paid_in).flat_map(Journal::postings);
    credits.filter(|posting| (posting.account, posting.book) == to).map(|posting| posting.amount.minor).sum()
}

/// The end of a time that began at `since`, if it is still to come.
fn later(since: UnixMillis, lasts: i64, now: UnixMillis) -> Option<UnixMillis> {
    Some(since.plus(lasts)).filter(|until| *until > now)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: StandingKey = StandingKey::of(AccountId(1), PayoutAccountId(2));

    #[test]
    fn a_lock_ends_at_its_moment() {
        let policy = WithdrawalPolicy { address_lock: 10, cooling_off: 20, ..WithdrawalPolicy::NONE };
        let standing = Standing {
            credentials_changed_at: Some(UnixMillis(100)),
            destination_since: Some(UnixMillis(105)),
            ..Standing::unknown(KEY)
        };
        for (now, cooling, address) in
            [(105, Some(120), Some(115)), (114, Some(120), Some(115)), (115, Some(120), None)]
        {
            let now = UnixMillis(now);
            assert_eq!(standing.cooling_off_until(&policy, now), cooling.map(UnixMillis));
            assert_eq!(standing.address_locked_until(&policy, None, now), address.map(UnixMillis));
        }
        assert_eq!(standing.cooling_off_until(&policy, UnixMillis(120)), None);
        let now = UnixMillis(106);
        assert_eq!(
            standing.address_locked_until(&policy, Some(UnixMillis(90)), now),
            None,
            "known when it was asked for"
        );
        assert_eq!(Standing::unknown(KEY).address_locked_until(&policy, None, now), Some(UnixMillis(116)));
        assert_eq!(Standing::unknown(KEY).cooling_off_until(&policy, now), None);
        assert_eq!(standing.cooling_off_until(&WithdrawalPolicy::NONE, now), None);
        assert_eq!(standing.address_locked_until(&WithdrawalPolicy::NONE, None, now), None);
    }

    #[test]
    fn what_came_in_is_asked_for_only_where_it_is_held_back() {
        let at = |policy: &WithdrawalPolicy| StandingKey::at(AccountId(1), PayoutAccountId(2), policy, UnixMillis(100));
        assert_eq!(at(&WithdrawalPolicy::NONE), KEY);
        let held = WithdrawalPolicy { credit_hold: 30, ..WithdrawalPolicy::NONE };
        assert_eq!(at(&held).credits_since, UnixMillis(70));
    }
}
