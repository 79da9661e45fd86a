//! Articles that customers read. They have one of two origins, and each says which: an operator published it
//! (`publish`, `plumbline article`), or the server wrote it itself from the prices that it recorded (`reports`).
//!
//! An operator's article is Markdown and becomes [`Block`]s, which are all that a screen draws: nothing of it is ever HTML.
//! A report is a kind with figures; its sentences are written for each reader, as those of notices are.

pub mod blocks;
pub mod detail;
pub mod dictionary;
pub mod link_hosts;
pub mod list;
mod markdown;
pub mod publish;
pub mod reports;
mod row;
pub mod store;
pub mod tags;

pub use blocks::Block;
pub use link_hosts::LinkHost;
pub use row::ArticleRow;
