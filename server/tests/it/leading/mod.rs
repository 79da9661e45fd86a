//! Servers on one PostgreSQL and one NATS: one leads, the others forward writes, and one of them takes over.

mod clocks;
mod cluster;
mod cuts;
mod forwarded;
mod hostile_bus;
mod load;
mod no_bus;
mod prices;
mod reads;
mod succession;
