//! Chains and their behaviour, read through each adapter: surviving payments are credited once.

mod hostile;
mod node;
mod random;
mod script;
mod standing;
mod stories;

use std::sync::Arc;

use plumbline_core::decimal::Quantity;
use plumbline_core::funds::chains::{ChainDeposit, SeenOutput, SuspenseRelease};
use plumbline_core::funds::{Deposit, FirmQuote, Payout, REPORTING, Standing, Transfer, Withdrawal, WithdrawalPolicy};
use plumbline_core::ids::AccountId;
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Money;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::chain::Chain;
use super::follower::Follower;
use super::watcher::ChainWatcher;
use super::{addresses, blocks, operators, store};
use crate::clock::Clock;
use crate::db::Db;
use crate::funds::payouts::PayoutSettings;
use crate::funds::{Cashier, queries, rates};
use crate::ids::Ids;
use crate::inbox::Notices;
use crate::ledger::audit;
use crate::ledger::store::Books;
use crate::market::Market;
use crate::mode::Mode;
use crate::supervision::Supervisor;
use crate::testing;
use crate::writer::{Of, Records, Writer};

const ANN: AccountId = AccountId(7);
const BO: AccountId = AccountId(8);

/// What the money's own actions store.
const RECORDS: Records = Records(&[
    &Books,
    &Of::<Deposit>::NEW,
    &Of::<SeenOutput>::NEW,
    &Of::<ChainDeposit>::NEW,
    &Of::<SuspenseRelease>::NEW,
    &Of::<FirmQuote>::NEW,
    &Of::<Transfer>::NEW,
    &Of::<Withdrawal>::NEW,
    &Of::<Payout>::NEW,
    &Of::<Standing>::NEW,
    &Notices,
]);

/// A cashier on a database of its own.
struct House {
    cashier: Arc<Cashier>,
    market: Arc<Market>,
    ids: Arc<Ids>,
    _folder: TempDir,
}

impl House {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::on(&format!("sqlite://{}", folder.path().join("x.db").display()), folder).await
    }

    async fn on(uri: &str, folder: TempDir) -> Self {
        let db = Db::open(uri).await.unwrap();
        rates::install(&db).await.unwrap();
        let context = testing::writer_context_of(RECORDS, &db, &Clock::System).await;
        let (clock, ids) = (context.clock.clone(), context.ids.clone());
        let writer = Writer::spawn(context, &Supervisor::new(CancellationToken::new())).await.unwrap();
        let files = testing::files(&db, &clock, &ids, &folder);
        let payouts = PayoutSettings::Simulated.way(db.clone(), clock.clone(), ids.clone());
        let (withdrawal_policy, mode, times) = (WithdrawalPolicy::NONE, Mode::Paper, Default::default());
        let has_autopilot = false;
        let market = testing::market(&db, 1).await;
        let cashier = Cashier {
            db,
            clock,
            market: market.clone(),
            writer,
            files,
            payouts,
            times,
            withdrawal_policy,
            mode,
            has_autopilot,
        };
        let cashier = Arc::new(cashier);
        Self { cashier, market, ids, _folder: folder }
    }

    fn follower<W: ChainWatcher>(&self, chain: &Arc<Chain>, watcher: W) -> Follower<W> {
        Follower {
            chain: chain.clone(),
            watcher,
            cashier: self.cashier.clone(),
            market: self.market.clone(),
            ids: self.ids.clone(),
        }
    }

    async fn address(&self, chain: &Chain, account: AccountId) -> String {
        addresses::of(&self.cashier.db, chain, account, self.cashier.clock.now()).await.unwrap()
    }

    /// The cents that are credited to an account.
    async fn credited(&self, account: AccountId) -> i64 {
        let wallets = queries::wallets(&mut self.cashier.db.read().await.unwrap(), account).await.unwrap();
        wallets.iter().find(|(key, _)| key.wallet == Wallet::Balance).map_or(0, |(_, balance)| balance.posted)
    }

    async fn in_suspense(&self, account: AccountId) -> Vec<(String, Quantity, Money)> {
        store::in_suspense(&mut self.cashier.db.read().await.unwrap(), account).await.unwrap()
    }

    /// Follows a halted chain again.
    async fn resume(&self, chain: &Chain, afresh: bool) {
        let mut tx = self.cashier.db.begin().await.unwrap();
        assert!(operators::lock_halted(&mut tx, &chain.name).await.unwrap().is_some());
        operators::resume(&mut tx, &chain.name, afresh).await.unwrap();
        tx.commit().await.unwrap();
    }

    async fn halted(&self, chain: &Chain) -> Option<String> {
        blocks::halted(&mut self.cashier.db.read().await.unwrap(), &chain.name).await.unwrap()
    }

    /// The problems that the audit finds.
    async fn audit(&self) -> Vec<String> {
        let checks = audit::run(&self.cashier.db).await.unwrap();
        checks.iter().flat_map(|check| check.named.iter().map(|found| format!("{} {}", check.rule, found.id))).collect()
    }
}

fn units(text: &str) -> Quantity {
    text.parse().unwrap()
}

fn usd(cents: i64) -> Money {
    Money::new(cents, REPORTING)
}
