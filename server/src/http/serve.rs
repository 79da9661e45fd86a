//! Answering connections until the server is told to stop.

use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

use crate::app::App;
use crate::router::router;

/// Answers what arrives at `listener`. Once `app.stopping` is cancelled it takes nothing more, and returns when what
/// it has accepted is answered.
pub async fn serve(listener: TcpListener, app: App) -> io::Result<()> {
    let stopping = app.stopping.clone();
    let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).with_graceful_shutdown(async move { stopping.cancelled().await }).await
}
