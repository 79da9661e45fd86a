//! How much can be taken out, and why so much.

use std::sync::Arc;

use axum::extract::State;
use plumbline_core::funds::{Withdrawal, format_hundredths, format_rate};
use plumbline_core::money::{Money, MoneyError};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::rules::{self, Rule};
use super::store::{self, Funding};
use crate::funds::Cashier;
use crate::funds::cards::AccountType;
use crate::funds::rates::{CreditRate, CreditRates};
use crate::http::{ApiError, Envelope, Params, Reply};
use crate::identity::CurrentSession;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UsableRequest {
    /// What is to be sent; USD when absent.
    pub currency: Option<String>,
}

/// What can be withdrawn. All amounts are in `currency`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsableReply {
    /// The greatest amount that can be asked for, the fee included; never negative.
    pub usable: String,
    pub currency: String,
    /// What `usable` is made of: the amounts add up to it.
    pub lines: Vec<UsableLine>,
    /// Units of the funding account for one of `currency`; null within one currency.
    pub rate: Option<String>,
    /// Where the rate comes from: ecb_reference or paper_par; null within one currency.
    pub rate_source: Option<String>,
    /// The day from which the rate is in force, `YYYY-MM-DD`; null within one currency.
    pub rate_since: Option<String>,
    /// The ways in which `currency` can be sent.
    pub methods: Vec<WithdrawalMethod>,
}

/// A part of what can be withdrawn; negative where it is taken off.
#[derive(Debug, Serialize, ToSchema)]
pub struct UsableLine {
    /// balance, held_for_withdrawals, held_otherwise, or rounding: what converting each line on its own makes too much or
    /// too little.
    pub name: &'static str,
    pub amount: String,
}

/// A way to take money out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawalMethod {
    pub method: AccountType,
    /// What is kept of each amount.
    pub fee: String,
    /// The least amount, the fee included.
    pub min_amount: String,
}

/// What can be withdrawn from the funding account, and what makes it so much.
#[utoipa::path(get, path = "/withdrawal/getUsableWithdrawalAmount", tag = "funds", params(UsableRequest),
    responses((status = 200, body = Envelope<UsableReply>),
        (status = 422, description = "currency_unsupported")))]
pub async fn usable(
    State(cashier): State<Arc<Cashier>>,
    session: CurrentSession,
    Params(request): Params<UsableRequest>,
) -> Result<Reply<UsableReply>, ApiError> {
    let unsupported = || ApiError::invalid("currency_unsupported", "currency");
    let currency = request.currency.unwrap_or_else(|| Withdrawal::PAID_IN.code().to_owned());
    let (mut reader, now) = (cashier.db.read().await?, cashier.clock.now());
    let methods: Vec<WithdrawalMethod> = rules::ways(&currency, now).map(WithdrawalMethod::from).collect();
    let rates = CreditRates::in_force(&mut reader, now).await?;
    let rate = rates.of(&currency).filter(|_| !methods.is_empty()).ok_or_else(unsupported)?;
    let funding = store::funding(&mut reader, session.account_id).await?;
    let (source, since) = rate.origin.clone().unzip();
    let (usable, lines) = explained(&funding, rate).map_err(ApiError::internal)?;
    let line = |(name, amount)| UsableLine { name, amount: format_hundredths(amount) };
    Ok(Reply(UsableReply {
        usable: format_hundredths(usable),
        lines: lines.map(line).into(),
        rate: rate.recorded().map(format_rate),
        rate_source: source,
        rate_since: since,
        currency,
        methods,
    }))
}

impl From<&Rule> for WithdrawalMethod {
    fn from(rule: &Rule) -> Self {
        let (fee, min_amount) = (format_hundredths(rule.fee), format_hundredths(rule.min_amount));
        Self { method: rule.method, fee, min_amount }
    }
}

/// A line's name and amount.
type Line = (&'static str, i64);

/// What can be asked for, and what adds up to it, in hundredths of the currency that `rate` is of.
fn explained(funding: &Funding, rate: &CreditRate) -> Result<(i64, [Line; 4]), MoneyError> {
    let pays_for = |cents| rate.most_for(Money::new(cents, Withdrawal::PAID_IN)).map(|most| most.minor);
    let usable = pays_for(funding.available().max(0))?;
    let lines = [
        ("balance", pays_for(funding.posted)?),
        ("held_for_withdrawals", -pays_for(funding.held_for_withdrawals)?),
        ("held_otherwise", -pays_for(funding.held - funding.held_for_withdrawals)?),
    ];
    let rounding = usable - lines.iter().map(|(_, amount)| amount).sum::<i64>();
    let [balance, withdrawals, otherwise] = lines;
    Ok((usable, [balance, withdrawals, otherwise, ("rounding", rounding)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_core::funds::RATE_ONE;
    use plumbline_core::money::Rounding;

    #[test]
    fn the_lines_add_up_to_what_the_funding_account_can_just_pay() {
        let (euro, dollar) = (104_110_000, RATE_ONE);
        for (posted, held, held_for_withdrawals) in
            [(0, 0, 0), (1, 0, 0), (1, 1, 1), (10_000, 0, 0), (10_001, 3_333, 3_333), (999_999_999, 777, 300)]
        {
            let funding = Funding { posted, held, held_for_withdrawals };
            for rate in [euro, dollar, 99_950_000] {
                let (usable, lines) = explained(&funding, &CreditRate { rate, origin: None }).unwrap();
                assert_eq!(lines.iter().map(|(_, amount)| amount).sum::<i64>(), usable, "{funding:?}");
                let costs = |hundredths| {
                    Money::new(hundredths, Withdrawal::PAID_IN).scaled(rate, RATE_ONE, Rounding::Up).unwrap().minor
                };
                assert!(usable >= 0 && costs(usable) <= posted - held, "{funding:?} at {rate}");
                assert!(costs(usable + 1) > posted - held, "not a hundredth less than there is: {funding:?} at {rate}");
                assert!(rate != dollar || (lines[3].1 == 0 && usable == posted - held), "{funding:?}");
            }
        }
    }
}
