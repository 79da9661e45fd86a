//! Has the core record the outputs that have their confirmations, and credit suspended deposits once they are enough.
//! Everything can be tried again at any time: the core refuses repeats.

use plumbline_core::decision::{Record, Refusal};
use plumbline_core::funds::chains::{ChainDeposit, RecordOutput, ReleaseSuspense};
use plumbline_core::ids::{AccountId, ChainDepositId};

use super::chain::Chain;
use super::{blocks, coin_rate, outputs, store};
use crate::db::queue::Pass;
use crate::db::{DbError, UnreadRow};
use crate::funds::Cashier;
use crate::funds::rates::CreditRates;
use crate::market::Market;
use crate::writer::RunError;

/// Outputs of one currency at a time: a currency without a rate, or with more than these, does not hold up others.
const AT_ONCE: i64 = 100;

pub async fn credit(cashier: &Cashier, market: &Market, chain: &Chain) -> Result<(), DbError> {
    let mut reader = cashier.db.read().await?;
    let newest = blocks::newest(&mut reader, &chain.name).await?;
    let (Some(newest), Some(read)) = (newest, blocks::read_again(&mut reader, &chain.name).await?) else {
        return Ok(());
    };
    let confirmed = read.min(newest.height - chain.confirmations + 1);
    let due = outputs::currencies_due(&mut reader, &chain.name, confirmed).await?;
    let now = cashier.clock.now();
    let rates = CreditRates::in_force(&mut reader, market, now).await?;
    drop(reader);
    let rate = |currency: &str| coin_rate(market, &rates, currency, now);
    for currency in due {
        // Without a rate the outputs wait for one.
        if let Some(rate) = rate(&currency) {
            record(cashier, chain, &currency, confirmed, rate).await?;
        }
    }
    for currency in &chain.currencies {
        let Some(rate) = rate(currency) else { continue };
        let mut pass = Pass::in_parts_of(AT_ONCE);
        while let Some(part) = pass.next() {
            let enough =
                store::enough_in_suspense(&mut cashier.db.read().await?, currency, chain.minimum, part).await?;
            let mut gone = 0;
            for account in &enough.found {
                gone += usize::from(release(cashier, *account, currency, rate).await?);
            }
            pass.passed(enough.rows, gone);
        }
    }
    Ok(())
}

/// The core checks each output again at that time, so that outputs taken back meanwhile are refused.
async fn record(cashier: &Cashier, chain: &Chain, currency: &str, height: i64, rate: i64) -> Result<(), DbError> {
    let mut pass = Pass::in_parts_of(AT_ONCE);
    while let Some(part) = pass.next() {
        let due = outputs::due(&mut cashier.db.read().await?, &chain.name, currency, height, part).await?;
        let mut gone = 0;
        for (id, account) in &due.found {
            let (id, account) = (ChainDepositId(*id), AccountId(*account));
            match cashier.writer.run(RecordOutput { id, account, rate, minimum: chain.minimum }).await {
                Ok(_) | Err(RunError::Refused(Refusal::OutputRecorded | Refusal::OutputOffChain)) => gone += 1,
                Err(RunError::Unreadable) => {}
                Err(error) => {
                    tracing::error!(%error, output = id.0, "an output could not be recorded; it is tried again");
                }
            }
        }
        pass.passed(due.rows, gone);
    }
    Ok(())
}

/// True if the currency is no longer in suspense.
async fn release(cashier: &Cashier, account: AccountId, currency: &str, rate: i64) -> Result<bool, DbError> {
    let deposits = match store::suspended(&mut cashier.db.read().await?, account, currency).await {
        Err(why) if why.is_unreadable() => {
            cashier.db.aside().put(&UnreadRow::of_account(ChainDeposit::NAME, account, why));
            return Ok(false);
        }
        deposits => deposits?,
    };
    let release = ReleaseSuspense { account, currency: currency.to_owned(), deposits, rate, asked: false };
    match cashier.writer.run(release).await {
        Ok(_) => return Ok(true),
        Err(RunError::Unreadable | RunError::Refused(Refusal::NothingInSuspense)) => {}
        Err(error) => tracing::error!(%error, account = account.0, "suspense could not be credited; it is tried again"),
    }
    Ok(false)
}
