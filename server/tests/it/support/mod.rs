//! A running server for each test, and customers who use it.

#![allow(dead_code, unused_imports)] // Stories come and go; what they are told with stays.

mod costly;
mod customer;
mod documented;
mod funded;
pub mod hostile;
mod link;
mod nats;
pub mod paper;
pub mod pictures;
mod postgres;
mod prefix_codes;
mod quotes;
mod server;
mod smtp;
mod socket;
pub mod things;
mod verified;

use plumbline_base::testing::templates;

pub use customer::Customer;
pub use funded::PAY_PASSWORD;
pub use link::Link;
pub use nats::Nats;
pub use postgres::PostgresDatabase;
pub use server::{Answer, TestServer, code_in, uuid};
pub use smtp::MailServer;
pub use socket::Socket;

/// A port of this machine that nothing listens on.
pub fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Which database a test runs on.
#[derive(Clone, Copy, Debug)]
pub enum Database {
    Sqlite,
    Postgres,
}

/// Runs stories (`async fn story(server: TestServer)`) on both databases, each with a server of its own.
#[macro_export]
macro_rules! on_both_databases {
    ($($story:ident),* $(,)?) => {$(
        mod $story {
            use $crate::support::{Database, TestServer};

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                super::$story(TestServer::start(Database::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                super::$story(TestServer::start(Database::Postgres).await).await;
            }
        }
    )*};
}

/// Runs stories with a clock that stands still, so that only the story quotes prices.
#[macro_export]
macro_rules! while_time_stands_still {
    ($($story:ident),* $(,)?) => {$(
        mod $story {
            use $crate::support::{Database, TestServer};

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                super::$story(TestServer::start_still(Database::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                super::$story(TestServer::start_still(Database::Postgres).await).await;
            }
        }
    )*};
}
