//! What comes in on chains, and what is sent out.

use plumbline_core::funds::chains::{Output, RecordOutput};
use plumbline_core::ids::ChainDepositId;

use super::*;

/// Coins that are enough, and some that are not until there are more.
pub async fn coins(venue: &Venue, account: AccountId) {
    let ids = [ChainDepositId(70), ChainDepositId(71), ChainDepositId(72)];
    for (id, amount) in ids.into_iter().zip(["2.5", "0.7", "0.3"]) {
        let output = Output { chain: "A chain".into(), transaction: "abc".into(), index: id.0 };
        let (amount, minimum) = (amount.parse().unwrap(), "1".parse().unwrap());
        let record = RecordOutput { id, account, output, currency: "USDT".into(), amount, rate: 99_950_000, minimum };
        venue.writer.run(record.clone()).await.unwrap();
        assert!(matches!(venue.writer.run(record).await, Err(RunError::Refused(Refusal::OutputRecorded))));
    }
    let (currency, deposits) = ("USDT".into(), ids.to_vec());
    let release = ReleaseSuspense { account, currency, deposits, rate: 99_950_000, asked: true };
    venue.writer.run(release.clone()).await.unwrap();
    assert!(matches!(venue.writer.run(release).await, Err(RunError::Refused(Refusal::NothingInSuspense))));
}

/// A withdrawal that is called off, one that is rejected, one that settles and one that is returned.
pub async fn withdraw(venue: &Venue, account: AccountId) {
    let tron = WalletAddress::read("USDT", "tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t").unwrap();
    let request = RequestWithdrawal {
        account,
        payout_account: PayoutAccountId(5),
        destination: Destination::Wallet(tron),
        currency: "USDT".into(),
        amount: 10_001,
        fee: 100,
        rate: Some(99_950_000),
    };
    let (from, to, amount) = (Wallet::Stock, Wallet::Balance, Money::new(100_000, Currency::Usd));
    venue.writer.run(TransferFunds { account, from, to, amount, quote: None, asked_at: UnixMillis(0) }).await.unwrap();
    let ask = async || venue.writer.run(request.clone()).await.unwrap().id;
    let review = async |withdrawal, decision| {
        venue.writer.run(ReviewWithdrawal { withdrawal, account, decision }).await.unwrap();
    };
    let [called_off, rejected, settled, returned] = [ask().await, ask().await, ask().await, ask().await];
    venue.writer.run(CancelWithdrawal { withdrawal: called_off, account }).await.unwrap();
    review(rejected, Err(WithdrawalFailure::HolderDiffers)).await;
    for withdrawal in [settled, returned] {
        review(withdrawal, Ok(())).await;
        venue.writer.run(SendWithdrawal { withdrawal, account }).await.unwrap();
    }
    venue.writer.run(SettleWithdrawal { withdrawal: settled, account }).await.unwrap();
    venue.writer.run(ReturnWithdrawal { withdrawal: returned, account }).await.unwrap();
}
