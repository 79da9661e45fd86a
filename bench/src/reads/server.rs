//! A built server on a port and a data folder of its own, with the market of every paper server.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::Failure;
use crate::process;

/// A server that is killed when dropped.
pub struct Venue {
    child: Child,
    pub port: u16,
    _folder: TempDir,
}

impl Venue {
    pub fn start(binary: &Path) -> Result<Self, Failure> {
        let folder = tempfile::tempdir()?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let child = Command::new(binary)
            .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--requests-per-minute", "0"])
            .arg("--data-dir")
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}", binary.display()))?;
        Ok(Self { child, port, _folder: folder })
    }

    /// CPU seconds of all its threads so far.
    pub fn cpu_seconds(&self) -> Result<f64, Failure> {
        process::cpu_seconds(&self.child.id().to_string())
    }
}

impl Drop for Venue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
