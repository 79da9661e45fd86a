//! Makes the folder of the built UI where it is missing, so that the server builds without the UI.

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../ui/dist");
    std::fs::create_dir_all("../ui/dist")
}
