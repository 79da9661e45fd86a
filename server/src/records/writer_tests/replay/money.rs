//! What comes in on chains, and what is sent out.

use plumbline_core::funds::chains::RecordOutput;
use plumbline_core::ids::ChainDepositId;

use super::*;
use crate::{execute, statements};

const COINS: [(i64, &str); 3] = [(70, "2.5"), (71, "0.7"), (72, "0.3")];

statements! {
    ADD_OUTPUT: "INSERT INTO chain_outputs (id, chain, transaction_id, contract, output, account_id, address, currency,
        amount, height, recorded, seen_at) VALUES ($1, 'A chain', 'abc', '', $1, $2, 'a', 'USDT', $3, 1, 0, 1)";
}

/// What a chain's follower has seen, which is not written by commands.
pub async fn seen(db: &Db) {
    let mut tx = db.begin().await.unwrap();
    for (id, amount) in COINS {
        let amount: Quantity = amount.parse().unwrap();
        execute!(&mut tx, ADD_OUTPUT, id, CUSTOMERS[0].0, amount.units()).unwrap();
    }
    tx.commit().await.unwrap();
}

/// Coins that are enough, and some that are not until there are more.
pub async fn coins(venue: &Venue, account: AccountId) {
    let ids = COINS.map(|(id, _)| ChainDepositId(id));
    for id in ids {
        let record = RecordOutput { id, account, rate: 99_950_000, minimum: "1".parse().unwrap() };
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
        policy: WithdrawalPolicy::NONE,
        asked_at: UnixMillis(0),
    };
    let (from, to, amount) = (Wallet::Stock, Wallet::Balance, Money::new(100_000, Currency::Usd));
    venue.writer.run(TransferFunds { account, from, to, amount, quote: None, asked_at: UnixMillis(0) }).await.unwrap();
    let ask = async || venue.writer.run(request.clone()).await.unwrap().id;
    let (payout_account, policy) = (PayoutAccountId(5), WithdrawalPolicy::NONE);
    let review = async |withdrawal, decision| {
        let review =
            ReviewWithdrawal { withdrawal, account, payout_account, decision, by: ReviewedBy::Reviewers, policy };
        venue.writer.run(review).await.unwrap();
    };
    let [called_off, rejected, settled, returned] = [ask().await, ask().await, ask().await, ask().await];
    venue.writer.run(CancelWithdrawal { withdrawal: called_off, account }).await.unwrap();
    review(rejected, Err(WithdrawalFailure::HolderDiffers)).await;
    for withdrawal in [settled, returned] {
        review(withdrawal, Ok(())).await;
        let send = SendWithdrawal { withdrawal, account, payout_account, sending: Sending::Simulated, policy };
        venue.writer.run(send).await.unwrap();
    }
    venue.writer.run(SettleWithdrawal { withdrawal: settled, account }).await.unwrap();
    venue.writer.run(ReturnWithdrawal { withdrawal: returned, account, reason: ReturnReason::NotTold }).await.unwrap();
}
