//! The customer's choice of a server, and its effects.

use tauri::{AppHandle, State};

use crate::{error::ShellError, push_socket::PushSocket, server_address::ServerAddress, settings};

/// The address in use; none until the customer has named a server, if the build names none.
#[tauri::command]
pub fn server_address(app: AppHandle) -> Option<String> {
    ServerAddress::current(&app).ok().map(|address| address.to_string())
}

/// Changes the address and returns it as it will be used. A push socket to another server ends.
///
/// # Errors
/// [`ShellError::AddressInvalid`], or [`ShellError::AddressInsecure`] for plain HTTP beyond the customer's own network.
#[tauri::command]
pub fn set_server_address(
    app: AppHandle,
    sockets: State<'_, PushSocket>,
    address: String,
) -> Result<String, ShellError> {
    let address: ServerAddress = address.parse()?;
    settings::set(&app, settings::SERVER_ADDRESS, Some(address.to_string().into()))?;
    sockets.keep_only(&address);
    Ok(address.to_string())
}
