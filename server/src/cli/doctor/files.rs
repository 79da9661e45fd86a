//! The store of files, checked by storing and reading, and the sealing keys, checked against the stored data.

use super::Finding;
use crate::config::Config;
use crate::db::{Db, DbError};
use crate::files::objects::{Objects, ObjectsError, Place};
use crate::files::rows;
use crate::kyc;
use crate::sealing::{KeysError, Sealer};

pub async fn examine(config: &Config, db: Option<&Db>) -> Vec<Finding> {
    let sealer = Sealer::existing(&config.sealing, &config.data_dir);
    let probe = match &sealer {
        Ok(Some(sealer)) => sealer.seal(&["doctor"], b"a probe"),
        _ => b"a probe".to_vec(),
    };
    let mut findings = vec![store(&config.files.place(&config.data_dir), probe).await];
    let in_use = match db {
        // A database that was never migrated has no sealed data.
        Some(db) => in_use(db).await.unwrap_or_default(),
        None => Vec::new(),
    };
    findings.push(keys(&sealer, in_use));
    findings
}

async fn store(place: &Place, probe: Vec<u8>) -> Finding {
    let name = match place {
        Place::Folder(folder) if !folder.exists() => {
            let said =
                format!("The folder of files {} is not there yet; `plumbline serve` makes it.", folder.display());
            return Finding::well(said);
        }
        Place::Folder(folder) => folder.display().to_string(),
        Place::S3 { bucket, prefix } => format!("s3://{bucket}/{prefix}"),
    };
    match tried_out(place, probe).await {
        Ok(()) => Finding::well(format!("The store of files {name} takes, gives back and deletes.")),
        Err(error) => Finding::wrong(format!("The store of files {name} cannot be used: {error}.")),
    }
}

async fn tried_out(place: &Place, probe: Vec<u8>) -> Result<(), ObjectsError> {
    Objects::open(place)?.try_out(probe).await
}

/// The keys in use, with the data that they seal.
async fn in_use(db: &Db) -> Result<Vec<(String, String)>, DbError> {
    let (files, checks) = (rows::keys_in_use(db).await?, kyc::rotate::keys_in_use(db).await?);
    let files = files.into_iter().map(|(key, count)| (key, format!("{count} files")));
    Ok(files.chain(checks.into_iter().map(|(key, count)| (key, format!("{count} identity checks")))).collect())
}

fn keys(sealer: &Result<Option<Sealer>, KeysError>, in_use: Vec<(String, String)>) -> Finding {
    let sealer = match sealer {
        Ok(sealer) => sealer.as_ref(),
        Err(error) => return Finding::wrong(format!("The sealing keys cannot be used: {error}.")),
    };
    let is_unknown = |key: &str| !sealer.is_some_and(|sealer| sealer.knows(key));
    let lost: Vec<String> =
        in_use.into_iter().filter(|(key, _)| is_unknown(key)).map(|(key, what)| format!("{key} ({what})")).collect();
    match (lost.is_empty(), sealer) {
        (false, _) => Finding::wrong(format!(
            "Sealing keys are missing, without which nobody can open what they sealed: {}; bring them back.",
            lost.join(", ")
        )),
        (true, Some(_)) => Finding::well("The sealing keys open everything that is stored."),
        (true, None) => Finding::well("There is no sealing key yet; `plumbline serve` makes the first."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sealing::SealingFlags;

    fn sealer(folder: &std::path::Path) -> Result<Option<Sealer>, KeysError> {
        Sealer::existing(&SealingFlags::default(), folder)
    }

    #[tokio::test]
    async fn a_store_is_tried_out_and_left_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let (files, file) = (folder.path().join("files"), folder.path().join("file"));
        let examined = async |path: &std::path::PathBuf| store(&Place::Folder(path.clone()), vec![7; 9]).await;
        assert!(examined(&files).await.sentence.contains("not there yet"));
        assert!(!files.exists());
        std::fs::create_dir(&files).unwrap();
        let said = examined(&files).await;
        assert!(said.well && said.sentence.contains("takes, gives back and deletes"), "{said:?}");
        assert_eq!(std::fs::read_dir(&files).unwrap().count(), 0);
        std::fs::write(&file, "x").unwrap();
        assert!(!examined(&file).await.well);
    }

    #[test]
    fn a_key_that_is_missing_is_named_with_what_it_sealed() {
        let folder = tempfile::tempdir().unwrap();
        let none = sealer(folder.path());
        assert!(keys(&none, Vec::new()).sentence.contains("no sealing key yet"));
        let lost = vec![("00112233".to_owned(), "3 files".to_owned())];
        assert!(!keys(&none, lost.clone()).well);
        let newest = Sealer::load(&SealingFlags::default(), folder.path()).unwrap().newest_key();
        let found = sealer(folder.path());
        assert!(keys(&found, vec![(newest, "1 files".to_owned())]).well);
        let said = keys(&found, lost);
        assert!(!said.well && said.sentence.contains("00112233 (3 files)"), "{said:?}");
        std::fs::write(folder.path().join("sealing.keys"), "no key").unwrap();
        assert!(keys(&sealer(folder.path()), Vec::new()).sentence.contains("cannot be used"));
    }
}
