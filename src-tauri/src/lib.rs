//! The native window around the same UI that a browser shows.
//!
//! The UI asks its host for few things (`ui/src/platform`), and each is one module here:
//! HTTP calls ([`api_request`]), the push socket ([`push_socket`]), the session token
//! ([`session`]), which server to talk to ([`server_choice`], [`probe_server`]), settings ([`settings`]) and
//! invitations that arrive as links ([`invite`]), files to keep ([`save_file`]) and notifications
//! ([`notify`]). No token ever reaches JavaScript.

mod api_request;
mod error;
mod http_client;
mod invite;
mod keychain;
#[cfg(test)]
mod link_hosts;
mod no_answer;
mod notify;
mod origin;
mod pending;
mod probe_server;
mod push_socket;
mod save_file;
mod server_address;
mod server_choice;
mod session;
mod settings;
#[cfg(target_os = "linux")]
mod start_again;

use tauri::{App, AppHandle, Builder, Manager, Wry};

/// Opens the window and runs until the customer closes it.
#[cfg_attr(mobile, tauri::mobile_entry_point)]
pub fn run() {
    let app = with_plugins(Builder::default())
        .setup(|app| Ok(prepare(app)?))
        .invoke_handler(tauri::generate_handler![
            api_request::api_request,
            invite::take_invite,
            notify::ask_for_notices,
            notify::notice_permission,
            notify::notify,
            notify::take_pressed_notice,
            probe_server::probe_server,
            push_socket::push_close,
            push_socket::push_open,
            push_socket::push_send,
            save_file::save_file,
            save_file::system,
            server_choice::server_address,
            server_choice::set_server_address,
            session::session_end,
            session::session_status,
            settings::settings_all,
            settings::settings_set,
        ])
        .run(tauri::generate_context!());
    if let Err(error) = app {
        #[cfg(target_os = "linux")]
        start_again::after_a_closing_window(&error);
        eprintln!("Plumbline could not open its window: {error}");
        std::process::exit(1);
    }
}

/// Single instance comes first: a second launch must hand its link over before anything else runs.
#[cfg(desktop)]
fn with_plugins(builder: Builder<Wry>) -> Builder<Wry> {
    let builder = builder
        .plugin(tauri_plugin_single_instance::init(|app, _arguments, _folder| show_window(app)))
        .plugin(tauri_plugin_window_state::Builder::default().build());
    with_common_plugins(builder)
}

#[cfg(mobile)]
fn with_plugins(builder: Builder<Wry>) -> Builder<Wry> {
    // Android asks where to save a file, and lets only this plugin write to that place.
    #[cfg(target_os = "android")]
    let builder = builder.plugin(tauri_plugin_dialog::init()).plugin(tauri_plugin_fs::init());
    with_common_plugins(builder)
}

fn with_common_plugins(builder: Builder<Wry>) -> Builder<Wry> {
    builder
        .plugin(tauri_plugin_deep_link::init())
        .plugin(tauri_plugin_notification::init())
        .plugin(tauri_plugin_opener::init())
        .plugin(tauri_plugin_store::Builder::default().build())
}

fn prepare(app: &App) -> Result<(), error::ShellError> {
    app.manage(http_client::build()?);
    app.manage(session::Session::new(&app.config().identifier));
    app.manage(push_socket::PushSocket::default());
    app.manage(settings::open(app.handle())?);
    invite::listen(app.handle());
    notify::listen(app.handle());
    Ok(())
}

/// Brings the window to the front, also out of the task bar.
fn show_window(app: &AppHandle) {
    if let Some(window) = app.get_webview_window("main") {
        #[cfg(desktop)]
        let _ = window.unminimize();
        let _ = window.show();
        let _ = window.set_focus();
    }
}
