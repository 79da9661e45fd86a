//! The build's own check of the hosts whose `https` links open the app on phones.

use serde_json::Value;

/// Names that stand for no server (RFC 2606 and 6761).
const RESERVED: [&str; 7] = ["example", "example.com", "example.net", "example.org", "test", "invalid", "localhost"];

/// Refuses a configuration with links of no host: such an app would claim the links of somebody else, or of nobody.
///
/// # Errors
/// A sentence for whoever builds.
pub fn check(configuration: &Value) -> Result<(), String> {
    let links = configuration.pointer("/plugins/deep-link/mobile").and_then(Value::as_array);
    for link in links.into_iter().flatten().filter(|link| is_web(link)) {
        let host = link["host"].as_str().unwrap_or_default();
        if !is_public_name(host) {
            return Err(format!(
                "the app opens https links to \"{host}\", which is no host: name your server's in \
                 plugins.deep-link.mobile, or leave the https entry out (docs/native-window.md, Links)"
            ));
        }
    }
    Ok(())
}

/// An entry without schemes is one of web links to the plugin too.
fn is_web(link: &Value) -> bool {
    link["scheme"].as_array().is_none_or(|schemes| schemes.iter().any(|scheme| scheme == "https" || scheme == "http"))
}

fn is_public_name(host: &str) -> bool {
    let name = host.to_ascii_lowercase();
    let reserved =
        RESERVED.iter().any(|one| name.strip_suffix(one).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')));
    let labels = name
        .split('.')
        .all(|label| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'));
    name.contains('.') && labels && !reserved
}

/// Lays a patch over a configuration, as the CLI lays a platform's file and `--config` over the common one (RFC 7396).
pub fn merge(base: &mut Value, patch: Value) {
    let Value::Object(patch) = patch else {
        *base = patch;
        return;
    };
    if !base.is_object() {
        *base = Value::Object(serde_json::Map::new());
    }
    if let Value::Object(base) = base {
        for (key, value) in patch {
            if value.is_null() {
                base.remove(&key);
            } else {
                merge(base.entry(key).or_insert(Value::Null), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn with_host(host: &str) -> Value {
        json!({ "plugins": { "deep-link": { "mobile": [
            { "scheme": ["plumbline"], "appLink": false },
            { "scheme": ["https"], "host": host, "pathPrefix": ["/r/"], "appLink": true },
        ] } } })
    }

    #[test]
    fn links_need_the_host_of_a_server() {
        for (host, accepted) in [
            ("trade.acme.com", true),
            ("acme.co.uk", true),
            ("my-example.org", true),
            ("", false),
            ("trade.example.org", false),
            ("example.org", false),
            ("TRADE.EXAMPLE.ORG", false),
            ("trade.test", false),
            ("localhost", false),
            ("https://trade.acme.com", false),
            ("trade.acme.com/r", false),
            ("acme", false),
        ] {
            assert_eq!(check(&with_host(host)).is_ok(), accepted, "{host}");
        }
        assert!(check(&with_host("")).expect_err("no host").contains("name your server's"));
    }

    #[test]
    fn an_app_without_web_links_needs_none() {
        let own = json!({ "plugins": { "deep-link": { "mobile": [{ "scheme": ["plumbline"] }] } } });
        assert_eq!(check(&own), Ok(()));
        assert_eq!(check(&json!({})), Ok(()));
        let unspoken = json!({ "plugins": { "deep-link": { "mobile": [{ "host": "" }] } } });
        assert!(check(&unspoken).is_err());
    }

    #[test]
    fn the_projects_own_configuration_names_no_host_until_a_build_does() {
        let mut configuration: Value = serde_json::from_str(include_str!("../../tauri.conf.json")).expect("JSON");
        assert!(check(&configuration).is_err());
        merge(&mut configuration, with_host("trade.acme.com"));
        assert_eq!(check(&configuration), Ok(()));
        assert_eq!(configuration["productName"], "Plumbline", "a patch leaves the rest");
        merge(&mut configuration, json!({ "plugins": { "deep-link": { "mobile": null } } }));
        assert_eq!(check(&configuration), Ok(()));
    }
}
