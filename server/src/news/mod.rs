//! Articles for customers. They have one of two origins, and each shows which: an operator published it (`publish`,
//! `plumbline article`), or the server wrote it itself from the prices that it recorded (`reports`).
//!
//! An operator's article is Markdown and becomes [`Block`]s, which are all that a screen draws: no part of it ever
//! becomes HTML. A report is a kind with figures; its sentences are written for each reader, like those of notices.

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
