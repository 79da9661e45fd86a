use plumbline_core::funds::RATE_ONE;
use plumbline_core::market::Market as MarketName;
use plumbline_core::time::UnixMillis;

use crate::funds::rates::CreditRates;
use crate::market::{Market, State};

/// The currency that coins are quoted in.
const TETHER: &str = "USDT";

/// The rate at which a coin is credited, in 10⁻⁸: the dated rate or, for a coin without one, the newest bid for it in
/// tethers, rounded down. `None` if it has neither.
pub fn coin_rate(market: &Market, rates: &CreditRates, currency: &str, now: UnixMillis) -> Option<i64> {
    if let Some(dated) = rates.of(currency) {
        return Some(dated.rate);
    }
    let pair = market.catalog.find(MarketName::Crypto, &format!("{currency}{TETHER}"))?;
    let tick = market.latest(pair.id).filter(|tick| !market.is_stale(tick, now))?;
    let is_traded = market.state(pair.id, now) == State::Trading;
    let rate = i128::from(tick.bid().units()) * i128::from(rates.of(TETHER)?.rate) / i128::from(RATE_ONE);
    i64::try_from(rate).ok().filter(|rate| is_traded && *rate > 0)
}
