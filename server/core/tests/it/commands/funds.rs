//! Actions of customers, reviewers and the house on money.

use plumbline_core::decision::Refusal;
use plumbline_core::funds::payout::{Destination, WalletAddress};
use plumbline_core::funds::{
    CancelDeposit, CancelWithdrawal, Deposit, DepositChannel, DepositFailure, ExchangePrice, QuoteTransfer,
    RequestDeposit, RequestWithdrawal, ReturnReason, ReturnWithdrawal, ReviewDeposit, ReviewWithdrawal, SendWithdrawal,
    Sending, SettleWithdrawal, TransferFunds, Withdrawal, WithdrawalFailure, WithdrawalPolicy,
};
use plumbline_core::ids::PayoutAccountId;
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::Wallet;
use plumbline_core::money::{Currency, Money};
use plumbline_core::time::UnixMillis;

use super::{ACCOUNTS, Venue};

impl Venue {
    pub fn transfer(&mut self, account: usize, back: bool, hongkong: bool, amount: i64) {
        let (account, trading) = (ACCOUNTS[account], if hongkong { Wallet::HkStock } else { Wallet::Stock });
        let (from, to) = if back { (trading, Wallet::Balance) } else { (Wallet::Balance, trading) };
        let amount = Money::new(amount, from.currency());
        let (bid, ask, source) = (779_900_000, 780_000_013, String::new());
        let price =
            ExchangePrice { from: from.currency(), to: to.currency(), bid, ask, inverse: back, source, tick: None };
        let quoted = self.decide(QuoteTransfer { account, from, to, amount, price });
        assert!(hongkong || quoted == Err(Refusal::QuoteNotNeeded));
        let quote = quoted.as_ref().ok().map(|quote| quote.id);
        let transfer = TransferFunds { account, from, to, amount, quote, asked_at: UnixMillis(0) };
        let made = self.decide(transfer.clone());
        let Ok(quote) = quoted else {
            assert!(!hongkong || made.is_err(), "nothing crosses without a quote");
            return;
        };
        if let Ok(made) = made {
            assert_eq!((made.debited, made.credited), (quote.debited, quote.credited));
            // With enough money for another transfer, the quote refuses it.
            let again = self.decide(transfer);
            assert!(matches!(again, Err(Refusal::QuoteUsed | Refusal::Unsettled)), "{again:?}");
        }
    }

    fn announced(&mut self, account: usize, amount: i64) -> Result<Deposit, Refusal> {
        self.decide(RequestDeposit {
            account: ACCOUNTS[account],
            channel: DepositChannel::Fiat,
            sent_currency: "USD".into(),
            sent_amount: String::new(),
            credit: Money::new(amount, Currency::Usd),
            rate: None,
            proof_url: None,
        })
    }

    pub fn cancelled_deposit(&mut self, account: usize, amount: i64) {
        let Ok(made) = self.announced(account, amount) else { return };
        let (deposit, account) = (made.id, ACCOUNTS[account]);
        assert!(self.decide(CancelDeposit { deposit, account }).is_ok());
        assert_eq!(self.decide(CancelDeposit { deposit, account }), Err(Refusal::DepositCancelled));
        assert_eq!(
            self.decide(ReviewDeposit {
                deposit,
                account,
                decision: Ok(()),
                converted: None,
                by: ReviewedBy::Reviewers
            }),
            Err(Refusal::DepositCancelled)
        );
    }

    pub fn withdraw(&mut self, account: usize, amount: i64, far: u8, fails: bool) {
        let tron = WalletAddress::read("USDT", "tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t").unwrap();
        let account = ACCOUNTS[account];
        let before = self.facts.balance(&Withdrawal::paid_from(account)).ok().flatten().map_or(0, |b| b.available());
        let request = RequestWithdrawal {
            account,
            payout_account: PayoutAccountId(1),
            destination: Destination::Wallet(tron),
            currency: "USDT".into(),
            amount,
            fee: 100,
            rate: Some(99_950_001),
            policy: WithdrawalPolicy::NONE,
            asked_at: UnixMillis(0),
        };
        let Ok(made) = self.decide(request) else { return };
        let (withdrawal, payout_account, policy) = (made.id, made.payout_account, WithdrawalPolicy::NONE);
        let by = ReviewedBy::Reviewers;
        let review = |decision| ReviewWithdrawal { withdrawal, account, payout_account, decision, by, policy };
        if far > 0 {
            assert!(self.decide(review(Ok(()))).is_ok());
        }
        if far > 1 {
            let send = SendWithdrawal { withdrawal, account, payout_account, sending: Sending::Simulated, policy };
            assert!(self.decide(send).is_ok());
        }
        let failed = match far {
            _ if !fails => None,
            0 => Some(self.decide(CancelWithdrawal { withdrawal, account })),
            1 => Some(self.decide(review(Err(WithdrawalFailure::NotAuthorised)))),
            _ => Some(self.decide(ReturnWithdrawal { withdrawal, account, reason: ReturnReason::NotTold })),
        };
        if far > 2 && !fails {
            assert!(self.decide(SettleWithdrawal { withdrawal, account }).is_ok());
        }
        let taken = if failed.is_some() { 0 } else { made.debit.minor };
        assert!(failed.is_none_or(|failed| failed.is_ok()));
        assert_eq!(self.available(Withdrawal::paid_from(account)), before - taken);
    }

    pub fn deposit(&mut self, account: usize, amount: i64, approve: bool) {
        let Ok(made) = self.announced(account, amount) else { return };
        let decision = if approve { Ok(()) } else { Err(DepositFailure::ProofUnreadable) };
        let review = ReviewDeposit {
            deposit: made.id,
            account: ACCOUNTS[account],
            decision,
            converted: None,
            by: ReviewedBy::Reviewers,
        };
        assert!(self.decide(review.clone()).is_ok());
        assert_eq!(self.decide(review), Err(Refusal::DepositReviewed));
    }
}
