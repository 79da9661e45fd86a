//! The cryptography library of TLS, for clients that use the process's default.

/// Installs `ring`, which the server includes anyway. The first installed one stays, so this may be called wherever a
/// client is about to be created.
pub fn install() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
