//! Which library of cryptography TLS stands on, for clients that ask the process for it.

/// Makes it `ring`, which the server carries anyway. What is installed first stays, so it may be called wherever a client
/// is about to be made.
pub fn install() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
