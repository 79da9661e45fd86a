use std::error::Error;

use tokio::net::TcpListener;

use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::http;

/// Serves until it is told to stop.
pub async fn serve(config: Config) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(&config.data_dir)?;
    let listener = TcpListener::bind(&config.listen).await?;
    let app = App::start(config, Clock::System).await?;
    let address = listener.local_addr()?;
    println!("Plumbline is at http://{address}");
    http::serve(listener, app).await?;
    Ok(())
}
