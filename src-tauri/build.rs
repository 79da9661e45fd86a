//! Builds the window's configuration into the binary. The configuration stands at the top level,
//! so the capability files have to be named here.

#[path = "src/link_hosts.rs"]
mod link_hosts;
#[path = "src/origin.rs"]
mod origin;

use std::{env, fs};

use serde_json::Value;
use tauri_utils::build::update_android_manifest;

/// Lets the webview see the camera's app, which Android 11 and newer hide from an app that does not name it.
const CAMERA_QUERY: &str = r#"<queries>
    <intent>
        <action android:name="android.media.action.IMAGE_CAPTURE" />
    </intent>
</queries>"#;

fn main() {
    println!("cargo:rerun-if-changed=src-tauri/capabilities");
    println!("cargo:rerun-if-changed=src-tauri/build.rs");
    println!("cargo:rerun-if-changed=src-tauri/src/link_hosts.rs");
    println!("cargo:rerun-if-changed=src-tauri/src/origin.rs");
    println!("cargo:rerun-if-env-changed=PLUMBLINE_SERVER");
    or_end("The server that this build is for", check_server());
    or_end("The links that open the app", check_links());
    // Without the Android project there is nothing to write to.
    let camera = update_android_manifest("PLUMBLINE CAMERA", "manifest", CAMERA_QUERY.to_owned());
    or_end("The camera's app in the Android manifest", camera.map_err(|error| format!("{error:#}")));
    let attributes = tauri_build::Attributes::new().capabilities_path_pattern("./src-tauri/capabilities/**/*.json");
    let built = tauri_build::try_build(attributes).map_err(|error| format!("{error:#}"));
    or_end("The window's configuration does not build", built);
}

fn or_end(subject: &str, outcome: Result<(), String>) {
    if let Err(sentence) = outcome {
        eprintln!("{subject}: {sentence}");
        std::process::exit(1);
    }
}

/// `PLUMBLINE_SERVER`, which the app would otherwise pass over in silence.
fn check_server() -> Result<(), String> {
    match env::var("PLUMBLINE_SERVER") {
        Ok(server) if !server.is_empty() && origin::origin(&server).is_err() => Err(format!(
            "PLUMBLINE_SERVER is \"{server}\", and not an address like https://trade.example.org (http only in a \
             private network)"
        )),
        _ => Ok(()),
    }
}

/// Only phones open web links in an app.
fn check_links() -> Result<(), String> {
    let system = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if system != "android" && system != "ios" {
        return Ok(());
    }
    let mut configuration = Value::Null;
    for file in ["tauri.conf.json".to_owned(), format!("tauri.{system}.conf.json")] {
        let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
        link_hosts::merge(&mut configuration, parsed(&file, &text)?);
    }
    // The CLI passes on what `--config` says.
    if let Ok(text) = env::var("TAURI_CONFIG") {
        link_hosts::merge(&mut configuration, parsed("TAURI_CONFIG", &text)?);
    }
    link_hosts::check(&configuration)
}

fn parsed(name: &str, text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("{name}: {error}"))
}
