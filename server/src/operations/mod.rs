//! What an operator's machines ask: is it alive, is it ready, how is it doing.

pub mod health;
