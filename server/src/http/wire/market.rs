//! Kinds of the market, the watchlist and the news.

use plumbline_core::market;

use super::kind::kinds;
use super::schema::{codes, longest, numbers, one_of, text};
use crate::http::text::GIVEN_NAME_LENGTH_MAX;

kinds! {
    text {
        /// The name of a trading calendar.
        Calendar = text("^([A-Z][A-Z_]{1,15})?$").examples(["XNYS"]);
        /// The short name of an exchange, as it writes it; empty where there is none.
        Exchange = text("^[A-Za-z0-9 ]{0,32}$").examples(["NASDAQ"]);
        /// The name of a feed. It says what made the ticks.
        FeedName = text("^(sim|replay):.+$").examples(["sim:7"]);
        /// A number by which a tick is named: that of the feed's run, or that of the tick in it.
        FeedNumber: i64 = text("^(0|[1-9][0-9]{0,18})$");
        GroupName = longest(GIVEN_NAME_LENGTH_MAX);
        /// An industry of stocks, or the class of anything else; empty where there is none.
        Industry = text("^[A-Za-z0-9 -]{0,40}$").examples(["Health Care", "major"]);
        SortColumn = text(&format!("^({})?$", market::Column::ALL.map(market::Column::code).join("|")));
        StockCode = text("^[0-9A-Z.]{1,12}$").examples(["AAPL"]);
    }
    word {
        ArticleAuthor = codes(["server", "operator"]);
        AuctionKind = codes(["opening", "reopening"]);
        AuctionPhase: market::AuctionPhase = codes(market::AuctionPhase::ALL.map(market::AuctionPhase::code));
        CorporateActionKind = codes(["dividend", "split"]);
        HaltKind: market::HaltKind = codes(market::HaltKind::ALL.map(market::HaltKind::code));
        HaltOrRestraint: market::HaltKind, market::RestraintKind = codes(halts_and_restraints());
        InstrumentState = codes(["trading", "halted", "retired"]);
        // A pattern and no list, because clients take the market from a page's address, where it may be any text.
        Market: market::Market = text(&one_of(market::Market::ALL.map(market::Market::code))).examples(["UsStock"]);
        MarketEvent = codes(["dividend", "split", "expiry", "holiday", "half_day"]);
        MarketSession: market::Session = codes(market::Session::ALL.map(market::Session::code));
        OfferStatus: market::OfferingStatus = codes(market::OfferingStatus::ALL.map(market::OfferingStatus::code));
        TradeSide = codes(["buy", "sell"]);
        Trend: market::Trend = codes(market::Trend::ALL.map(market::Trend::code));
        TrendingBasis = codes(["opened", "traded"]);
    }
    number {
        /// An asset source; 5 for a stock before it is listed, 8 in the list of auctions, 4 in that of blocks.
        AssetSource = numbers(market::Market::ALL.map(market::Market::source).into_iter().chain([4, 5, 8]));
        /// An asset source: 0 for US stocks, 11 for those of Hong Kong, 2 for forex, 3 for futures, 7 for crypto,
        /// 99 for indices.
        Source = numbers(market::Market::ALL.map(market::Market::source));
    }
}

impl From<market::Market> for Source {
    fn from(market: market::Market) -> Self {
        Self(market.source())
    }
}

/// A pause is in both lists.
fn halts_and_restraints() -> impl Iterator<Item = &'static str> {
    let halts = market::HaltKind::ALL.map(market::HaltKind::code);
    let restraints = market::RestraintKind::ALL.map(market::RestraintKind::code);
    halts.into_iter().chain(restraints.into_iter().filter(move |code| !halts.contains(code)))
}
