//! Messages as files, for a server without a mail server.

use std::io::{self, Write};
use std::path::Path;

use lettre::Message;

use crate::{private, random};

/// Writes one `.eml` file into `folder`, whole or not at all, and logs its path.
pub async fn write(folder: &Path, message: Message) -> io::Result<()> {
    let recipient = message.envelope().to().first().map(ToString::to_string).unwrap_or_default();
    let name = format!("{}-{}.eml", file_name(&recipient), hex::encode(random::bytes::<6>()));
    let (unfinished, path) = (folder.join(format!(".{name}")), folder.join(name));
    let (folder, new, text) = (folder.to_owned(), unfinished.clone(), message.formatted());
    let write = move || private::make_folder(&folder).and_then(|()| private::file(&new)?.write_all(&text));
    tokio::task::spawn_blocking(write).await??;
    tokio::fs::rename(&unfinished, &path).await?;
    tracing::info!(to = recipient, file = %path.display(), "no mail server is set (--mail), so the message is in a file");
    Ok(())
}

/// The recipient in characters that file names may have on every system.
fn file_name(recipient: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "@.-_".contains(c) { c } else { '_' };
    recipient.chars().take(80).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_hold_no_path() {
        assert_eq!(file_name("../a/b@c.example"), ".._a_b@c.example");
    }
}
