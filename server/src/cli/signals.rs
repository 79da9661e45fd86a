//! Stopping when the operating system asks.

use std::io;

/// Waits for Ctrl-C, or on Unix for SIGTERM.
pub async fn stop_requested() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            asked = tokio::signal::ctrl_c() => asked,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
