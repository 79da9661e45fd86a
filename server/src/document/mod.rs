//! The parts of the API document that all calls share: their names, their sessions, the refusals that any call can get,
//! and the kinds of values (`http/wire`). Each handler declares the rest itself (`#[utoipa::path]`).

mod refusals;
mod schemas;
mod session;
mod tree;
mod tuple;

use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};

use session::{SESSION, session_required};

/// Completes the handlers' declarations.
pub fn complete(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    let mut session = Http::new(HttpAuthScheme::Bearer);
    session.description = Some("The token that the reply to registering or logging in has.".to_owned());
    components.security_schemes.insert(SESSION.to_owned(), SecurityScheme::Http(session).into());
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in [("get", &mut item.get), ("post", &mut item.post)] {
            let Some(operation) = operation else { continue };
            operation.operation_id = Some(operation_id(method, path));
            operation.security.get_or_insert_with(|| vec![session_required()]);
            refusals::declare(operation, components);
        }
    }
    schemas::complete(components);
}

/// Handlers of different folders share names such as `list`, which the document does not allow: an operation is named
/// after its method and path.
fn operation_id(method: &str, path: &str) -> String {
    let words = path.replace(|character: char| !character.is_ascii_alphanumeric(), "_");
    format!("{method}{words}")
}
