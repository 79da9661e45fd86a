//! The operating system's keychain: Secret Service, Keychain, Credential Manager or Keystore.

use std::sync::Arc;

use keyring_core::{CredentialStore, Entry, Error, Result};

/// The store of this platform.
///
/// # Errors
/// The platform's error when it has no keychain, as on a Linux session without a bus.
pub fn open() -> Result<Arc<CredentialStore>> {
    #[cfg(target_os = "linux")]
    let store: Arc<CredentialStore> = zbus_secret_service_keyring_store::Store::new()?;
    #[cfg(target_os = "macos")]
    let store: Arc<CredentialStore> = apple_native_keyring_store::keychain::Store::new()?;
    #[cfg(target_os = "ios")]
    let store: Arc<CredentialStore> = apple_native_keyring_store::protected::Store::new()?;
    #[cfg(target_os = "android")]
    let store: Arc<CredentialStore> = android_native_keyring_store::Store::new()?;
    #[cfg(target_os = "windows")]
    let store: Arc<CredentialStore> = windows_native_keyring_store::Store::new()?;
    Ok(store)
}

/// One named secret.
pub fn entry(store: &CredentialStore, service: &str, user: &str) -> Result<Entry> {
    store.build(service, user, None)
}

/// Checks that the store can keep a secret. Only a write shows it: a locked collection answers a read with "no such
/// entry".
pub fn probe(store: &CredentialStore, service: &str) -> Result<()> {
    let entry = entry(store, service, "probe")?;
    entry.set_password("probe")?;
    match entry.delete_credential() {
        Ok(()) | Err(Error::NoEntry) => Ok(()),
        Err(error) => Err(error),
    }
}
