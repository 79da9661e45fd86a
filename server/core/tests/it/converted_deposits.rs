//! Deposits in another currency are credited at the rate of their review.

use plumbline_core::command::{Command, needs_of};
use plumbline_core::decision::{Facts, Refusal, Stamp};
use plumbline_core::funds::{Converted, Deposit, DepositChannel, RequestDeposit, ReviewDeposit};
use plumbline_core::ids::{AccountId, DepositId};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::{BalanceKey, Wallet};
use plumbline_core::money::{Currency, Money};
use plumbline_core::time::UnixMillis;

const ANN: AccountId = AccountId(1);
const ID: DepositId = DepositId(1_000);
const ANNOUNCED: i64 = 10_411;
const RATE: Option<i64> = Some(104_110_000);

/// A deposit in another currency is not credited at its announced rate, and one in the account's own at none.
#[test]
fn a_review_says_what_another_currency_comes_to() {
    let usd = |minor| Money::new(minor, Currency::Usd);
    let converted = |credit, rate| Some(Converted { credit, rate });
    let table = [
        (RATE, None, Err(Refusal::NoQuote)),
        (RATE, converted(usd(10_400), 104_000_000), Ok((10_400, Some(104_000_000)))),
        (RATE, converted(usd(0), 104_000_000), Err(Refusal::AmountInvalid)),
        (RATE, converted(usd(10_400), 0), Err(Refusal::AmountInvalid)),
        (RATE, converted(Money::new(1, Currency::Hkd), 104_000_000), Err(Refusal::CurrencyUnsupported)),
        (None, converted(usd(10_400), 104_000_000), Err(Refusal::AmountInvalid)),
        (None, None, Ok((ANNOUNCED, None))),
    ];
    for (rate, converted, expected) in table {
        let announce = Command::from(RequestDeposit {
            account: ANN,
            channel: DepositChannel::Fiat,
            sent_currency: "EUR".into(),
            sent_amount: "100.00".into(),
            credit: usd(ANNOUNCED),
            rate,
            proof_url: None,
        });
        let by = ReviewedBy::Reviewers;
        let review = Command::from(ReviewDeposit { deposit: ID, account: ANN, decision: Ok(()), converted, by });
        let mut facts = Facts::about(&needs_of([&announce, &review]));
        let mut ids = ID.0..;
        let mut run = |command: &Command| {
            command.carry_out(&mut facts, &mut Stamp::new(UnixMillis(7), &mut || ids.next().unwrap())).map(drop)
        };
        run(&announce).unwrap();
        let reviewed = run(&review);
        let deposit = facts.get::<Deposit>(&ID).unwrap().unwrap();
        let posted = facts.balance(&BalanceKey::new(ANN, Wallet::Balance)).unwrap().map_or(0, |of| of.posted);
        assert_eq!(reviewed.map(|()| (deposit.credit.minor, deposit.rate)), expected, "{rate:?} {converted:?}");
        assert_eq!(posted, expected.map_or(0, |(credit, _)| credit), "{rate:?} {converted:?}");
    }
}
