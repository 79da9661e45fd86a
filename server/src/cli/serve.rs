use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::signals;
use crate::app::App;
use crate::config::Config;
use crate::db::backup::last_restore;
use crate::{logging, private, router};

/// Answers that take longer than this after the server was told to stop are cut off.
const STOP_MAX: Duration = Duration::from_secs(30);
/// The interval of checks for a restored backup.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Serves until it is told to stop, and restarts when a backup is restored.
pub async fn serve(mut config: Config) -> Result<(), Box<dyn Error>> {
    logging::start(&config.log)?;
    config.connections = config.connections.within_the_systems_limit();
    private::folder(&config.data_dir)?;
    let listener = std::net::TcpListener::bind(&config.listen).map_err(|e| format!("{}: {e}", config.listen))?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let (told, mut door, clock) = (stop_on_signal(), Some(listener), config.clock());
    while door.is_some() && !told.is_cancelled() {
        let app = App::start(config.clone(), clock.clone()).await?;
        for address in addresses(address) {
            println!("Plumbline is at http://{address}");
        }
        serve_once(&mut door, app, &told).await?;
    }
    tracing::info!("stopped");
    Ok(())
}

/// The addresses for browsers: each of this computer's when it listens on all of them. Link-local addresses are left
/// out, because browsers would need the network interface too.
fn addresses(listening: SocketAddr) -> Vec<SocketAddr> {
    if !listening.ip().is_unspecified() {
        return vec![listening];
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_else(|error| {
        tracing::warn!(%error, "this computer's addresses could not be read");
        Vec::new()
    });
    let reachable = |ip: &IpAddr| match ip {
        IpAddr::V4(_) => true,
        IpAddr::V6(ip) => listening.is_ipv6() && !ip.is_unicast_link_local(),
    };
    interfaces
        .iter()
        .map(if_addrs::Interface::ip)
        .filter(reachable)
        .map(|ip| SocketAddr::new(ip, listening.port()))
        .collect()
}

/// Serves until `told` or until a backup is restored; then answers all accepted requests and closes the database.
/// During a restart new connections wait at the listener. Without a restart the listener is closed at once: another
/// server may take the address, and no connection waits in vain.
async fn serve_once(
    door: &mut Option<std::net::TcpListener>,
    app: App,
    told: &CancellationToken,
) -> Result<(), Box<dyn Error>> {
    let Some(open) = &door else { return Ok(()) };
    let listener = TcpListener::from_std(open.try_clone()?)?;
    let ended = async {
        let starts_again = tokio::select! {
            () = told.cancelled() => {
                tracing::info!("stopping: answering what was accepted");
                false
            }
            () = restored(&app) => {
                tracing::warn!("a backup was brought back; starting again");
                true
            }
            () = app.supervisor.failed() => {
                tracing::error!("stopping, because a part has ended");
                false
            }
        };
        if !starts_again {
            *door = None;
        }
        app.stopping.cancel();
        tokio::time::sleep(STOP_MAX).await;
    };
    tokio::select! {
        () = router::serve(listener, app.clone()) => {}
        () = ended => tracing::warn!("some answers took too long and were cut off"),
    }
    let last_words = async {
        app.resign().await;
        app.supervisor.stored().await;
        app.db.close().await;
    };
    let _ = tokio::time::timeout(STOP_MAX, last_words).await;
    match app.supervisor.ended().as_slice() {
        [] => Ok(()),
        parts => Err(format!("ended too early: {}", parts.join(", ")).into()),
    }
}

/// Returns once a backup has been restored. A database that does not answer is handled elsewhere.
async fn restored(app: &App) {
    let mut known = None;
    loop {
        if let Ok(last) = last_restore(&app.db).await
            && *known.get_or_insert(last) != last
        {
            return;
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

fn stop_on_signal() -> CancellationToken {
    let told = CancellationToken::new();
    let tell = told.clone();
    tokio::spawn(async move {
        match signals::stop_requested().await {
            Ok(()) => tell.cancel(),
            Err(error) => tracing::error!(%error, "signals cannot be heard; stop the server by ending its process"),
        }
    });
    told
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::{Args, FromArgMatches};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::*;
    use crate::clock::Clock;

    async fn start(folder: &Path) -> App {
        let line = ["plumbline", "--data-dir", folder.to_str().unwrap()];
        let matches = Config::augment_args(clap::Command::new("plumbline")).get_matches_from(line);
        App::start(Config::from_arg_matches(&matches).unwrap(), Clock::System).await.unwrap()
    }

    fn door() -> (Option<std::net::TcpListener>, SocketAddr) {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        (Some(listener), address)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_part_that_ends_stops_the_server_with_a_failure() {
        let folder = tempfile::tempdir().unwrap();
        let app = start(folder.path()).await;
        app.supervisor.spawn("a part", async { panic!("on purpose") });
        let ended = serve_once(&mut door().0, app, &CancellationToken::new()).await.unwrap_err();
        assert_eq!(ended.to_string(), "ended too early: a part");
    }

    /// Half a second is enough to receive the signal, and less than running requests may take.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_server_that_is_told_to_stop_takes_nobody_in_and_waits_for_nobody_long() {
        let folder = tempfile::tempdir().unwrap();
        let (app, (mut door, address), told) = (start(folder.path()).await, door(), CancellationToken::new());
        let knock = async {
            let mut halves = Vec::new();
            for half in ["GET / HTT", "POST /loginByUsername HTTP/1.1\r\nHost: here\r\nContent-Length: 900\r\n\r\n{"] {
                let mut half_asked = TcpStream::connect(address).await.unwrap();
                half_asked.write_all(half.as_bytes()).await.unwrap();
                halves.push(half_asked);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
            told.cancel();
            tokio::time::sleep(Duration::from_millis(500)).await;
            assert!(TcpStream::connect(address).await.is_err(), "nobody answers any more");
            let mut answer = String::new();
            halves.pop().unwrap().read_to_string(&mut answer).await.unwrap();
            assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("overloaded"), "{answer}");
        };
        let both = async { tokio::join!(serve_once(&mut door, app, &told), knock) };
        let (served, ()) = tokio::time::timeout(Duration::from_secs(15), both).await.expect("the server stops soon");
        served.unwrap();
    }
}
