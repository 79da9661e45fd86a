use std::sync::Arc;

use axum::extract::State;
use plumbline_core::funds::{DepositChannel, REPORTING, format_rate};
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Cashier;
use super::chains::{Chain, Chains, coin_rate};
use super::channels::{self, Channel};
use super::rates::{CreditRate, CreditRates, MARKET, day_of};
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;
use crate::market::Market;

#[derive(Debug, Deserialize, ToSchema)]
pub struct ChannelsRequest {
    /// The way to deposit: wallet, fiat or certificate; all when absent.
    pub channel: Option<wire::DepositChannel>,
}

/// One way to deposit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelReply {
    /// The way to deposit: wallet, fiat or certificate.
    pub channel: wire::DepositChannel,
    /// The currency that is sent.
    pub currency: wire::Currency,
    /// The chain of a crypto wallet.
    pub network: Option<wire::Network>,
    pub min_amount: wire::Decimal,
    pub max_amount: wire::Decimal,
    /// The currency that is credited to the funding account.
    pub credit_currency: wire::Currency,
    /// Units credited for one that is sent, as of now: a deposit is credited at the rate at the time of its review.
    pub rate: wire::Decimal,
    /// The source of the rate: ecb_reference, paper_par or market_quote; null within one currency.
    pub rate_source: Option<wire::Word>,
    /// The day from which the rate is in force, `YYYY-MM-DD`, or today for a quote; null within one currency.
    pub rate_since: Option<wire::Date>,
    /// The network confirmations that are needed before a deposit is credited.
    pub confirmations: Option<u32>,
    /// True for paper money: nothing may be sent.
    pub paper: bool,
    /// True if a deposit can be announced only with a picture (`proofUrl`).
    pub proof_needed: bool,
}

impl ChannelReply {
    fn of(channel: &Channel, rate: &CreditRate) -> Self {
        let (source, since) = rate.origin.clone().unzip();
        Self {
            channel: channel.channel.into(),
            currency: channel.currency.clone().into(),
            network: channel.network.clone().map(Into::into),
            min_amount: channel.min_amount.into(),
            max_amount: channel.max_amount.into(),
            credit_currency: REPORTING.into(),
            rate: format_rate(rate.rate).into(),
            rate_source: source.map(Into::into),
            rate_since: since.map(Into::into),
            confirmations: channel.confirmations,
            paper: channel.paper,
            proof_needed: channel.channel.needs_proof(),
        }
    }

    /// A channel on a chain of the operator's, where each customer has an address (`/recharge/address`).
    fn on(chain: &Chain, currency: &str, rate: &CreditRate) -> Self {
        let (source, since) = rate.origin.clone().unzip();
        Self {
            channel: DepositChannel::Wallet.into(),
            currency: currency.into(),
            network: Some(chain.name.clone().into()),
            min_amount: chain.minimum.display(2).into(),
            max_amount: chain.maximum.display(2).into(),
            credit_currency: REPORTING.into(),
            rate: format_rate(rate.rate).into(),
            rate_source: source.map(Into::into),
            rate_since: since.map(Into::into),
            confirmations: u32::try_from(chain.confirmations).ok(),
            paper: false,
            proof_needed: DepositChannel::Wallet.needs_proof(),
        }
    }
}

/// The dated rate, or the market's rate for a coin without one.
fn rate(market: &Market, rates: &CreditRates, currency: &str, now: UnixMillis) -> Option<CreditRate> {
    let quoted = || {
        let rate = coin_rate(market, rates, currency, now)?;
        Some(CreditRate { rate, origin: Some((MARKET.to_owned(), day_of(now))) })
    };
    rates.of(currency).or_else(quoted)
}

/// The ways to deposit, in the currencies for which a rate is in force.
#[utoipa::path(post, path = "/recharge/currency/selectList", tag = "funds", request_body = ChannelsRequest,
    responses((status = 200, body = Envelope<Vec<ChannelReply>>)))]
pub async fn recharge_currencies(
    State(cashier): State<Arc<Cashier>>,
    State(chains): State<Arc<Chains>>,
    State(market): State<Arc<Market>>,
    _session: CurrentSession,
    Body(request): Body<ChannelsRequest>,
) -> Result<Reply<Vec<ChannelReply>>, ApiError> {
    let asked = |channel: &&Channel| request.channel.as_deref().is_none_or(|code| channel.channel.code() == code);
    let now = cashier.clock.now();
    let rates = CreditRates::in_force(&mut cashier.db.read().await?, &market, now).await?;
    let reply = |channel: &Channel| Some(ChannelReply::of(channel, &rates.of(&channel.currency)?));
    let mut replies: Vec<ChannelReply> = channels::offered(cashier.mode).filter(asked).filter_map(reply).collect();
    if request.channel.as_deref().is_none_or(|code| code == DepositChannel::Wallet.code()) {
        // The simulated chains are channels of paper mode already.
        for chain in chains.0.iter().filter(|chain| !chain.is_paper()) {
            let rate = |currency: &String| rate(&market, &rates, currency, now);
            let reply = |currency: &String| Some(ChannelReply::on(chain, currency, &rate(currency)?));
            replies.extend(chain.currencies.iter().filter_map(reply));
        }
    }
    Ok(Reply(replies))
}
