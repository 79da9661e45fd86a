//! The devices that a customer has logged in with, by readable names. The customer is notified of a login with another
//! one.

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use crate::db::{Db, DbError, Tx};
use crate::{execute, fetch_optional, statements};

statements! {
    KNOWS_DEVICE: "SELECT last_at FROM known_devices WHERE account_id = $1 AND device = $2";
    REMEMBER_DEVICE: "INSERT INTO known_devices (account_id, device, last_at) VALUES ($1, $2, $3)
        ON CONFLICT (account_id, device) DO UPDATE SET last_at = excluded.last_at";
    FORGET_DEVICES: "DELETE FROM known_devices WHERE last_at < $1";
}

/// Time for which a device stays known after its last use.
const REMEMBERED_FOR: i64 = 90 * UnixMillis::DAY;

/// In this order, since each browser also names the ones that it descends from. The UI's `deviceName.ts` has this list
/// too.
const PROGRAMS: [(&[&str], &str); 8] = [
    (&["plumbline-shell/"], "Plumbline"),
    (&["Edg/", "EdgA/", "EdgiOS/", "Edge/"], "Edge"),
    (&["OPR/"], "Opera"),
    (&["SamsungBrowser/"], "Samsung Internet"),
    (&["MicroMessenger/"], "WeChat"),
    (&["Firefox/", "FxiOS/"], "Firefox"),
    (&["Chrome/", "CriOS/", "Chromium/"], "Chrome"),
    (&["Safari/"], "Safari"),
];

const SYSTEMS: [(&[&str], &str); 7] = [
    (&["iPhone", "iPod"], "iPhone"),
    (&["iPad"], "iPad"),
    (&["Android"], "Android"),
    (&["Windows"], "Windows"),
    (&["Mac OS X", "Macintosh"], "macOS"),
    (&["CrOS"], "ChromeOS"),
    (&["Linux"], "Linux"),
];

/// Longer names are cut.
const NAME_LENGTH_MAX: usize = 40;

/// A client's User-Agent in readable words: `Chrome · Windows`. Versions are left out, so that an update does not make
/// a new device. An unrecognised text keeps its own first letters; an empty one stays empty.
pub fn device_name(user_agent: &str) -> String {
    let named = |table: &[(&[&str], &'static str)]| {
        table.iter().find(|(marks, _)| marks.iter().any(|mark| user_agent.contains(mark))).map(|(_, name)| *name)
    };
    let names: Vec<&str> = [named(&PROGRAMS), named(&SYSTEMS)].into_iter().flatten().collect();
    if names.is_empty() { user_agent.trim().chars().take(NAME_LENGTH_MAX).collect() } else { names.join(" · ") }
}

/// Stores the device for the account; true if it was known before.
pub async fn remember(tx: &mut Tx, account: AccountId, device: &str, now: UnixMillis) -> Result<bool, DbError> {
    let was_known = fetch_optional!(tx, (i64,), KNOWS_DEVICE, account.0, device)?.is_some();
    execute!(tx, REMEMBER_DEVICE, account.0, device, now.0)?;
    Ok(was_known)
}

/// Deletes the devices that have not been used for long.
pub async fn purge(db: &Db, now: UnixMillis) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, FORGET_DEVICES, now.plus(-REMEMBERED_FOR).0)?;
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_have_names_that_customers_know() {
        let chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36";
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1";
        let table = [
            (chrome.to_owned(), "Chrome · Windows"),
            (chrome.replace("142", "143"), "Chrome · Windows"),
            (format!("{chrome} Edg/142.0"), "Edge · Windows"),
            (safari.to_owned(), "Safari · iPhone"),
            ("plumbline-shell/0.1 (Linux)".to_owned(), "Plumbline · Linux"),
            ("curl/8.5.0".to_owned(), "curl/8.5.0"),
            (String::new(), ""),
        ];
        for (agent, name) in table {
            assert_eq!(device_name(&agent), name, "{agent}");
        }
    }
}
