//! Reports that the server writes itself, from recorded prices and calendars: a wrap of each trading day that has
//! ended, and a preview before an exchange opens.
//!
//! A report is a kind with figures ([`Report`]); `wrap` and `preview` find the figures, `sentences` writes them for a
//! reader. There is one for each kind, market and day, written by the leader. Reports that were missed while no server
//! ran are written if the bars of the day are known, and otherwise left out. Every server sends its sockets the new
//! articles in each round, because operators publish from processes of their own.

mod due;
pub mod kind;
mod present;
mod preview;
pub mod sentences;
mod wrap;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::civil::Date;
use plumbline_core::market::Market as MarketName;
use plumbline_core::time::UnixMillis;

use kind::Report;

use super::ArticleRow;
use super::store::{self, Filed, Filter};
use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::http::{Language, Page, wire};
use crate::leader::Leadership;
use crate::market::Market;
use crate::push::{Broadcast, NEWS_KEPT};
use crate::supervision::Supervisor;

const LOOK_EVERY: Duration = Duration::from_secs(30);
/// The markets whose days are reported, each by the calendar of its main exchange.
const WRAPPED: [MarketName; 4] = [MarketName::HongKong, MarketName::UsStock, MarketName::Forex, MarketName::Crypto];
const PREVIEWED: [MarketName; 2] = [MarketName::HongKong, MarketName::UsStock];

/// Writes reports.
#[derive(Debug)]
pub struct Reporter {
    db: Db,
    clock: Clock,
    market: Arc<Market>,
    leadership: Leadership,
    /// The broadcast of articles to sockets.
    told: Arc<Broadcast>,
    /// The days with too little data: they are not checked again.
    left_out: HashSet<(&'static str, MarketName, Date)>,
}

impl Reporter {
    pub fn new(db: Db, clock: Clock, market: Arc<Market>, leadership: Leadership, told: Arc<Broadcast>) -> Self {
        Self { db, clock, market, leadership, told, left_out: HashSet::new() }
    }

    /// Writes each report when it is due, until the server stops.
    pub fn start(mut self, supervisor: &Supervisor) {
        let every = supervisor.every(LOOK_EVERY);
        supervisor.spawn_storing("market reports", async move {
            while every.next().await {
                if let Err(error) = self.round().await {
                    tracing::error!(%error, "market reports could not be written; they are tried again");
                }
            }
        });
    }

    /// Writes the reports that are due, if this server leads; gives their ids.
    pub async fn round(&mut self) -> Result<Vec<i64>, DbError> {
        if !self.leadership.leads() {
            self.tell().await?;
            return Ok(Vec::new());
        }
        let now = self.clock.now();
        let mut written = Vec::new();
        for name in WRAPPED {
            for day in self.ended(name, now).await? {
                match wrap::of(&self.db, &self.market, name, day, now).await? {
                    Some(wrap) => written.extend(self.publish(&Report::Wrap(wrap), now).await?),
                    None => drop(self.left_out.insert((kind::WRAP, name, day))),
                }
            }
        }
        for name in PREVIEWED {
            let Some(preview) = preview::of(&self.market, name, now) else { continue };
            let reported = store::reported(&mut self.db.read().await?, kind::PREVIEW, name).await?;
            if reported.is_none_or(|last| last < preview.day.to_string()) {
                written.extend(self.publish(&Report::Preview(preview), now).await?);
            }
        }
        self.tell().await?;
        Ok(written)
    }

    /// Sends sockets the newest articles, of any origin; known ones are not sent again.
    pub async fn tell(&self) -> Result<(), DbError> {
        let newest = Page::first(i64::try_from(NEWS_KEPT).unwrap_or(wire::PageSize::MAX));
        let (articles, _) = store::page(&mut self.db.read().await?, &Filter::default(), newest).await?;
        let items = articles.iter().rev().map(|article| {
            let title = |language: Language| (language.tag(), ArticleRow::of(article, &self.market, language).title);
            let item = serde_json::json!({
                "id": article.id.to_string(),
                "createTimestamp": article.published_at.0.to_string(),
                "tags": article.tags,
                "title": BTreeMap::from(Language::ALL.map(title)),
            });
            (article.id.to_string(), item.to_string())
        });
        self.told.replace(items.collect());
        Ok(())
    }

    /// The days of a market that have ended and are not reported.
    async fn ended(&self, name: MarketName, now: UnixMillis) -> Result<Vec<Date>, DbError> {
        let reported = store::reported(&mut self.db.read().await?, kind::WRAP, name).await?;
        let newest = reported.and_then(|day| day.parse().ok());
        let days = due::ended(self.market.calendars.named(name.calendar()), newest, now);
        Ok(days.into_iter().filter(|day| !self.left_out.contains(&(kind::WRAP, name, *day))).collect())
    }

    async fn publish(&self, report: &Report, now: UnixMillis) -> Result<Option<i64>, DbError> {
        let (tags, instruments) = (report.tags(), report.instruments());
        let mut words = Vec::new();
        for language in Language::ALL {
            words.push(sentences::headline(report, &self.market, language).title);
            words.extend(instruments.iter().map(|id| self.market.name(*id, language)));
        }
        words.extend(instruments.iter().filter_map(|id| self.market.catalog.get(*id)).map(|known| known.code.clone()));
        let filed = Filed { tags: &tags, instruments: &instruments, words: &words.join(" "), at: now };
        store::add_report(&self.db, report, filed).await
    }
}
