use utoipa::openapi::security::SecurityRequirement;

/// The security scheme's name: `security(("session" = []))`.
pub const SESSION: &str = "session";

/// A call needs a session unless its handler declares otherwise: `security(())` for a call without one, and
/// `security((), ("session" = []))` for one that a session adds to.
pub fn session_required() -> SecurityRequirement {
    SecurityRequirement::new::<_, [&str; 0], &str>(SESSION, [])
}
