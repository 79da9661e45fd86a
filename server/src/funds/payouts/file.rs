//! Files of payouts. Payouts are first sealed into a batch, in one transaction that stores its withdrawals and its
//! file's digest; then the file is written, under another name until all of it is on the disk and the tables record
//! that it is about to get its own. After a stop between any two steps the tables are enough to continue, so that each
//! withdrawal is in one file, and each file has one content. Only if a stop came just before or after a file got its
//! name, and it is not in the folder, is it unknown if it was carried away: then people have to look.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use plumbline_core::funds::{Sending, Withdrawal, WithdrawalStatus};
use plumbline_core::time::UnixMillis;

use super::batch::{Batch, Format, Payer};
use super::folder::{self, Found, Staged};
use super::render::{digest, format_of, render};
use super::store::{self, Sealed};
use super::way::{PayoutError, Payouts};
use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::ids::Ids;

/// Most payouts in a file: as many as a bank accepts at once.
const IN_A_FILE: i64 = 1_000;
/// Time for a server to give a file its name and record that, before people are asked to look.
const IN_HAND: i64 = UnixMillis::MINUTE;

/// How long after it said so a server, or who copies a file, still gives it its name. One that was suspended in between is too
/// late: people may be looking for the file already. Half of [`IN_HAND`], for clocks differ.
const NAMED_WITHIN: i64 = IN_HAND / 2;

/// The folder of payout files, and the payer of each currency.
#[derive(Clone, Debug)]
pub struct FileSettings {
    pub folder: PathBuf,
    pub is_paper: bool,
    pub payers: BTreeMap<String, Payer>,
}

impl FileSettings {
    /// The payer through a bank in this currency. Paper money has a payer that no bank knows, whatever is set, so that
    /// no real money is paid for it.
    pub fn payer(&self, currency: &str) -> Option<Payer> {
        if self.is_paper { Some(Payer::paper()) } else { self.payers.get(currency).cloned() }
    }
}

/// Writes files of payouts into a folder.
#[derive(Debug)]
pub struct Files {
    pub settings: FileSettings,
    pub db: Db,
    pub clock: Clock,
    pub ids: Arc<Ids>,
}

impl Payouts for Files {
    fn sending(&self) -> BoxFuture<'_, Result<Sending, DbError>> {
        async { Ok(Sending::File) }.boxed()
    }

    fn hand_over(&self) -> BoxFuture<'_, Result<(), PayoutError>> {
        async move {
            let done = [self.seal().await, self.write().await];
            PayoutError::of(done.into_iter().filter_map(Result::err).collect())
        }
        .boxed()
    }
}

impl Files {
    /// Seals payouts that are in no file, a batch for each format and currency.
    pub async fn seal(&self) -> Result<(), PayoutError> {
        let waiting = store::waiting(&mut self.db.read().await?, IN_A_FILE).await?;
        if !waiting.is_empty() {
            self.is_the_folder().await?;
        }
        let mut groups: BTreeMap<(Format, String), Vec<Withdrawal>> = BTreeMap::new();
        for withdrawal in waiting {
            let format = format_of(&withdrawal, self.settings.payer(&withdrawal.currency).as_ref());
            groups.entry((format, withdrawal.currency.clone())).or_default().push(withdrawal);
        }
        let mut failed = Vec::new();
        for ((format, currency), withdrawals) in groups {
            let batch = Batch {
                id: self.ids.next(),
                format,
                is_paper: self.settings.is_paper,
                payer: self.settings.payer(&currency).filter(|_| format == Format::Pain001),
                payouts: withdrawals.len() as i64,
                total: withdrawals.iter().map(Withdrawal::net).sum(),
                currency,
                created_at: self.clock.now(),
            };
            // A file that cannot be made does not hold up others.
            failed.extend(self.seal_one(&batch, &withdrawals).await.err());
        }
        PayoutError::of(failed)
    }

    async fn seal_one(&self, batch: &Batch, withdrawals: &[Withdrawal]) -> Result<(), PayoutError> {
        let file = render(batch, withdrawals).map_err(failed(batch))?;
        // Another server may have been first, and then its file contains them.
        if store::seal(&self.db, batch, &digest(&file), withdrawals).await? {
            tracing::info!(batch = batch.id, payouts = batch.payouts, "payouts are sealed into a file");
        }
        Ok(())
    }

    /// Writes sealed files that are not in the folder.
    pub async fn write(&self) -> Result<(), PayoutError> {
        let unwritten = store::unwritten(&mut self.db.read().await?).await?;
        if !unwritten.is_empty() {
            self.is_the_folder().await?;
        }
        let mut failed = Vec::new();
        for sealed in unwritten {
            // A file that cannot be written does not hold up others.
            let written = match sealed {
                Ok(sealed) => self.write_one(&sealed).await,
                Err(unreadable) => Err(unreadable.into()),
            };
            failed.extend(written.err());
        }
        PayoutError::of(failed)
    }

    async fn write_one(&self, sealed: &Sealed) -> Result<(), PayoutError> {
        let Sealed { batch, placing_at, .. } = sealed;
        let (file, withdrawals) = again(&self.db, sealed).await?;
        let (folder, name, file) = (self.settings.folder.clone(), batch.file_name(), Arc::new(file));
        let of = (folder.clone(), name.clone(), file.clone());
        match blocking(batch, move || folder::look(&of.0, &of.1, &of.2)).await? {
            Found::This => return self.lies(batch).await,
            Found::Other => return Err(PayoutError::Differs(name)),
            Found::Nothing => {}
        }
        if let Some(since) = *placing_at {
            // Another server may be writing it just now.
            return if self.clock.now().since(since) > IN_HAND { Err(PayoutError::Lost(name)) } else { Ok(()) };
        }
        if let Some(over) = withdrawals.iter().find(|of| of.status != WithdrawalStatus::Sent) {
            return Err(PayoutError::Over { file: name, withdrawal: over.id });
        }
        let staged = blocking(batch, move || folder::stage(&folder, &name, &file)).await?;
        let since = self.clock.now();
        if !store::placing(&self.db, batch.id, since).await? {
            return Ok(());
        }
        // This server, and its clock, may have been suspended while people have copied the file.
        let known = store::one(&mut self.db.read().await?, batch.id).await?;
        if known.is_none_or(|known| known.written_at.is_some() || known.placing_at != Some(since)) {
            return Ok(());
        }
        let clock = self.clock.clone();
        match blocking(batch, move || appear_in_time(staged, since, &clock)).await {
            Ok(true) => self.lies(batch).await,
            // Another file has its name; the next look compares them.
            Ok(false) => Ok(()),
            Err(error) => {
                if has_no_name_for_sure(&error) {
                    store::unplaced(&self.db, batch.id, since).await?;
                }
                Err(error)
            }
        }
    }

    /// Records that the file has its name, once that is on the disk too.
    async fn lies(&self, batch: &Batch) -> Result<(), PayoutError> {
        let folder = self.settings.folder.clone();
        let swept = move || folder::sync_names(&folder).and_then(|()| folder::sweep(&folder));
        blocking(batch, swept).await?;
        store::written(&self.db, batch.id, self.clock.now()).await?;
        tracing::info!(batch = batch.id, file = batch.file_name(), "a file of payouts lies in its folder");
        Ok(())
    }

    /// Checks that this is the one folder for files of the database; the first server with a file marks it. Payouts
    /// written into two folders would be paid twice, and those written while a disk is not mounted, never.
    async fn is_the_folder(&self) -> Result<(), PayoutError> {
        let folder = self.settings.folder.clone();
        let failed = |source| PayoutError::File { file: folder.display().to_string(), source };
        let mut kept = store::mark(&mut self.db.read().await?).await?;
        let (of, is_new) = (folder.clone(), kept.is_none());
        let look = move || if is_new { folder::make_mark(&of).map(Some) } else { folder::mark(&of) };
        let found = tokio::task::spawn_blocking(look).await.map_err(io::Error::other).flatten().map_err(failed)?;
        if let Some(made) = found.as_ref().filter(|_| is_new) {
            store::keep_mark(&self.db, made).await?;
            kept = store::mark(&mut self.db.read().await?).await?;
        }
        match kept {
            Some(mark) if found.as_ref() != Some(&mark) => {
                Err(PayoutError::Folder { folder: folder.display().to_string(), file: folder::MARK, mark })
            }
            _ => Ok(()),
        }
    }
}

/// Writes a sealed batch's file into a folder; one that lies there already is left as it is. No server writes it after that,
/// nor while it is written here, and it is not written here while somebody else may be at it. Gives what it carries.
pub async fn copy(db: &Db, sealed: &Sealed, folder: &Path, clock: &Clock) -> Result<Vec<Withdrawal>, PayoutError> {
    let batch = &sealed.batch;
    let (file, withdrawals) = again(db, sealed).await?;
    let (folder, name) = (folder.to_owned(), batch.file_name());
    let (since, clock) = (clock.now(), clock.clone());
    let is_claimed = store::placing(db, batch.id, since).await?;
    if !is_claimed && !take_over(db, batch.id, since).await? {
        return Err(PayoutError::InHand(name));
    }
    let into = folder.clone();
    let place = move || folder::place(&into, &name, &file, |staged| appear_in_time(staged, since, &clock));
    let placed = match blocking(batch, place).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(PayoutError::Differs(batch.file_name())),
        Err(error) => Err(error),
    };
    let certainly_not = |error: &PayoutError| matches!(error, PayoutError::Differs(_)) || has_no_name_for_sure(error);
    if is_claimed && placed.as_ref().is_err_and(certainly_not) {
        store::unplaced(db, batch.id, since).await?;
    }
    placed?;
    // From here on the file has its name, whatever fails: the claim stays.
    blocking(batch, move || folder::sync_names(&folder)).await?;
    store::written(db, batch.id, since).await?;
    Ok(withdrawals)
}

/// Takes a batch's file over from who said too long ago that it gives it its name, or has just given that up; false while
/// somebody may be at it.
async fn take_over(db: &Db, batch: i64, now: UnixMillis) -> Result<bool, DbError> {
    let Some(found) = store::one(&mut db.read().await?, batch).await? else { return Ok(false) };
    match (found.written_at, found.placing_at) {
        // It lies there, and is copied as often as somebody asks.
        (Some(_), _) => Ok(true),
        (None, Some(since)) => Ok(now.since(since) > IN_HAND && store::placing_again(db, batch, since, now).await?),
        (None, None) => store::placing(db, batch, now).await,
    }
}

/// A sealed batch's file, with content that never changes, and its withdrawals.
async fn again(
    db: &Db,
    Sealed { batch, digest: sealed, .. }: &Sealed,
) -> Result<(Vec<u8>, Vec<Withdrawal>), PayoutError> {
    let withdrawals = store::of_batch(&mut db.read().await?, batch.id).await?;
    let file = render(batch, &withdrawals).map_err(failed(batch))?;
    if digest(&file) == *sealed { Ok((file, withdrawals)) } else { Err(PayoutError::Digest(batch.id)) }
}

/// Gives a file its name, unless it is too late since somebody said that it would.
fn appear_in_time(staged: Staged, since: UnixMillis, clock: &Clock) -> io::Result<bool> {
    if clock.now().since(since) > NAMED_WITHIN { Err(io::ErrorKind::TimedOut.into()) } else { staged.appear() }
}

/// True if the file certainly did not get its name. A network disk that does not answer may have given it.
fn has_no_name_for_sure(error: &PayoutError) -> bool {
    use io::ErrorKind::{NotFound, PermissionDenied, ReadOnlyFilesystem, StorageFull, Unsupported};
    let PayoutError::File { source, .. } = error else { return false };
    matches!(source.kind(), NotFound | PermissionDenied | ReadOnlyFilesystem | StorageFull | Unsupported)
}

/// Runs an action on a batch's file on the disk.
async fn blocking<T: Send + 'static>(
    batch: &Batch,
    act: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, PayoutError> {
    tokio::task::spawn_blocking(act).await.map_err(io::Error::other).and_then(|done| done).map_err(failed(batch))
}

fn failed(batch: &Batch) -> impl FnOnce(io::Error) -> PayoutError {
    let file = batch.file_name();
    move |source| PayoutError::File { file, source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::databases;

    #[test]
    fn who_was_suspended_gives_no_file_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::manual(UnixMillis(0));
        let appears = |name: &str| {
            let in_time = |staged| appear_in_time(staged, UnixMillis(0), &clock);
            let done = folder::place(folder.path(), name, b"payouts", in_time).map_err(|error| error.kind());
            assert_eq!(folder.path().join(name).exists(), done.is_ok());
            done
        };
        clock.advance(NAMED_WITHIN);
        assert_eq!(appears("in_time.xml"), Ok(true));
        clock.advance(1);
        assert_eq!(appears("late.xml"), Err(io::ErrorKind::TimedOut));
    }

    /// The server that claimed the file gives its claim up between the two reads of a copy.
    #[tokio::test]
    async fn who_takes_over_a_file_that_nobody_is_at_is_at_it() {
        for (uri, _folder) in databases("taken_over").await {
            let (db, now) = (Db::open(&uri).await.unwrap(), UnixMillis(IN_HAND));
            let batch = Batch {
                id: 77,
                format: Format::Sheet,
                currency: "EUR".into(),
                is_paper: true,
                payer: None,
                payouts: 0,
                total: 0,
                created_at: UnixMillis(0),
            };
            store::seal(&db, &batch, "digest", &[]).await.unwrap();
            let at = async || store::one(&mut db.read().await.unwrap(), 77).await.unwrap().unwrap().placing_at;
            assert!(take_over(&db, 77, now).await.unwrap());
            assert_eq!(at().await, Some(now));
            assert!(!take_over(&db, 77, now.plus(IN_HAND)).await.unwrap(), "somebody is at it");
            let later = now.plus(IN_HAND + 1);
            assert!(take_over(&db, 77, later).await.unwrap());
            // The first server fails late, after its claim was taken over.
            store::unplaced(&db, 77, now).await.unwrap();
            assert_eq!(at().await, Some(later));
            store::unplaced(&db, 77, later).await.unwrap();
            assert_eq!(at().await, None);
        }
    }
}
