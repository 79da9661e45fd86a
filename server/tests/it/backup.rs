//! A backup taken while the server serves has everything acknowledged, and is restored while it serves.

use plumbline::db::backup::{BackupError, back_up, last_restore, restore};
use serde_json::json;

use crate::on_both_databases;
use crate::support::TestServer;

on_both_databases! { a_backup_brings_back_what_was_there }

async fn a_backup_brings_back_what_was_there(server: TestServer) {
    let ann = server.register().await;
    let uri = server.app.config.database_uri();
    let file = server.data_dir().join("monday.backup");
    back_up(&uri, &file).await.unwrap();
    assert!(matches!(back_up(&uri, &file).await, Err(BackupError::Exists(_))));
    #[cfg(unix)]
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions()) & 0o777, 0o600);
    let bo = server.register().await;
    assert_eq!(last_restore(&server.app.db).await.unwrap(), 0);

    restore(&uri, &file, server.app.clock.now()).await.unwrap();
    assert!(last_restore(&server.app.db).await.unwrap() > 0, "a serving process learns of it");
    for customer in [&ann, &bo] {
        // A session in the backup may have been ended since, so none of them is valid.
        customer.call("POST /api/user/info", json!({})).await.refused(401, "session_required");
    }
    let login = |email: &str| json!({ "username": email, "password": "correct horse" });
    server.call("POST /loginByUsername", login(&ann.email)).await.ok();
    assert_eq!(server.call("POST /loginByUsername", login(&bo.email)).await.status, 422, "bo came later");
    server.register().await.call("POST /api/user/info", json!({})).await.ok();
    assert!(!server.data_dir().join("monday.backup.restoring").exists());

    let nonsense = server.data_dir().join("nonsense");
    assert!(matches!(restore(&uri, &nonsense, server.app.clock.now()).await, Err(BackupError::Missing(_))));
    std::fs::write(&nonsense, "not a backup").unwrap();
    assert!(restore(&uri, &nonsense, server.app.clock.now()).await.is_err());
    server.call("POST /loginByUsername", login(&ann.email)).await.ok();
}
