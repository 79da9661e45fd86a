//! `plumbline doctor` as operators run it.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::{Database, TestServer, pictures};

fn doctor(folder: &Path, flags: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.args(["doctor", "--data-dir"]).arg(folder).args(flags).output().expect("the doctor starts")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_serving_server_is_well_and_a_stranger_on_its_port_is_not() {
    let server = TestServer::start(Database::Sqlite).await;
    let address = server.base.trim_start_matches("http://").to_owned();
    let folder = server.data_dir();
    let examined = tokio::task::spawn_blocking(move || doctor(&folder, &["--listen", &address])).await.unwrap();
    let said = String::from_utf8_lossy(&examined.stdout).into_owned();
    assert!(said.contains("is serving on"), "{said}");
    assert!(said.contains("ok     The database is as this version has it."), "{said}");

    assert!(said.contains("takes, gives back and deletes."), "{said}");
    assert!(said.contains("ok     The sealing keys open everything"), "{said}");

    server.register().await.upload(pictures::jpeg(8, 8)).await.ok();
    std::fs::write(server.data_dir().join("sealing.keys"), "a".repeat(64)).unwrap();
    let stranger = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = stranger.local_addr().unwrap().to_string();
    let folder = server.data_dir();
    let hang_up = std::thread::spawn(move || drop(stranger.accept()));
    let flags = move || doctor(&folder, &["--listen", &taken, "--feed", "replay:/nowhere"]);
    let examined = tokio::task::spawn_blocking(flags).await.unwrap();
    hang_up.join().unwrap();
    let said = String::from_utf8_lossy(&examined.stdout).into_owned();
    assert_eq!(examined.status.code(), Some(1), "{said}");
    assert!(said.contains("WRONG  Another program is listening"), "{said}");
    assert!(said.contains("WRONG  Sealing keys are missing") && said.contains("(1 files)"), "{said}");
    assert!(!said.contains(".sealed"), "{said}");
    assert!(said.contains("WRONG  The feed replay:/nowhere cannot be read"), "{said}");
    assert!(String::from_utf8_lossy(&examined.stderr).contains("wrong"));
}
