//! The conditions for opening a socket: a free place, and a session's token.

use std::fmt::Debug;
use std::net::IpAddr;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::db::DbError;
use crate::http::ClientAddress;
use crate::http::connections::{Busy, Seat};
use crate::http::places::Place;
use crate::identity::CurrentSession;

/// The places that a socket occupies while it is open: one among the sockets, and one among the connections.
#[derive(Debug)]
pub struct SocketPlace {
    socket: Place,
    _connection: Option<Busy>,
}

impl SocketPlace {
    pub fn new(socket: Place, connection: Option<&Arc<Seat>>) -> Self {
        Self { socket, _connection: connection.map(Seat::busy) }
    }

    /// The site that the socket is counted for, if any.
    pub fn site(&self) -> Option<IpAddr> {
        self.socket.client().map(ClientAddress::site)
    }
}

/// Finds the session that a token opens.
pub trait Sessions: Debug + Send + Sync {
    fn find<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<Option<CurrentSession>, DbError>>;
}
