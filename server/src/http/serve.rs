//! Answering connections until the server is told to stop.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::app::App;
use crate::router::router;

/// How long push sockets may take to close.
const SOCKET_PATIENCE: Duration = Duration::from_secs(3);

/// Answers what arrives at `listener`. Once `app.stopping` is cancelled it takes nothing more, and returns when what
/// it has accepted is answered and the push sockets were told to come back.
pub async fn serve(listener: TcpListener, app: App) -> io::Result<()> {
    let stopping = app.stopping.clone();
    let hub = app.hub.clone();
    let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).with_graceful_shutdown(async move { stopping.cancelled().await }).await?;
    hub.stopped(SOCKET_PATIENCE).await;
    Ok(())
}
