//! The folder of files: one for each database, and each file once.

use super::*;
use crate::funds::payouts::{PayoutSettings, copy};

fn into(db: &Db, folder: &Path, clock: &Clock) -> Files {
    Files { clock: clock.clone(), ..started(db, folder, 0) }
}

/// Two servers with folders of their own, one of them by mistake.
#[tokio::test]
async fn what_a_database_pays_goes_into_one_folder() {
    for (uri, folder) in databases("payout_folders").await {
        let db = Db::open(&uri).await.unwrap();
        let folders = ["a", "b"].map(|name| folder.path().join(name));
        let servers = [started(&db, &folders[0], 0), started(&db, &folders[1], 1)];
        send(&db, &[sent(1, "EUR", iban("Ann")), sent(2, "USDT", wallet())]).await;
        let (first, second) = join(servers[0].hand_over(), servers[1].hand_over()).await;
        assert!(first.is_ok() || second.is_ok(), "{first:?} {second:?}");
        let written = folders.each_ref().map(|folder| files(folder));
        assert_eq!([1, 2].map(|id| written.iter().map(|files| carried(files, id)).sum::<usize>()), [1, 1]);
        let wrong = written.iter().position(BTreeMap::is_empty).expect("one folder is not the database's");
        // The server seals nothing, until people confirm its folder.
        send(&db, &[sent(3, "EUR", iban("Ann"))]).await;
        let Err(PayoutError::Folder { file, mark, .. }) = servers[wrong].hand_over().await else { panic!("refused") };
        assert_eq!(store::waiting(&mut db.read().await.unwrap(), 9).await.unwrap().len(), 1);
        std::fs::create_dir_all(folders[wrong].join("payouts")).unwrap();
        std::fs::write(folders[wrong].join("payouts").join(file), mark).unwrap();
        servers[wrong].hand_over().await.unwrap();
        assert_eq!(carried(&files(&folders[wrong]), 3), 1);
        // A disk that is not mounted is another folder too.
        let right = &servers[1 - wrong];
        std::fs::remove_file(folders[1 - wrong].join("payouts").join(MARK)).unwrap();
        send(&db, &[sent(4, "EUR", iban("Ann"))]).await;
        assert!(matches!(right.hand_over().await, Err(PayoutError::Folder { .. })));
    }
}

#[tokio::test]
async fn a_server_without_settings_leaves_files_to_the_others() {
    for (uri, folder) in databases("payout_ways").await {
        let db = Db::open(&uri).await.unwrap();
        let way =
            |settings: PayoutSettings| settings.way(db.clone(), Clock::System, Arc::new(Ids::new(Clock::System, 5)));
        let paper = way(PayoutSettings::Simulated);
        PayoutSettings::Simulated.keep(&db).await.unwrap();
        assert_eq!(paper.sending().await.unwrap(), Sending::Simulated);
        // While it serves, another server is started with settings.
        PayoutSettings::Files(started(&db, folder.path(), 0).settings).keep(&db).await.unwrap();
        let live = way(PayoutSettings::Elsewhere);
        send(&db, &[sent(1, "EUR", iban("Ann"))]).await;
        for way in [paper, live] {
            assert_eq!(way.sending().await.unwrap(), Sending::File);
            way.hand_over().await.unwrap();
            assert_eq!(store::waiting(&mut db.read().await.unwrap(), 9).await.unwrap().len(), 1);
        }
        PayoutSettings::Simulated.keep(&db).await.unwrap();
        assert!(store::are_files(&mut db.read().await.unwrap()).await.unwrap(), "it is so for ever");
    }
}

/// A bank's program takes files at once, while the database has no room to record that they were in the folder.
#[tokio::test]
async fn a_file_that_was_carried_away_is_not_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, file) = (folder.path(), folder.path().join("x.db"));
    let db = Db::open(&format!("sqlite://{}", file.display())).await.unwrap();
    let clock = Clock::manual(NOW);
    let server = into(&db, folder, &clock);
    send(&db, &[sent(1, "EUR", iban("Ann")), sent(2, "USD", own_number())]).await;
    let full = |sql: &str| rusqlite::Connection::open(&file).unwrap().execute_batch(sql).unwrap();
    full(
        "CREATE TRIGGER no_room BEFORE UPDATE OF written_at ON payout_batches WHEN NEW.written_at IS NOT NULL
        BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    server.hand_over().await.unwrap_err();
    let written = files(folder);
    assert_eq!(written.len(), 2, "one keeps no other back");
    for name in written.keys() {
        std::fs::remove_file(folder.join("payouts").join(name)).unwrap();
    }
    for _ in 0..2 {
        server.hand_over().await.unwrap();
        assert!(files(folder).is_empty(), "another server may be at it");
    }
    full("DROP TRIGGER no_room");
    clock.advance(60_001);
    let error = server.hand_over().await.unwrap_err();
    let PayoutError::Several(lost) = &error else { panic!("each is named: {error}") };
    let is_lost = |of: &PayoutError| matches!(of, PayoutError::Lost(name) if written.contains_key(name));
    assert!(lost.len() == 2 && lost.iter().all(is_lost), "{error}");
    assert!(files(folder).is_empty());
    // People have looked, and confirm that by copying.
    let lost = unwritten(&db).await;
    for sealed in &lost {
        copy(&db, sealed, &folder.join("again/payouts"), &clock).await.unwrap();
    }
    server.hand_over().await.unwrap();
    assert_eq!((lost.len(), files(folder).len(), files(&folder.join("again"))), (2, 0, written));
}

/// A server has announced that it gives a file its name, and may do so at any moment.
#[tokio::test]
async fn a_file_that_somebody_is_writing_is_not_copied() {
    for (uri, folder) in databases("copied").await {
        let db = Db::open(&uri).await.unwrap();
        let clock = Clock::manual(NOW);
        let server = into(&db, folder.path(), &clock);
        send(&db, &[sent(1, "EUR", iban("Ann"))]).await;
        server.seal().await.unwrap();
        let sealed = unwritten(&db).await.remove(0);
        let there = folder.path().join("again/payouts");
        assert!(store::placing(&db, sealed.batch.id, clock.now()).await.unwrap());
        for wait in [0, 60_000] {
            clock.advance(wait);
            let refused = copy(&db, &sealed, &there, &clock).await;
            assert!(matches!(refused, Err(PayoutError::InHand(_))), "{refused:?}");
        }
        assert!(files(&folder.path().join("again")).is_empty());
        clock.advance(1);
        // Of two takers-over one is first.
        assert!(!store::placing_again(&db, sealed.batch.id, NOW.plus(1), clock.now()).await.unwrap());
        copy(&db, &sealed, &there, &clock).await.unwrap();
        server.write().await.unwrap();
        assert_eq!((files(folder.path()).len(), files(&folder.path().join("again")).len()), (0, 1));
        // Once it is known to be written, it is copied at any time.
        copy(&db, &sealed, &there, &clock).await.unwrap();
    }
}

/// A copy that begins first keeps the server from writing; one that fails leaves it to the server.
#[tokio::test]
async fn what_is_being_copied_no_server_writes() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("x.db").display())).await.unwrap();
    let clock = Clock::manual(NOW);
    let server = into(&db, folder.path(), &clock);
    send(&db, &[sent(1, "EUR", iban("Ann"))]).await;
    server.seal().await.unwrap();
    let sealed = unwritten(&db).await.remove(0);
    let there = folder.path().join("again/payouts");
    std::fs::create_dir_all(&there).unwrap();
    std::fs::write(there.join(sealed.batch.file_name()), "another").unwrap();
    let differs = copy(&db, &sealed, &there, &clock).await;
    assert!(matches!(differs, Err(PayoutError::Differs(_))), "{differs:?}");
    server.write().await.unwrap();
    assert_eq!(files(folder.path()).len(), 1);
}
