use plumbline_core::decimal::{ONE, Price, Quantity, format_percent, format_units};
use plumbline_core::market::{Market as MarketName, Tick, TickSizes};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::list::{Asker, ids};
use super::list_request::{ListRequest, Wanted};
use super::quoted::Quoted;
use super::shared::{Shared, SharedReply};
use super::snapshot::Form;
use super::stock_row::StockRow;
use super::{Market, named};
use crate::http::{ApiError, Envelope, PageRequest, Paged, Params, wire};

/// The asset source of a stock that can be traded in blocks.
const BLOCK_TRADE: i64 = 4;
const WHOLE: i64 = 10_000;
const AMOUNT_DECIMALS: u32 = 2;

/// The market whose stocks are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BlockListRequest {
    /// The market: UsStock or HK; UsStock when absent or empty.
    pub market: Option<wire::Market>,
}

/// A stock with its rules for blocks.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockRow {
    #[serde(flatten)]
    pub row: StockRow,
    #[serde(flatten)]
    pub block: BlockInfo,
}

/// The smallest block of a stock, and the prices that it may have.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockInfo {
    /// The shares of the smallest block, in whole lots.
    pub block_min_quantity: wire::Decimal,
    /// The value of the smallest block at the last price, in the stock's currency.
    pub block_min_value: wire::Decimal,
    /// The greatest distance of a block's price from the quote, in percent.
    pub block_band: wire::Decimal,
    /// The lowest price of a block: `blockBand` below the bid, on the grid of prices.
    pub block_low: wire::Decimal,
    /// The highest price of a block: `blockBand` above the ask.
    pub block_high: wire::Decimal,
    /// The day from which the rule is in force.
    pub block_rule_since: wire::Date,
}

impl BlockInfo {
    /// The block rules of a stock with its newest quote; `None` if no block can be traded.
    fn of(market: &Market, quoted: &Quoted, tick: &Tick) -> Option<Self> {
        let instrument = &quoted.instrument;
        let day = market.session(instrument, tick.exchange_time).day;
        let (since, rule) = market.rules.offers.block(instrument.market, &day)?;
        let steps = market.rules.tick_sizes(instrument, &day)?;
        let least = in_lots(rule.least, market.rules.lot(instrument, &day))?;
        let worth = i128::from(least.units()) * i128::from(tick.last.units()) * 100 / i128::from(ONE) / i128::from(ONE);
        let far = |price: Price, basis_points: i64| {
            i64::try_from(i128::from(price.units()) * i128::from(basis_points) / i128::from(WHOLE)).ok()
        };
        let low = on_grid_above(far(tick.bid(), WHOLE - rule.band_basis_points)?, &steps);
        let high = Price::from_units(far(tick.ask(), WHOLE + rule.band_basis_points)?);
        let high = high.round_down_to(steps.at(high)).min(steps.greatest());
        Some(Self {
            block_min_quantity: least.into(),
            block_min_value: format_units(i64::try_from(worth).ok()?, AMOUNT_DECIMALS, AMOUNT_DECIMALS).into(),
            block_band: format_percent(rule.band_basis_points).into(),
            block_low: instrument.shown(low).into(),
            block_high: instrument.shown(high).into(),
            block_rule_since: since.into(),
        })
    }
}

/// The least whole number of lots that makes up `least`.
fn in_lots(least: Quantity, lot: Quantity) -> Option<Quantity> {
    let lots = least.units().checked_add(lot.units() - 1)? / lot.units().max(1);
    lots.checked_mul(lot.units()).map(Quantity::from_units)
}

fn on_grid_above(units: i64, steps: &TickSizes) -> Price {
    let price = Price::from_units(units);
    let step = steps.at(price).units();
    Price::from_units((units.saturating_add(step - 1) / step * step).max(step))
}

/// The stocks of a market that can be traded in blocks: those that are quoted and traded.
#[utoipa::path(get, path = "/blockTrade/list", tag = "market", security((), ("session" = [])),
    params(BlockListRequest, ListRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<BlockRow>>),
        (status = 422, description = "market_unknown, type_invalid, sort_invalid, page_invalid, keyword_too_long, exchange_unknown, classify_unknown")))]
pub async fn block_list(
    asker: Asker,
    Params(of): Params<BlockListRequest>,
    Params(request): Params<ListRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    let of = named(of.market.as_deref())?.unwrap_or(MarketName::UsStock);
    let wanted = Wanted::of(of, request)?;
    let has_blocks = asker.market.rules.offers.has_blocks(of);
    let is_dealt = |quoted: &Quoted| has_blocks && quoted.tick.is_some() && quoted.instrument.tradable;
    asker.narrowed(&wanted, page.checked()?, Form::Blocks, is_dealt, |rows, shown, page| {
        let row = |quoted: &&Quoted| {
            let block = BlockInfo::of(&asker.market, quoted, quoted.tick.as_deref()?)?;
            Some(BlockRow { row: StockRow { source: BLOCK_TRADE.into(), ..rows.row(quoted) }, block })
        };
        let list: Vec<BlockRow> = shown.iter().filter_map(row).collect();
        Shared::write(Paged { list, page }, ids(shown))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_whole_lots_and_prices_on_the_grid() {
        let whole = |units| Quantity::from_whole(units).unwrap();
        for (lot, least) in [(1, 10_000), (100, 10_000), (400, 10_000), (3_000, 12_000), (20_000, 20_000)] {
            assert_eq!(in_lots(whole(10_000), whole(lot)), Some(whole(least)), "lots of {lot}");
        }
        let price = |text: &str| text.parse::<Price>().unwrap();
        let steps = TickSizes::new(vec![(price("10"), price("0.005")), (Price::MAX, price("0.01"))]).unwrap();
        assert_eq!(on_grid_above(price("9.9976").units(), &steps), price("10"));
        assert_eq!(on_grid_above(price("12.34").units(), &steps), price("12.34"));
        assert_eq!(on_grid_above(0, &steps), price("0.005"));
    }
}
