//! The ways to deal: the calls that place an order and those that show its cost, each with the market of its instruments.
//! What an order is for, its rules and its wallet follow from the instrument (`server/data/products.csv`).

use plumbline_core::market::Market;

use super::{place, preview};

/// A way to deal: its module, its market, and its two calls with their documentation.
macro_rules! tickets {
    ($($name:ident: $market:expr,
        $(#[$on_create:meta])* create $create:literal,
        $(#[$on_preview:meta])* preview $preview:literal;)*
    ) => {$(
        pub mod $name {
            use std::sync::Arc;

            use axum::extract::State;

            use super::{Market, place, preview};
            use crate::db::Db;
            use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Language, Reply, wire};
            use crate::identity::CurrentSession;
            use crate::orders::{CostReply, OrderReply, OrderRequest, Pricing};
            use crate::writer::{Recorded, Records, Submission, Writer};

            const MARKET: Market = $market;

            $(#[$on_create])*
            #[utoipa::path(post, path = $create, tag = "orders", request_body = OrderRequest,
                params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each intended order")),
                responses((status = 200, body = Envelope<OrderReply>),
                    (status = 404, description = "instrument_unknown"),
                    (status = 409, description = "no_quote, charge_unknown, stale_quote, session_closed, insufficient_funds, insufficient_position, leverage_differs, contract_ending, margin_called, margin_exhausted, instrument_not_tradable, too_many_open_orders, stop_price_side, legs_side, client_order_id_used"),
                    (status = 422, description = "market_unknown, quantity_invalid, lot_size, price_invalid, price_required, tick_size, price_band, leverage_unavailable, order_value_too_small, wrong_product, amount_invalid, stop_price_required, stop_tick_size, trail_invalid, time_in_force_invalid, extended_hours_invalid, expire_date_invalid, client_order_id_invalid")))]
            pub async fn create(
                State(pricing): State<Arc<Pricing>>,
                State(writer): State<Writer>,
                session: CurrentSession,
                key: IdempotencyKey,
                Body(request): Body<OrderRequest>,
            ) -> Result<Reply<Recorded>, ApiError> {
                let submission = Submission::new(session.account_id, key, &request);
                place::submit((&pricing, &writer), submission, &request, MARKET).await
            }

            $(#[$on_preview])*
            #[utoipa::path(post, path = $preview, tag = "orders", request_body = OrderRequest,
                responses((status = 200, body = Envelope<CostReply>),
                    (status = 404, description = "instrument_unknown"),
                    (status = 409, description = "no_quote, charge_unknown, stale_quote, session_closed, insufficient_position, leverage_differs, contract_ending, margin_called, margin_exhausted, instrument_not_tradable, too_many_open_orders, stop_price_side, legs_side, client_order_id_used"),
                    (status = 422, description = "market_unknown, quantity_invalid, lot_size, price_invalid, price_required, tick_size, price_band, leverage_unavailable, order_value_too_small, out_of_range, wrong_product, amount_invalid, stop_price_required, stop_tick_size, trail_invalid, time_in_force_invalid, extended_hours_invalid, expire_date_invalid, client_order_id_invalid")))]
            pub async fn preview(
                State(pricing): State<Arc<Pricing>>,
                State(db): State<Db>,
                State(records): State<Records>,
                session: CurrentSession,
                language: Language,
                Body(request): Body<OrderRequest>,
            ) -> Result<Reply<CostReply>, ApiError> {
                preview::card((&pricing, &db, records), (session, language), &request, MARKET).await
            }
        }
    )*};
}

tickets! {
    us_stock: Market::UsStock,
        /// Places an order for a US stock. An accepted order is durable, and its money or shares are held.
        create "/stock/create",
        /// Shows the cost of an order, worked out by the code that would carry it out. Nothing is placed.
        preview "/stock/preview";

    hk_stock: Market::HongKong,
        /// Places an order for a Hong Kong share. Quantities are shares, in whole board lots; only all that is left of a
        /// position may be sold in any quantity. The proceeds can be traded with at once, and transferred once they have
        /// settled.
        create "/hk/create",
        /// Shows the cost of an order for a Hong Kong share, and when it would settle. Nothing is placed.
        preview "/hk/preview";

    crypto: Market::Crypto,
        /// Places an order for a coin. Quantities are coins in steps of the pair, and amounts are in USDT, in which the
        /// wallet is kept. An order that rested before it was filled pays the fee of a maker, any other that of a taker.
        create "/crypto/orders/create",
        /// Shows the cost of an order for a coin, worked out by the code that would carry it out. Nothing is placed.
        preview "/crypto/orders/preview";

    future: Market::Future,
        /// Opens a position in a contract of a future, long or short, or adds to it. Quantities are whole contracts. A share
        /// of the contract's value is set aside in the wallet, without a leverage to choose, and each trading day is settled
        /// at its end: what was gained is paid into the wallet, and what was lost out of it.
        create "/gold/create",
        /// Shows the terms of a position in a contract: its value, its margin, the value of a tick, the spread in money, and
        /// the price at which it would be closed. Nothing is placed.
        preview "/gold/preview";

    forex: Market::Forex,
        /// Opens a position in a pair of currencies, long or short, or adds to it. A part of its value is set aside in the
        /// wallet, according to the chosen leverage, which is at most the pair's.
        create "/crude/create",
        /// Shows the terms of a position in a pair of currencies: its margin, the value of a pip, the spread in money, the
        /// cost or gain of a night, and the price at which it would be closed. Nothing is placed.
        preview "/crude/preview";
}
