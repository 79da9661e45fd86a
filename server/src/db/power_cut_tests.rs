//! Acknowledged writes survive a power cut.
//!
//! A killed process loses nothing that it has handed to the system, synced or not. So these tests put a layer between
//! SQLite and its files that copies each file whenever SQLite has synced it, and at no other time: the copies contain
//! the bytes that a disk guarantees after a power cut. A deleted file is gone from the next sync on, as file systems
//! with a journal have it.

#![allow(unsafe_code)] // SQLite's file layer is a table of C functions; `install` says why each call is sound.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{CStr, c_char, c_int};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, Once};

use rusqlite::ffi::{SQLITE_OK, sqlite3_file, sqlite3_io_methods, sqlite3_vfs, sqlite3_vfs_find, sqlite3_vfs_register};

use super::{Db, Handle, Session};
use crate::{execute, fetch_one, statements};

statements! {
    STORE: "INSERT INTO journals (id, kind, cause_id, created_at) VALUES ($1, 'test', 0, 0)";
    STORE_MANY("itii"): "INSERT INTO journals (id, kind, cause_id, created_at) {rows}";
    COUNT: "SELECT COUNT(*) FROM journals";
}

/// The files as they were when they were last synced.
static SYNCED: LazyLock<Mutex<BTreeMap<PathBuf, Vec<u8>>>> = LazyLock::new(Mutex::default);
/// Files that were deleted since.
static DELETED: LazyLock<Mutex<Vec<PathBuf>>> = LazyLock::new(Mutex::default);
/// The name of each open file, by its address.
static NAMES: LazyLock<Mutex<HashMap<usize, PathBuf>>> = LazyLock::new(Mutex::default);
/// SQLite's own functions, by the address of the table that stands in for them.
static OWN: LazyLock<Mutex<HashMap<usize, usize>>> = LazyLock::new(Mutex::default);

/// Makes the layer SQLite's default, once a process. It passes everything on to the layer that was the default.
fn install() {
    static ONCE: Once = Once::new();
    // SAFETY: the default layer lives as long as the process. Ours is a copy of it, never freed, in which only `xOpen`
    // and `xDelete` are other functions, so that whatever else SQLite calls finds the data that it expects.
    ONCE.call_once(|| unsafe {
        let own = sqlite3_vfs_find(std::ptr::null());
        let ours = Box::leak(Box::new(std::ptr::read(own)));
        ours.zName = c"power-cut".as_ptr();
        ours.pNext = std::ptr::null_mut();
        ours.xOpen = Some(open);
        ours.xDelete = Some(delete);
        OWN.lock().unwrap().insert(0, own as usize);
        assert_eq!(sqlite3_vfs_register(ours, 1), SQLITE_OK);
    });
}

/// Opens a file as the default layer does, then replaces its table of functions by a copy with our `xSync`.
unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    // SAFETY: SQLite hands over a name that ends with a zero, or none, and a file with room for the default layer's.
    unsafe {
        let own = OWN.lock().unwrap()[&0] as *mut sqlite3_vfs;
        let Some(open) = (*own).xOpen else { return 1 };
        let code = open(own, name, file, flags, out);
        if code == SQLITE_OK && !name.is_null() && !(*file).pMethods.is_null() {
            let table: &'static mut sqlite3_io_methods = Box::leak(Box::new(std::ptr::read((*file).pMethods)));
            table.xSync = Some(sync);
            OWN.lock().unwrap().insert(std::ptr::from_ref(table) as usize, (*file).pMethods as usize);
            (*file).pMethods = table;
            NAMES.lock().unwrap().insert(file as usize, path(name));
        }
        code
    }
}

/// Deletes as the default layer does, and stores the name for the next sync.
unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, sync_folder: c_int) -> c_int {
    // SAFETY: SQLite hands over a name that ends with a zero.
    unsafe {
        let own = OWN.lock().unwrap()[&0] as *mut sqlite3_vfs;
        let code = (*own).xDelete.map_or(1, |delete| delete(own, name, sync_folder));
        DELETED.lock().unwrap().push(path(name));
        code
    }
}

/// # Safety
/// `name` ends with a zero.
unsafe fn path(name: *const c_char) -> PathBuf {
    // SAFETY: as the caller promises.
    PathBuf::from(unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
}

/// Syncs as the default layer does, then stores the file's content.
unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    // SAFETY: only files that `open` has opened have this function, and it has kept their own tables.
    let code = unsafe {
        let own = OWN.lock().unwrap()[&((*file).pMethods as usize)] as *const sqlite3_io_methods;
        (*own).xSync.map_or(1, |sync| sync(file, flags))
    };
    let name = NAMES.lock().unwrap().get(&(file as usize)).cloned();
    if let Some(name) = name
        && let Ok(content) = std::fs::read(&name)
    {
        let mut synced = SYNCED.lock().unwrap();
        for deleted in DELETED.lock().unwrap().drain(..) {
            synced.remove(&deleted);
        }
        synced.insert(name, content);
    }
    code
}

/// The number of journals after a power cut now.
async fn after_a_power_cut(folder: &Path) -> i64 {
    let left = tempfile::tempdir().unwrap();
    let synced: Vec<(PathBuf, Vec<u8>)> = {
        let synced = SYNCED.lock().unwrap();
        synced.iter().filter(|(path, _)| path.parent() == Some(folder)).map(|(p, c)| (p.clone(), c.clone())).collect()
    };
    for (path, content) in synced {
        std::fs::write(left.path().join(path.file_name().unwrap()), content).unwrap();
    }
    let db = Db::open(&format!("sqlite://{}", left.path().join("test.db").display())).await.unwrap();
    let count = fetch_one!(&mut db.read().await.unwrap(), (i64,), COUNT).unwrap().0;
    db.close().await;
    count
}

/// Acknowledges journals by batches and by transactions, and gives the number that each of some power cuts loses.
async fn lost(synchronous: Option<&str>) -> Vec<i64> {
    install();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    let db = Db::open(&format!("sqlite://{}", path.join("test.db").display())).await.unwrap();
    if let Some(synchronous) = synchronous {
        set_synchronous(&db, synchronous).await;
    }
    let mut lost = Vec::new();
    for id in 1..=40 {
        if id % 2 == 0 {
            let mut batch = db.batch().await.unwrap();
            let row = super::rows::Rows::default().int([id]).text(["test"]).int([0]).int([0]);
            super::rows::store(&mut batch, STORE_MANY, row).await.unwrap();
            batch.commit().await.unwrap();
        } else {
            let mut tx = db.begin().await.unwrap();
            execute!(&mut tx, STORE, id).unwrap();
            tx.commit().await.unwrap();
        }
        if id == 23 {
            checkpoint(&db).await;
        }
        if id % 8 == 0 || id == 23 || id == 25 {
            lost.push(id - after_a_power_cut(&path).await);
        }
    }
    db.close().await;
    lost
}

async fn set_synchronous(db: &Db, synchronous: &str) {
    let Db::Sqlite { batches, writer, .. } = db else { panic!("a test of SQLite") };
    batches.turn().await.as_mut().unwrap().pragma_update(None, "synchronous", synchronous).unwrap();
    let pragma = sqlx::AssertSqlSafe(format!("PRAGMA synchronous = {synchronous}"));
    sqlx::query(pragma).execute(writer).await.unwrap();
}

async fn checkpoint(db: &Db) {
    let mut reader = db.read().await.unwrap();
    let Handle::Sqlite(connection) = reader.handle() else { panic!("a test of SQLite") };
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(connection).await.unwrap();
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_by_a_power_cut() {
    assert_eq!(lost(None).await, [0; 7]);
}

/// Proves that the test above can fail: with less than SQLite's full durability it would.
#[tokio::test]
async fn the_test_finds_out_what_was_not_synced() {
    for synchronous in ["NORMAL", "OFF"] {
        // The checkpoint after the 23rd journal syncs everything before; nothing is synced after it.
        assert_eq!(lost(Some(synchronous)).await, [8, 16, 0, 1, 2, 9, 17], "{synchronous}");
    }
}
