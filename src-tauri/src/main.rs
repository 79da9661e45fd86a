// A release build on Windows would otherwise open a console beside the window.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() {
    shell::run();
}
