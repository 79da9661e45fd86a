//! The customer's session token, which never leaves the shell.
//!
//! It is stored in the system's keychain. Without one it stays in memory for this run, and the UI says so; it is never
//! written to a plain file. Each server has its own token, so that a changed server address cannot send one server's
//! token to another.

use std::{collections::HashMap, sync::Arc, time::Duration};

use keyring_core::{CredentialStore, Error};
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use tauri::{State, async_runtime::spawn_blocking};
use tokio::{
    sync::{Mutex, OnceCell},
    time::timeout,
};

use crate::{keychain, server_address::ServerAddress};

/// The time that the customer may take to unlock the keychain before the window opens without it.
const UNLOCK_TIMEOUT: Duration = Duration::from_secs(30);

/// The place where the token is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Storage {
    /// The system's keychain: the customer stays logged in.
    Keychain,
    /// Memory: the customer logs in again at the next start, and is told so.
    Memory,
}

/// The part of the session's state that the UI may read.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionStatus {
    logged_in: bool,
    storage: Storage,
}

/// The tokens by server, read through from the keychain.
pub struct Session {
    service: String,
    store: OnceCell<Option<Arc<CredentialStore>>>,
    tokens: Mutex<HashMap<ServerAddress, Option<SecretString>>>,
}

impl Session {
    /// `service` is the name under which the keychain lists our entries.
    pub fn new(service: &str) -> Self {
        Self { service: service.to_owned(), store: OnceCell::new(), tokens: Mutex::default() }
    }

    /// The token for a server, if the customer is logged in there.
    pub async fn token(&self, server: &ServerAddress) -> Option<SecretString> {
        let mut tokens = self.tokens.lock().await;
        if let Some(token) = tokens.get(server) {
            return token.clone();
        }
        let token = self.read(server).await;
        tokens.insert(server.clone(), token.clone());
        token
    }

    /// Keeps the token of a login.
    pub async fn keep(&self, server: &ServerAddress, token: SecretString) {
        let mut tokens = self.tokens.lock().await;
        self.write(server, token.clone()).await;
        tokens.insert(server.clone(), Some(token));
    }

    /// Forgets the token after a logout, or when the server no longer accepts it.
    pub async fn end(&self, server: &ServerAddress) {
        let mut tokens = self.tokens.lock().await;
        self.delete(server).await;
        tokens.insert(server.clone(), None);
    }

    /// The storage that the token has.
    pub async fn storage(&self) -> Storage {
        match self.store().await {
            Some(_) => Storage::Keychain,
            None => Storage::Memory,
        }
    }

    /// The keychain, opened and probed once. The probe may make the system ask the customer for a
    /// password, hence the thread of its own.
    async fn store(&self) -> Option<Arc<CredentialStore>> {
        let open = || async {
            let service = self.service.clone();
            let opened = spawn_blocking(move || {
                let store = keychain::open()?;
                keychain::probe(store.as_ref(), &service).map(|()| store)
            });
            match timeout(UNLOCK_TIMEOUT, opened).await {
                Ok(Ok(Ok(store))) => Some(store),
                Ok(Ok(Err(error))) => no_keychain(&error.to_string()),
                Ok(Err(error)) => no_keychain(&error.to_string()),
                Err(_) => no_keychain("it stayed locked"),
            }
        };
        self.store.get_or_init(open).await.clone()
    }

    async fn read(&self, server: &ServerAddress) -> Option<SecretString> {
        let password = self.with_entry(server, |entry| entry.get_password()).await?;
        password.ok().map(SecretString::from)
    }

    async fn write(&self, server: &ServerAddress, token: SecretString) {
        let kept = self.with_entry(server, move |entry| entry.set_password(token.expose_secret()));
        if let Some(Err(error)) = kept.await {
            eprintln!("The keychain did not keep the session, it ends with this run: {error}");
        }
    }

    async fn delete(&self, server: &ServerAddress) {
        let gone = self.with_entry(server, |entry| entry.delete_credential()).await;
        if let Some(Err(error)) = gone
            && !matches!(error, Error::NoEntry)
        {
            eprintln!("The keychain did not delete the session: {error}");
        }
    }

    /// Runs `action` on a server's keychain entry, on a thread that may block.
    async fn with_entry<T: Send + 'static>(
        &self,
        server: &ServerAddress,
        action: impl FnOnce(&keyring_core::Entry) -> keyring_core::Result<T> + Send + 'static,
    ) -> Option<keyring_core::Result<T>> {
        let store = self.store().await?;
        let (service, user) = (self.service.clone(), server.to_string());
        spawn_blocking(move || action(&keychain::entry(store.as_ref(), &service, &user)?)).await.ok()
    }
}

fn no_keychain(reason: &str) -> Option<Arc<CredentialStore>> {
    eprintln!("No keychain answers, the session ends with this run: {reason}");
    None
}

/// Reports to the UI if a customer is logged in, and if that outlives this run.
#[tauri::command]
pub async fn session_status(
    app: tauri::AppHandle,
    session: State<'_, Session>,
) -> Result<SessionStatus, crate::error::ShellError> {
    let logged_in = match ServerAddress::current(&app) {
        Ok(server) => session.token(&server).await.is_some(),
        // The first start: nobody has an account anywhere.
        Err(_) => false,
    };
    Ok(SessionStatus { logged_in, storage: session.storage().await })
}

/// Forgets the session on this machine. The UI has ended it at the server before, or learnt there that it ended.
#[tauri::command]
pub async fn session_end(app: tauri::AppHandle, session: State<'_, Session>) -> Result<(), crate::error::ShellError> {
    session.end(&ServerAddress::current(&app)?).await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One run of the program over a keychain that outlives it, or over none.
    fn run(keychain: Option<&Arc<CredentialStore>>) -> Session {
        let store = OnceCell::new_with(Some(keychain.cloned()));
        Session { store, ..Session::new("org.plumbline.test") }
    }

    fn server(address: &str) -> ServerAddress {
        address.parse().expect("an address")
    }

    async fn exposed(session: &Session, server: &ServerAddress) -> Option<String> {
        session.token(server).await.map(|token| token.expose_secret().to_owned())
    }

    #[tokio::test]
    async fn a_token_outlives_the_run_and_belongs_to_its_server() {
        let keychain: Arc<CredentialStore> = keyring_core::mock::Store::new().expect("a keychain");
        let (ours, theirs) = (server("https://a.example"), server("https://b.example"));
        let first = run(Some(&keychain));
        assert_eq!(exposed(&first, &ours).await, None);
        first.keep(&ours, SecretString::from("secret")).await;
        assert_eq!(exposed(&first, &ours).await.as_deref(), Some("secret"));

        let second = run(Some(&keychain));
        assert_eq!(second.storage().await, Storage::Keychain);
        assert_eq!(exposed(&second, &ours).await.as_deref(), Some("secret"));
        assert_eq!(exposed(&second, &theirs).await, None, "one server's token is not another's");

        second.end(&ours).await;
        second.end(&ours).await;
        assert_eq!(exposed(&second, &ours).await, None);
        assert_eq!(exposed(&run(Some(&keychain)), &ours).await, None);
    }

    #[tokio::test]
    async fn without_a_keychain_a_token_lasts_for_the_run() {
        let ours = server("https://a.example");
        let session = run(None);
        session.keep(&ours, SecretString::from("secret")).await;
        assert_eq!(session.storage().await, Storage::Memory);
        assert_eq!(exposed(&session, &ours).await.as_deref(), Some("secret"));
        assert_eq!(exposed(&run(None), &ours).await, None);
    }
}
