use std::sync::Arc;

use axum::extract::State;
use plumbline_core::funds::{REPORTING, format_rate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Cashier;
use super::channels::{self, Channel};
use super::rates::{CreditRate, CreditRates};
use crate::http::{ApiError, Body, Envelope, Reply};
use crate::identity::CurrentSession;

#[derive(Debug, Deserialize, ToSchema)]
pub struct ChannelsRequest {
    /// wallet or fiat; all when absent.
    pub channel: Option<String>,
}

/// One way to deposit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelReply {
    /// wallet or fiat.
    pub channel: String,
    /// What is sent.
    pub currency: String,
    /// The chain of a crypto wallet.
    pub network: Option<String>,
    pub address: Option<String>,
    pub min_amount: String,
    pub max_amount: String,
    /// What is credited to the funding account.
    pub credit_currency: String,
    /// Units credited for one that is sent.
    pub rate: String,
    /// Where the rate comes from: ecb_reference or paper_par; null within one currency.
    pub rate_source: Option<String>,
    /// The day from which the rate is in force, `YYYY-MM-DD`; null within one currency.
    pub rate_since: Option<String>,
    /// Network confirmations before it is credited.
    pub confirmations: Option<u32>,
    /// True when it is paper money: nothing may be sent to the address.
    pub paper: bool,
}

impl ChannelReply {
    fn of(channel: &Channel, rate: &CreditRate) -> Self {
        let (source, since) = rate.origin.clone().unzip();
        Self {
            channel: channel.channel.code().to_owned(),
            currency: channel.currency.clone(),
            network: channel.network.clone(),
            address: channel.address.clone(),
            min_amount: channel.min_amount.amount(),
            max_amount: channel.max_amount.amount(),
            credit_currency: REPORTING.code().to_owned(),
            rate: format_rate(rate.rate),
            rate_source: source,
            rate_since: since,
            confirmations: channel.confirmations,
            paper: channel.paper,
        }
    }
}

/// The ways to deposit, of currencies that a rate is in force for.
#[utoipa::path(post, path = "/recharge/currency/selectList", tag = "funds", request_body = ChannelsRequest,
    responses((status = 200, body = Envelope<Vec<ChannelReply>>)))]
pub async fn recharge_currencies(
    State(cashier): State<Arc<Cashier>>,
    _session: CurrentSession,
    Body(request): Body<ChannelsRequest>,
) -> Result<Reply<Vec<ChannelReply>>, ApiError> {
    let asked = |channel: &&Channel| request.channel.as_deref().is_none_or(|code| channel.channel.code() == code);
    let rates = CreditRates::in_force(&mut cashier.db.read().await?, cashier.clock.now()).await?;
    let reply = |channel: &Channel| Some(ChannelReply::of(channel, rates.of(&channel.currency)?));
    Ok(Reply(channels::offered(cashier.mode).filter(asked).filter_map(reply).collect()))
}
