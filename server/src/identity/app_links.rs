//! The two files that let an app on iOS and Android open this server's invitations.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::native_apps::NativeApps;

/// The systems fetch the files at an install; an hour keeps a corrected one from being missed for long.
const CACHING: [(axum::http::HeaderName, &str); 1] = [(CACHE_CONTROL, "public, max-age=3600")];

/// Android: the apps, by certificate, that may open this server's links (Digital Asset Links).
#[utoipa::path(get, path = "/.well-known/assetlinks.json", tag = "identity", security(()),
    responses((status = 200, body = Value)))]
pub async fn android(State(apps): State<Arc<NativeApps>>) -> impl IntoResponse {
    (CACHING, Json(asset_links(&apps)))
}

/// iOS: the app that may open this server's invitations (Universal Links).
#[utoipa::path(
    get,
    path = "/.well-known/apple-app-site-association",
    tag = "identity",
    security(()),
    responses((status = 200, body = Value))
)]
pub async fn ios(State(apps): State<Arc<NativeApps>>) -> impl IntoResponse {
    (CACHING, Json(site_association(&apps)))
}

/// Android would refuse a statement without a certificate, so there is none until one is set.
fn asset_links(apps: &NativeApps) -> Value {
    if apps.android_certificates.is_empty() {
        return json!([]);
    }
    json!([{
        "relation": ["delegate_permission/common.handle_all_urls"],
        "target": {
            "namespace": "android_app",
            "package_name": apps.android_app,
            "sha256_cert_fingerprints": apps.android_certificates,
        },
    }])
}

fn site_association(apps: &NativeApps) -> Value {
    let invitations = json!([{ "/": "/r/*", "comment": "Invitations open the registration" }]);
    let details: Vec<Value> =
        apps.ios_app.iter().map(|app| json!({ "appIDs": [app], "components": invitations })).collect();
    json!({ "applinks": { "details": details } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_claimed_until_an_app_is_named() {
        assert_eq!(asset_links(&NativeApps::default()), json!([]));
        assert_eq!(site_association(&NativeApps::default()), json!({ "applinks": { "details": [] } }));
    }

    #[test]
    fn a_named_app_may_open_invitations() {
        let apps = NativeApps {
            ios_app: Some("ABCDE12345.org.example.trade".to_owned()),
            android_app: "org.example.trade".to_owned(),
            android_certificates: vec!["AB:CD".to_owned(), "EF:01".to_owned()],
            ..NativeApps::default()
        };
        let links = asset_links(&apps);
        assert_eq!(links[0]["target"]["package_name"], "org.example.trade");
        assert_eq!(links[0]["target"]["sha256_cert_fingerprints"], json!(["AB:CD", "EF:01"]));
        let details = &site_association(&apps)["applinks"]["details"];
        assert_eq!(details[0]["appIDs"], json!(["ABCDE12345.org.example.trade"]));
        assert_eq!(details[0]["components"][0]["/"], "/r/*");
    }
}
