//! What the server stands on, from secrets to customers' events. It knows no instrument and moves no money.

pub mod bus;
pub mod clock;
pub mod db;
pub mod files;
pub mod http;
pub mod identity;
pub mod ids;
pub mod leader;
pub mod listings;
pub mod logging;
pub mod mail;
pub mod mode;
pub mod private;
pub mod push;
pub mod random;
pub mod sealing;
pub mod secret;
pub mod server_key;
pub mod supervision;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tls;
pub mod turns;
