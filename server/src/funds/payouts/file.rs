//! Files of payouts. What was sent is first sealed into a batch, in one transaction that says which withdrawals it carries and
//! what its file's digest is; then the file is written, under another name until all of it is on the disk. A stop between any
//! two steps is gone on with from the tables, so that each withdrawal is in one file, and each file comes out the same.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use plumbline_core::funds::{Sending, Withdrawal};

use super::batch::{Batch, Format, Payer};
use super::render::{digest, format_of, render};
use super::store::{self, Sealed};
use super::way::{PayoutError, Payouts};
use crate::clock::Clock;
use crate::db::Db;
use crate::ids::Ids;
use crate::private;

/// Payouts in a file, at most: what a bank takes at once.
const IN_A_FILE: i64 = 1_000;

/// Where files of payouts go, and who pays in which currency.
#[derive(Clone, Debug)]
pub struct FileSettings {
    pub folder: PathBuf,
    pub is_paper: bool,
    pub payers: BTreeMap<String, Payer>,
}

impl FileSettings {
    /// Who pays through a bank in this currency. Paper money has a payer that no bank knows, whatever is set: nobody is
    /// paid with real money for it.
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
    fn sending(&self) -> Sending {
        Sending::File
    }

    fn hand_over(&self) -> BoxFuture<'_, Result<(), PayoutError>> {
        async move {
            self.seal().await?;
            self.write().await
        }
        .boxed()
    }
}

impl Files {
    /// Takes up what stands in no file, a batch for each format and currency.
    pub async fn seal(&self) -> Result<(), PayoutError> {
        let waiting = store::waiting(&mut self.db.read().await?, IN_A_FILE).await?;
        let mut groups: BTreeMap<(Format, String), Vec<Withdrawal>> = BTreeMap::new();
        for withdrawal in waiting {
            let format = format_of(&withdrawal, self.settings.payer(&withdrawal.currency).as_ref());
            groups.entry((format, withdrawal.currency.clone())).or_default().push(withdrawal);
        }
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
            let file = render(&batch, &withdrawals).map_err(failed(&batch))?;
            // Another server may have been first, and then its file carries them.
            if store::seal(&self.db, &batch, &digest(&file), &withdrawals).await? {
                tracing::info!(batch = batch.id, payouts = batch.payouts, "payouts are sealed into a file");
            }
        }
        Ok(())
    }

    /// Writes what is sealed and does not lie in the folder.
    pub async fn write(&self) -> Result<(), PayoutError> {
        let unwritten = store::unwritten(&mut self.db.read().await?).await?;
        let mut outcome = Ok(());
        for Sealed { batch, digest, .. } in unwritten {
            // One that cannot be written keeps no other back.
            if let Err(error) = copy(&self.db, &batch, &digest, &self.settings.folder).await {
                outcome = Err(error);
                continue;
            }
            store::written(&self.db, batch.id, self.clock.now()).await?;
            tracing::info!(batch = batch.id, file = batch.file_name(), "a file of payouts lies in its folder");
        }
        outcome
    }
}

/// Writes a sealed batch's file into a folder; one that lies there already is left as it is.
pub async fn copy(db: &Db, batch: &Batch, sealed: &str, folder: &Path) -> Result<(), PayoutError> {
    let withdrawals = store::of_batch(&mut db.read().await?, batch.id).await?;
    let file = render(batch, &withdrawals).map_err(failed(batch))?;
    if digest(&file) != sealed {
        return Err(PayoutError::Digest(batch.id));
    }
    let (folder, name) = (folder.to_owned(), batch.file_name());
    let placed = tokio::task::spawn_blocking(move || place(&folder, &name, &file)).await;
    match placed.map_err(io::Error::other).and_then(|placed| placed).map_err(failed(batch))? {
        true => Ok(()),
        false => Err(PayoutError::Differs(batch.file_name())),
    }
}

fn failed(batch: &Batch) -> impl FnOnce(io::Error) -> PayoutError {
    let file = batch.file_name();
    move |source| PayoutError::File { file, source }
}

/// Lets a file lie in a folder, whole or not at all, also when the power fails; false when another of its name does. It
/// holds whole account numbers, so that only its owner may read it.
fn place(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<bool> {
    let path = folder.join(name);
    private::make_folder(folder)?;
    match fs::read(&path) {
        Ok(there) if there != bytes => return Ok(false),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let unfinished = folder.join(format!(".{name}.unfinished"));
            match fs::remove_file(&unfinished) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let mut file = private::file(&unfinished)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&unfinished, &path)?;
        }
        Err(error) => return Err(error),
    }
    // Its name is on the disk once the folder is.
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(true)
}
