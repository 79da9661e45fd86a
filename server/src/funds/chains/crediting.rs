//! Has the core record the outputs that have their confirmations, and credit what stood in suspense once there is enough
//! of it. All of it can be tried again at any time: what is done is refused.

use plumbline_core::decision::Refusal;
use plumbline_core::funds::chains::{RecordOutput, ReleaseSuspense};
use plumbline_core::ids::AccountId;

use super::chain::Chain;
use super::{blocks, coin_rate, outputs, store};
use crate::db::DbError;
use crate::funds::Cashier;
use crate::funds::rates::CreditRates;
use crate::market::Market;
use crate::writer::RunError;

/// Of each currency: one that has no rate, or more than that, holds up no other.
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
    let rates = CreditRates::in_force(&mut reader, now).await?;
    drop(reader);
    let rate = |currency: &str| coin_rate(market, &rates, currency, now);
    for currency in due {
        // Without a rate it waits for one.
        if let Some(rate) = rate(&currency) {
            record(cashier, chain, &currency, confirmed, rate).await?;
        }
    }
    for currency in &chain.currencies {
        let Some(rate) = rate(currency) else { continue };
        let enough = store::enough_in_suspense(&mut cashier.db.read().await?, currency, chain.minimum, AT_ONCE).await?;
        for account in enough {
            release(cashier, account, currency, rate).await?;
        }
    }
    Ok(())
}

/// The core looks at each output as it stands then, so that what was taken back meanwhile is refused.
async fn record(cashier: &Cashier, chain: &Chain, currency: &str, height: i64, rate: i64) -> Result<(), DbError> {
    let due = outputs::due(&mut cashier.db.read().await?, &chain.name, currency, height, AT_ONCE).await?;
    for (id, account) in due {
        match cashier.writer.run(RecordOutput { id, account, rate, minimum: chain.minimum }).await {
            Ok(_) | Err(RunError::Refused(Refusal::OutputRecorded | Refusal::OutputOffChain)) => {}
            Err(error) => tracing::error!(%error, output = id.0, "an output could not be recorded; it is tried again"),
        }
    }
    Ok(())
}

async fn release(cashier: &Cashier, account: AccountId, currency: &str, rate: i64) -> Result<(), DbError> {
    let deposits = store::suspended(&mut cashier.db.read().await?, account, currency).await?;
    let release = ReleaseSuspense { account, currency: currency.to_owned(), deposits, rate, asked: false };
    match cashier.writer.run(release).await {
        Ok(_) | Err(RunError::Refused(Refusal::NothingInSuspense)) => {}
        Err(error) => tracing::error!(%error, account = account.0, "suspense could not be credited; it is tried again"),
    }
    Ok(())
}
