//! The committed API document is the one that the handlers make.

use std::path::Path;

use plumbline::router::document;

#[test]
fn the_committed_document_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let fresh = format!("{}\n", document().to_pretty_json().unwrap());
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == fresh, "server/openapi.json is stale; ./scripts/generate writes it again");
}
