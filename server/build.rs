//! Makes the folders of the built UI where they are missing, so that the server builds without the UI.

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    // A debug build reads the folders while it serves, so a new UI is no reason to compile it again.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=../ui/dist");
        println!("cargo::rerun-if-changed=../ui/compressed");
    }
    std::fs::create_dir_all("../ui/dist")?;
    std::fs::create_dir_all("../ui/compressed")
}
