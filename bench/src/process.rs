//! Child processes: a server under measurement and its CPU time and memory, read from /proc.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::Failure;

/// Clock ticks a second of /proc/PID/stat: fixed at 100 in Linux's interface to user space.
const TICKS_PER_SECOND: f64 = 100.0;
const PAGE_BYTES: f64 = 4096.0;

/// A server whose first line ends with its port. Killed when dropped.
pub struct Server {
    child: Child,
    pub port: u16,
}

impl Server {
    pub fn start(command: &mut Command) -> Result<Self, Failure> {
        let mut child = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn()?;
        let mut line = String::new();
        let stdout = child.stdout.take().ok_or("the server has no output")?;
        BufReader::new(stdout).read_line(&mut line)?;
        let port = line.trim().rsplit(':').next().unwrap_or_default();
        let port = port.parse().map_err(|_| format!("the server printed {line:?} and not its port"))?;
        Ok(Self { child, port })
    }

    /// This program with other arguments.
    pub fn start_self(arguments: &[&str]) -> Result<Self, Failure> {
        Self::start(Command::new(std::env::current_exe()?).args(arguments))
    }

    /// CPU seconds of all its threads so far.
    pub fn cpu_seconds(&self) -> Result<f64, Failure> {
        cpu_seconds(&self.child.id().to_string())
    }

    /// Resident memory in kilobytes.
    pub fn resident_kilobytes(&self) -> Result<f64, Failure> {
        resident_kilobytes(&self.child.id().to_string())
    }
}

/// Resident memory of this process in kilobytes.
pub fn own_resident_kilobytes() -> Result<f64, Failure> {
    resident_kilobytes("self")
}

fn resident_kilobytes(process: &str) -> Result<f64, Failure> {
    let statm = fs::read_to_string(format!("/proc/{process}/statm"))?;
    let pages: f64 = statm.split_whitespace().nth(1).ok_or("/proc/PID/statm is too short")?.parse()?;
    Ok(pages * PAGE_BYTES / 1024.0)
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// CPU seconds of this process so far.
pub fn own_cpu_seconds() -> Result<f64, Failure> {
    cpu_seconds("self")
}

/// CPU seconds of all threads of a process so far.
pub fn cpu_seconds(process: &str) -> Result<f64, Failure> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The command name may hold spaces, and ends with the last bracket.
    let (_, fields) = stat.rsplit_once(')').ok_or("/proc/PID/stat has no command")?;
    let ticks = |index| fields.split_whitespace().nth(index).and_then(|text| text.parse::<f64>().ok());
    let (user, system) = ticks(11).zip(ticks(12)).ok_or("/proc/PID/stat is too short")?;
    Ok((user + system) / TICKS_PER_SECOND)
}
