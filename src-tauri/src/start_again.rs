//! A second start while the window is just closing.
//!
//! A second start hands over to the window that is open. If that window ends in the same moment, the
//! hand-over fails and nothing would be open at all, so the program then starts once more.

use std::{
    env::{args_os, current_exe, var_os},
    os::unix::process::CommandExt,
    process::Command,
    thread::sleep,
    time::Duration,
};

/// Set for the second attempt, so that there is no third.
const MARK: &str = "PLUMBLINE_STARTED_AGAIN";
/// The time that a closing window takes to leave the session bus, generously.
const CLOSING_TIME: Duration = Duration::from_millis(700);

/// Replaces this program by a fresh start with the same arguments, if that can help; else returns.
pub fn after_a_closing_window(error: &tauri::Error) {
    let handed_over = matches!(error, tauri::Error::PluginInitialization(plugin, _) if plugin == "single-instance");
    let (true, None, Ok(program)) = (handed_over, var_os(MARK), current_exe()) else { return };
    sleep(CLOSING_TIME);
    let refused = Command::new(program).args(args_os().skip(1)).env(MARK, "1").exec();
    eprintln!("Plumbline could not start again: {refused}");
}
