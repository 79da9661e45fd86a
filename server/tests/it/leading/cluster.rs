//! Servers that share a database, a bus and a data folder, each a process of its own.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use reqwest::{Client, Url};
use serde_json::Value;
use tempfile::TempDir;

use crate::crash::Place;
use crate::support::{Link, Nats, PostgresDatabase, free_port};

/// A process that ends with the test.
#[derive(Debug)]
pub struct Running(Child);

impl Running {
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.0.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// `kill -9`
    pub fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[derive(Debug)]
pub struct Server {
    pub process: Running,
    pub base: String,
    /// The server's cables.
    pub to_database: Link,
    pub to_bus: Link,
    port: u16,
}

#[derive(Debug)]
pub struct Cluster {
    pub client: Client,
    pub folder: TempDir,
    pub servers: Vec<Server>,
    nats: Nats,
    database: PostgresDatabase,
}

impl Cluster {
    /// The first of them leads.
    pub async fn start(count: usize) -> Self {
        plumbline::tls::install();
        let mut cluster = Self {
            client: Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap(),
            folder: tempfile::tempdir().unwrap(),
            servers: Vec::new(),
            nats: Nats::start().await,
            database: PostgresDatabase::create().await,
        };
        for server in 0..count {
            let (to_database, to_bus) = (Link::to(cluster.database()).await, Link::to(cluster.nats.address).await);
            let port = free_port();
            let process = cluster.serve(port, &to_database, &to_bus);
            let base = format!("http://127.0.0.1:{port}");
            cluster.servers.push(Server { process, base, to_database, to_bus, port });
            cluster.until(server, if server == 0 { "leads" } else { "standby" }).await;
        }
        cluster
    }

    fn database(&self) -> SocketAddr {
        let uri: Url = self.database.uri().parse().unwrap();
        uri.socket_addrs(|| Some(5432)).unwrap()[0]
    }

    /// The data folder, and the database by the direct way.
    pub fn place(&self) -> Place {
        Place { folder: self.folder.path().to_owned(), database: Some(self.database.uri()) }
    }

    fn serve(&self, port: u16, to_database: &Link, to_bus: &Link) -> Running {
        let database = self.database.uri().replace(&self.database().to_string(), &to_database.address.to_string());
        let place = Place { database: Some(database), ..self.place() };
        let mut command = place.command(&["serve", "--autopilot-seconds", "1", "--withdrawals-need-kyc", "false"]);
        command.args(["--new-address-lock-hours", "0", "--cooling-off-hours", "0"]);
        command.args(["--bus", &format!("nats://{}/test", to_bus.address)]);
        command.args(["--listen", &format!("127.0.0.1:{port}")]);
        for limit in ["--requests-per-minute", "--actions-per-minute", "--quotes-per-minute", "--attempts-per-minute"] {
            command.args([limit, "0"]);
        }
        Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the server starts"))
    }

    /// Waits until a server says that it leads, or stands by.
    pub async fn until(&self, server: usize, role: &str) {
        let mut said = String::new();
        for _ in 0..1_200 {
            let asked = self.client.get(format!("{}/readyz", self.servers[server].base)).send().await;
            if let Ok(answer) = asked {
                said = answer.text().await.unwrap_or_default();
                if said.lines().next() == Some(role) {
                    return;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("server {server} is not {role}: {said}");
    }

    /// The server that says that it leads.
    pub async fn leader(&self) -> usize {
        for _ in 0..1_200 {
            for (index, server) in self.servers.iter().enumerate() {
                if let Ok(answer) = self.client.get(format!("{}/readyz", server.base)).send().await
                    && answer.text().await.is_ok_and(|said| said.lines().next() == Some("leads"))
                {
                    return index;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("nobody leads");
    }

    /// The number of the tick that a server shows of a stock, and true if it marks its price as stale.
    pub async fn shown(&self, server: usize) -> (i64, bool) {
        let url = format!("{}/m_ft/stock_detail_ft?stockCode=AAPL", self.servers[server].base);
        let answer: Value = self.client.get(url).send().await.unwrap().json().await.unwrap();
        let info = &answer["data"]["stockInfo"];
        (info["tickSeq"].as_str().unwrap_or("0").parse::<i64>().unwrap(), info["stale"] == true)
    }

    /// Waits until a server marks its prices as stale, or as fresh.
    pub async fn until_prices_are(&self, server: usize, age: &str) {
        for _ in 0..300 {
            if self.shown(server).await.1 == (age == "old") {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the prices of server {server} are not {age}");
    }

    pub fn restart(&mut self, server: usize) {
        let Server { port, to_database, to_bus, .. } = &self.servers[server];
        self.servers[server].process = self.serve(*port, to_database, to_bus);
    }
}
