//! What the write path does with every kind of record, and when something is wrong.

mod apart;
mod batches;
mod doubt;
mod fault;
mod replay;
mod venue;
