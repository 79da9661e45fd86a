//! The whole API, one line a call.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use tokio::net::TcpListener;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::assets;
use crate::document;
use crate::files;
use crate::funds;
use crate::http;
use crate::http::asset::{Asset, Keep};
use crate::http::connections::Connections;
use crate::http::forward::{self, Writes};
use crate::identity;
use crate::inbox;
use crate::kyc;
use crate::layers;
use crate::market;
use crate::news;
use crate::operations;
use crate::orders;
use crate::positions;
use crate::push;
use crate::ui;
use crate::watchlist;

/// Time for push sockets to close.
const SOCKET_PATIENCE: Duration = Duration::from_secs(3);

#[derive(OpenApi)]
#[openapi(info(title = "Plumbline", description = "Self-hosted trading and investing. See docs/api.md."))]
struct Doc;

/// Names each call with its handler. A test compares the names with the handlers' annotations. A call that writes is
/// answered by the leader: every POST except those with `[reads]`, and a GET with `[writes]`.
macro_rules! calls {
    (@writes reads) => { false };
    (@writes writes) => { true };
    ($($call:literal => $($handler:ident)::+ $([$access:ident])?,)*) => {
        /// Every call, as `METHOD /path`.
        pub const CALLS: &[&str] = &[$($call),*];

        /// The calls that say whether they write.
        const MARKED: &[(&str, bool)] = &[$($(($call, calls!(@writes $access)),)?)*];

        fn api() -> OpenApiRouter<App> {
            OpenApiRouter::with_openapi(Doc::openapi())$(.routes(routes!($($handler)::+)))*
        }
    };
}

calls! {
    "GET /.well-known/apple-app-site-association" => identity::app_links::ios,
    "GET /.well-known/assetlinks.json" => identity::app_links::android,
    "GET /r/{code}" => identity::invite_page::show,

    "POST /getEmailCode" => identity::request_code::request_code,
    "POST /register/email" => identity::register::register,
    "POST /loginByUsername" => identity::login::log_in,
    "POST /logout" => identity::logout::log_out,
    "POST /resetPassword" => identity::reset_password::reset_password,
    "POST /updatePassword" => identity::update_password::update_password,
    "POST /settingPayPassword" => identity::set_pay_password::set_pay_password,
    "POST /updatePayPassword" => identity::update_pay_password::update_pay_password,
    "POST /api/user/info" => identity::user_info::user_info [reads],
    "POST /api/user/invited" => identity::list_invited::list_invited [reads],
    "POST /api/user/sessions" => identity::list_sessions::list_sessions [reads],
    "POST /api/user/sessions/end" => identity::end_sessions::end_sessions,

    "POST /updateReal" => kyc::update_real::update_real,
    "POST /api/user/userSet/applyStatus" => kyc::apply_status::apply_status [reads],
    "POST /userCenter/apply/service" => kyc::services::apply::apply,
    "GET /areaInfo/list" => kyc::areas::areas,

    "GET /m_ft/topList" => market::top_list::top_list,
    "GET /m_ft/hot_stock" => market::stock_list::hot_stocks,
    "GET /m_ft/home_custom_list" => market::home_lists::home_lists,
    "GET /m_ft/all_stock_list" => market::stock_list::all_stocks,
    "GET /m_ft/stock_list" => market::stock_list::stock_list,
    "GET /hk_st/all_stock_list" => market::hong_kong_list::hong_kong_stocks,
    "GET /m_ft/forex_index" => market::forex_list::forex_index,
    "GET /m_ft/forex_list" => market::forex_list::forex_pairs,
    "GET /m_ft/global_index" => market::global_index::global_index,
    "GET /m_ft/futures_list" => market::futures_list::futures_list,
    "GET /m_ft/webull/new/stock" => market::new_stock_list::new_stocks,
    "POST /m_ft/preMarketList" => market::pre_market_list::pre_market_list [reads],
    "GET /blockTrade/list" => market::block_list::block_list,
    "POST /m_ft/futures" => market::futures_list::months [reads],
    "GET /m_ft/futures_opt_list" => market::futures_list::choice,
    "GET /crypto/stock_detail_ft" => market::crypto::detail,
    "GET /crypto/kline" => market::crypto::kline,
    "GET /crypto/trades" => market::list_trades::coin_trades,
    "GET /crypto/quantify_page" => market::crypto::quantify_page,
    "GET /market/trades" => market::list_trades::trades,
    "GET /market/depth" => market::depth::depth,
    "GET /market/status" => market::status::status,
    "GET /m_ft/stock_detail_ft" => market::detail::detail,
    "GET /m_ft/summary_detail" => market::summary::summary,
    "GET /m_ft/kline" => market::kline::kline,
    "GET /quotes/getStock" => market::search::search,
    "GET /market/trending" => market::trending_list::trending,
    "POST /market/getMaket" => market::find_market::find_market [reads],
    "POST /market/getMakets" => market::find_market::find_markets [reads],
    "POST /stocka_config/getMinCount" => market::detail::minimum [reads],
    "GET /market/corporateActions" => market::corporate_actions::list::corporate_actions,
    "GET /market/events" => market::events::events,
    "GET /market/list" => market::list::list,
    "GET /market/list/whole" => market::list::whole,
    "GET /market/rules" => orders::rules::instrument_rules,
    "GET /market/sectors" => market::sectors::sectors,
    "GET /market/daySeeds" => market::day_seeds::list::day_seeds,
    "POST /stocka_trading_day/getPageList" => market::trading_days::trading_days [reads],

    "GET /userSelfSecurity/selectSelfSelectionStocksData" => watchlist::list::list,
    "POST /userSelfSecurity/save" => watchlist::save::save,
    "POST /userSelfSecurity/delete/{id}" => watchlist::delete::delete,
    "POST /userSelfSecurity/deleteByStockCode/{stockCode}" => watchlist::delete::delete_by_code,
    "POST /userSelfSecurity/reorder" => watchlist::reorder::reorder,
    "GET /watchlist/groups" => watchlist::groups::list::list,
    "POST /watchlist/groups/create" => watchlist::groups::create::create,
    "POST /watchlist/groups/rename" => watchlist::groups::rename::rename,
    "POST /watchlist/groups/delete" => watchlist::groups::delete::delete,
    "POST /watchlist/groups/reorder" => watchlist::groups::reorder::reorder,
    "POST /watchlist/groups/put" => watchlist::groups::put::put,
    "POST /watchlist/groups/take" => watchlist::groups::take::take,
    "POST /watchlist/groups/reorderRows" => watchlist::groups::reorder_rows::reorder_rows,

    "POST /stock/create" => orders::tickets::us_stock::create,
    "POST /stock/preview" => orders::tickets::us_stock::preview [reads],
    "POST /hk/create" => orders::tickets::hk_stock::create,
    "POST /hk/preview" => orders::tickets::hk_stock::preview [reads],
    "POST /crypto/orders/create" => orders::tickets::crypto::create,
    "POST /crypto/orders/preview" => orders::tickets::crypto::preview [reads],
    "POST /gold/create" => orders::tickets::future::create,
    "POST /gold/preview" => orders::tickets::future::preview [reads],
    "POST /crude/create" => orders::tickets::forex::create,
    "POST /crude/preview" => orders::tickets::forex::preview [reads],
    "POST /orders/amend" => orders::amend::amend,
    "POST /orders/cancel" => orders::cancel::cancel,
    "POST /orders/detail" => orders::detail::detail [reads],
    "POST /orders/history" => orders::history::history [reads],
    "GET /orders/history.csv" => orders::history_csv::history_csv,
    "POST /orders/rules" => orders::rules::order_rules [reads],
    "POST /orders/receipt" => orders::receipt::receipt [reads],
    "POST /position/consignList" => orders::list_working::list_working [reads],
    "POST /position/water/pageList" => orders::list_fills::list_fills [reads],

    "POST /position/me" => positions::list::list [reads],
    "POST /position/flatList" => positions::list_closed::list_closed [reads],
    "POST /position/getByStock" => positions::find::find [reads],
    "POST /position/flatPosition" => positions::close::close,
    "POST /position/closePreview" => positions::close_preview::close_preview [reads],
    "POST /position/forex/pageList" => positions::list_forex::list_forex [reads],
    "POST /position/addPositionMargin" => positions::add_margin::add_margin,
    "POST /position/removeMargin" => positions::remove_margin::remove_margin,
    "POST /position/marginRefill" => positions::set_refill::set_refill,
    "POST /position/leverage" => positions::set_leverage::set_leverage,
    "POST /position/marginPreview" => positions::margin_preview::margin_preview [reads],
    "POST /position/roll" => positions::roll::roll,
    "POST /position/protect" => positions::protect::protect,
    "POST /position/getHalfOrFullNum" => positions::affordable::half_or_full [reads],

    "POST /userCenter/getWalletBalance" => funds::wallet_balances::wallet_balances [reads],
    "POST /userCenter/getFundingOverview" => assets::overview::overview [reads],
    "POST /wallet/getWalletBalance" => funds::wallet_balance::wallet_balance [reads],
    "POST /wallet/getWalletBill" => funds::bill::bill [reads],
    "GET /wallet/bill.csv" => funds::bill::csv::bill_csv,
    "GET /wallet/bill.pdf" => funds::bill::pdf::bill_pdf,
    "POST /wallet/quote" => funds::transfer_quote::transfer_quote,
    "POST /wallet/transfer" => funds::transfer::transfer,
    "POST /wallet/cancelTransfer" => funds::transfer_cancel::transfer_cancel,
    "POST /wallet/transfers" => funds::transfer_list::transfer_list [reads],
    "POST /recharge/currency/selectList" => funds::recharge_currencies::recharge_currencies [reads],
    "POST /recharge/create" => funds::recharge_create::recharge_create,
    "POST /recharge/cancel" => funds::recharge_cancel::recharge_cancel,
    "POST /recharge/listPage" => funds::recharge_list::recharge_list [reads],
    "POST /recharge/address" => funds::chains::address::address,
    "POST /recharge/simulate" => funds::chains::simulate::simulate,
    "POST /recharge/suspense" => funds::chains::suspense::suspense [reads],
    "POST /recharge/releaseSuspense" => funds::chains::release::release_suspense,
    "POST /withdrawal/withdrawal-apply" => funds::withdrawal::apply::apply,
    "GET /withdrawal/getUsableWithdrawalAmount" => funds::withdrawal::usable::usable,
    "POST /withdrawal/cancel" => funds::withdrawal::cancel::cancel,
    "GET /withdrawal/times" => funds::withdrawal::times::times,
    "POST /withdrawal/detail" => funds::withdrawal::detail::detail [reads],
    "POST /withdrawal/listPage" => funds::withdrawal::list::list [reads],
    "POST /UserAccount/SelectCardNo" => funds::cards::list::list [reads],
    "POST /UserAccount/addCardNo" => funds::cards::add::add,
    "POST /UserAccount/UpdateCardNo" => funds::cards::update::update,
    "POST /UserAccount/delete-card" => funds::cards::delete::delete,

    "POST /file/upload" => files::upload::upload,
    "POST /file/link" => files::link::link [reads],
    "GET /file/{id}" => files::show::show [writes],
    "GET /file/{id}/review" => files::review::review [writes],

    "GET /userMessage/getMessage" => inbox::list::list,
    "GET /userMessage/{id}" => inbox::detail::detail,
    "POST /userMessage/updateRead" => inbox::update_read::update_read,
    "POST /article/pageList" => news::list::list [reads],
    "GET /article/{id}" => news::detail::detail,
    "GET /dict/data" => news::dictionary::dictionary,
    "GET /push" => push::socket::push,

    "GET /appVersion/getPublishAppVersion" => operations::app_version::app_version,
    "GET /openapi.json" => openapi,
    "GET /metrics" => operations::metrics::show,
    "GET /healthz" => operations::health::healthz,
    "GET /readyz" => operations::health::readyz,
}

/// The document that describes [`CALLS`].
pub fn document() -> Document {
    let (_calls, mut document) = api().split_for_parts();
    document::complete(&mut document);
    document
}

/// The description of every call (OpenAPI 3.1). `/docs` shows it.
#[utoipa::path(get, path = "/openapi.json", tag = "operations", security(()),
    responses((status = 200, body = serde_json::Value, content_type = "application/json")))]
async fn openapi(asked: HeaderMap) -> Response {
    static DOCUMENT: LazyLock<Arc<Asset>> = LazyLock::new(|| {
        let json = document().to_json().expect("the document is made of plain values");
        Arc::new(Asset::new("application/json", Keep::Revalidated, json.into_bytes().into()))
    });
    Arc::clone(&DOCUMENT).answer(&asked).await
}

/// The calls that the leader answers.
pub fn writes() -> Writes {
    let said: HashMap<&str, bool> = MARKED.iter().copied().collect();
    let calls = CALLS.iter().filter_map(|call| Some((call, call.split_once(' ')?)));
    let writes = calls.filter(|(call, (method, _))| said.get(*call).copied().unwrap_or(*method != "GET"));
    writes.map(|(_, by)| by).collect()
}

/// The service for all requests.
pub fn router(app: App) -> Router {
    let (calls, _document) = api().split_for_parts();
    let (limits, proxies, stopping) = (app.limits.clone(), app.proxies.clone(), app.stopping.clone());
    let (mode, forwarder, clock) = (app.config.mode, app.forwarder.clone(), app.clock.clone());
    let forward = from_fn_with_state((forwarder.clone(), Arc::new(writes())), forward::send);
    let routes = calls.route_layer(forward).with_state(app).merge(operations::docs::viewer());
    let routes = routes.fallback(move |request: Request| ui::file(mode, request));
    layers::wrap(routes, limits, proxies, forwarder, stopping, clock)
}

/// Answers requests at `listener`. Once the server is told to stop it accepts no more, and returns when all accepted
/// requests are answered and the push sockets were sent the request to reconnect.
pub async fn serve(listener: TcpListener, app: App) {
    let (stopping, hub) = (app.stopping.clone(), app.hub.clone());
    let connections = Connections::new(app.config.connections, &app.proxies);
    http::serve(listener, router(app), connections, &stopping).await;
    hub.stopped(SOCKET_PATIENCE).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_list_of_calls_names_what_the_handlers_declare() {
        let document = serde_json::to_value(document()).unwrap();
        let paths = document["paths"].as_object().unwrap();
        let declared: BTreeSet<String> = paths
            .iter()
            .flat_map(|(path, item)| {
                item.as_object().unwrap().keys().map(move |method| format!("{} {path}", method.to_uppercase()))
            })
            .collect();
        assert_eq!(declared, CALLS.iter().map(|call| (*call).to_owned()).collect());
    }
}
