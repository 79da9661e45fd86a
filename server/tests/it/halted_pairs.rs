//! Pairs that an operator has halted: positions stay valued, and nothing is traded or converted.

use std::time::Duration;

use plumbline::market::State;
use plumbline_core::market::Market;
use plumbline_core::time::UnixMillis;
use serde_json::json;

use crate::forex::{order, positions, told};
use crate::halts::operate;
use crate::instrument::done;
use crate::support::{TestServer, uuid};
use crate::while_time_stands_still;

while_time_stands_still! {
    a_halted_pair_is_valued_and_charged_and_takes_margin,
    a_halted_pair_converts_nothing,
    a_halt_ends_what_was_quoted_before_it,
}

/// Halts a pair, and waits until the server applies it.
async fn halt(server: &TestServer, code: &str) {
    done(server, &["halt", "Forex", code, "--by", "ann", "--reason", "its price is in doubt"]);
    let id = server.instrument(Market::Forex, code);
    for _ in 0..400 {
        if server.app.market.states.of(id) == State::Halted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{code} still trades");
}

async fn a_halted_pair_is_valued_and_charged_and_takes_margin(server: TestServer) {
    let customer = server.funded_in("FOREX", 5_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08500");
    customer.call("POST /crude/create", order(0, "10000", "10")).await.ok();
    server.quote_pair("EURUSD", "1.08000", "1.08000");
    halt(&server, "EURUSD").await;
    let row = positions(&customer).await.remove(0);
    assert_eq!((&row["profit"], &row["isolatedPosition"]), (&json!("-50.00"), &json!("1085.00")));
    let overview = customer.call("POST /userCenter/getFundingOverview", json!({})).await;
    assert_eq!(overview.ok()["totalAssets"], "4950.00");
    customer.call("POST /crude/create", order(0, "10000", "10")).await.refused(409, "instrument_halted");
    let protect = json!({ "id": row["id"], "stopLoss": "1.07" });
    customer.call("POST /position/protect", protect).await.refused(409, "instrument_halted");
    customer.call("POST /position/protect", json!({ "id": row["id"] })).await.ok();
    let leverage = json!({ "id": row["id"], "leverage": "5" });
    customer.call("POST /position/leverage", leverage).await.refused(409, "instrument_halted");
    let added = json!({ "id": row["id"], "amount": "15.00" });
    assert_eq!(customer.call("POST /position/addPositionMargin", added).await.ok()["isolatedPosition"], "1100.00");
    server.app.clock.advance(8 * UnixMillis::HOUR);
    for _ in 0..400 {
        if told(&customer).await.contains(&"financing".to_owned()) {
            return server.audited().await;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the night was not charged");
}

async fn a_halted_pair_converts_nothing(server: TestServer) {
    let customer = server.funded_in("FOREX", 10_000).await;
    server.quote_pair("USDJPY", "150.000", "150.000");
    server.quote_pair("GBPJPY", "190.500", "190.500");
    server.quote_pair("USDHKD", "7.80000", "7.80100");
    halt(&server, "USDJPY").await;
    let mut buy = order(0, "1000", "20");
    buy["stockCode"] = json!("GBPJPY");
    customer.call("POST /crude/create", buy).await.refused(409, "no_quote");
    let transfer = json!({ "from": "FOREX", "to": "HK_STOCK", "amount": "100" });
    customer.transferred(transfer.clone()).await.ok();
    halt(&server, "USDHKD").await;
    customer.transferred(transfer.clone()).await.refused(409, "no_quote");

    // Nor at a quote from the halt once it has ended. Too little time passes for other quotes.
    server.app.clock.advance(1);
    operate(&server, "resume", Market::Forex, "USDHKD").await;
    customer.transferred(transfer.clone()).await.refused(409, "no_quote");
    server.quote_pair("USDHKD", "7.80000", "7.80100");
    customer.transferred(transfer).await.ok();
    server.audited().await;
}

/// The quote may already have had the price that a pair is halted for.
async fn a_halt_ends_what_was_quoted_before_it(server: TestServer) {
    let customer = server.funded_in("FOREX", 10_000).await;
    server.quote_pair("USDHKD", "78.0000", "78.0100");
    let transfer = json!({ "from": "FOREX", "to": "HK_STOCK", "amount": "100" });
    let quoted = async || {
        let quote = customer.call("POST /wallet/quote", transfer.clone()).await.ok().clone();
        let mut body = transfer.clone();
        body["quoteId"] = quote["quoteId"].clone();
        body
    };
    let key = uuid();
    let headers = [("Idempotency-Key", key.as_str())];
    let first = quoted().await;
    let send = async || server.send("POST /wallet/transfer", &first, Some(&customer.token), &headers).await;
    let made = send().await.ok().clone();

    let waiting = quoted().await;
    halt(&server, "USDHKD").await;
    customer.call("POST /wallet/transfer", waiting.clone()).await.refused(409, "no_quote");
    assert_eq!(send().await.ok(), &made, "what was made before is answered again");
    // Nor once the halt has ended and the pair is quoted again, within the half minute.
    server.app.clock.advance(1);
    operate(&server, "resume", Market::Forex, "USDHKD").await;
    server.quote_pair("USDHKD", "7.80000", "7.80100");
    customer.call("POST /wallet/transfer", waiting).await.refused(409, "no_quote");
    let wallet = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "HK_STOCK" })).await;
    assert_eq!(wallet.ok()["balance"], "7800.00");
    customer.call("POST /wallet/transfer", quoted().await).await.ok();
    server.audited().await;
}
