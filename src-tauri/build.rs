//! Builds the window's configuration into the binary. The configuration stands at the top level,
//! so the capability files have to be named here.

fn main() {
    println!("cargo:rerun-if-changed=src-tauri/capabilities");
    let attributes = tauri_build::Attributes::new().capabilities_path_pattern("./src-tauri/capabilities/**/*.json");
    if let Err(error) = tauri_build::try_build(attributes) {
        eprintln!("The window's configuration does not build: {error:#}");
        std::process::exit(1);
    }
}
