use std::error::Error;

use crate::router::document;

/// Prints the document that is also committed as `server/openapi.json`.
pub fn print() -> Result<(), Box<dyn Error>> {
    println!("{}", document().to_pretty_json()?);
    Ok(())
}
