//! The register of which sockets follow which account.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use plumbline_core::ids::{AccountId, SessionId};

use super::events::AccountEvent;
use super::stream::AccountStream;
use crate::identity::Ended;

/// Sockets of one account on one server: an account has at most 20 sessions, and a browser may have several pages open.
pub const SOCKETS_MAX: usize = 32;

/// The streams of this server's authenticated sockets.
#[derive(Debug, Default)]
pub struct Accounts {
    streams: Mutex<HashMap<AccountId, Vec<Arc<AccountStream>>>>,
}

impl Accounts {
    fn streams(&self) -> MutexGuard<'_, HashMap<AccountId, Vec<Arc<AccountStream>>>> {
        self.streams.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// False when the account has its most sockets already.
    pub fn register(&self, stream: &Arc<AccountStream>) -> bool {
        let mut streams = self.streams();
        let of_account = streams.entry(stream.account_id).or_default();
        let has_room = of_account.len() < SOCKETS_MAX;
        if has_room {
            of_account.push(Arc::clone(stream));
        }
        has_room
    }

    pub fn unregister(&self, stream: &Arc<AccountStream>) {
        let mut streams = self.streams();
        if let Some(of_account) = streams.get_mut(&stream.account_id) {
            of_account.retain(|other| !Arc::ptr_eq(other, stream));
            if of_account.is_empty() {
                streams.remove(&stream.account_id);
            }
        }
    }

    /// Sends events to the streams of their accounts; gives the streams that have to catch up.
    pub fn deliver(&self, events: Vec<AccountEvent>) -> Vec<Arc<AccountStream>> {
        let mut by_account: HashMap<AccountId, Vec<AccountEvent>> = HashMap::new();
        {
            let streams = self.streams();
            for event in events {
                if streams.contains_key(&event.account_id) {
                    by_account.entry(event.account_id).or_default().push(event);
                }
            }
        }
        let mut behind = Vec::new();
        for (account, events) in by_account {
            behind.extend(self.of(account).into_iter().filter(|stream| stream.deliver(&events)));
        }
        behind
    }

    /// Takes the streams of ended sessions out of the register, and gives them.
    pub fn end(&self, account: AccountId, ended: Ended) -> Vec<Arc<AccountStream>> {
        let mut streams = self.streams();
        let Some(of_account) = streams.remove(&account) else { return Vec::new() };
        let (over, on): (Vec<_>, Vec<_>) = of_account.into_iter().partition(|stream| ended.includes(stream.session_id));
        if !on.is_empty() {
            streams.insert(account, on);
        }
        over
    }

    /// The accounts that have an authenticated socket here.
    pub fn listened(&self) -> Vec<AccountId> {
        self.streams().keys().copied().collect()
    }

    /// The account and session of every stream.
    pub fn sessions(&self) -> Vec<(AccountId, SessionId)> {
        self.streams().values().flatten().map(|stream| (stream.account_id, stream.session_id)).collect()
    }

    pub fn of(&self, account: AccountId) -> Vec<Arc<AccountStream>> {
        self.streams().get(&account).cloned().unwrap_or_default()
    }
}
