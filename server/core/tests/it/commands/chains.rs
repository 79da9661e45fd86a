//! Coins received on chains, and coins taken back.

use plumbline_core::decimal::Quantity;
use plumbline_core::decision::Refusal;
use plumbline_core::funds::chains::{
    ChainDeposit, ChainDepositStatus, Output, RecordOutput, ReleaseSuspense, SeenOutput,
};
use plumbline_core::ids::ChainDepositId;
use plumbline_core::ledger::{Book, House, Journal};

use super::{ACCOUNTS, Venue};

const RATE: i64 = 99_950_000;

impl Venue {
    /// Coins arrive, in hundredths, unless a block took them back; another server records them too.
    pub fn coins(&mut self, account: usize, hundredths: i64, stands: bool) {
        let (id, account) = (ChainDepositId(self.next_id * 10_000), ACCOUNTS[account]);
        let output =
            Output { chain: "A chain".into(), transaction: "abc".into(), contract: String::new(), index: id.0 };
        let amount = Quantity::from_units(hundredths * 1_000_000);
        let currency = "USDT".to_owned();
        self.facts.load(SeenOutput { id, account, output, currency, amount, stands, recorded: false });
        let record = RecordOutput { id, account, rate: RATE, minimum: Quantity::from_whole(5).unwrap() };
        match self.decide(record.clone()) {
            Ok(deposit) => {
                assert!(stands && hundredths > 0);
                self.coins.push(deposit.id);
                assert_eq!(self.decide(record), Err(Refusal::OutputRecorded));
            }
            Err(refusal) if stands => assert_eq!((refusal, hundredths <= 0), (Refusal::AmountInvalid, true)),
            Err(refusal) => assert_eq!(refusal, Refusal::OutputOffChain),
        }
    }

    /// Credits coins in suspense, from any of the deposits so far.
    pub fn release(&mut self, account: usize, asked: bool) {
        let (account, deposits) = (ACCOUNTS[account], self.coins.clone());
        let release = ReleaseSuspense { account, currency: "USDT".to_owned(), deposits, rate: RATE, asked };
        if self.decide(release.clone()).is_ok() {
            assert_eq!(self.decide(release), Err(Refusal::NothingInSuspense));
        }
    }

    /// Checks that the house's suspense is the sum booked for the deposits in it.
    pub fn check_suspense(&self) {
        let postings = self.facts.journals().iter().flat_map(Journal::postings);
        let suspense = postings.filter(|p| p.book == Book::House(House::Suspense)).map(|p| p.amount.minor);
        let waits = |deposit: &&ChainDeposit| deposit.status == ChainDepositStatus::InSuspense;
        let booked = self.facts.written().filter(waits).map(|deposit| deposit.booked.minor);
        assert_eq!(suspense.sum::<i64>(), booked.sum::<i64>());
    }
}
