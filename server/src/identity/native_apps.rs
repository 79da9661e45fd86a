//! The operator's settings of the native apps. Without any of them an invitation still offers the web app.

use clap::Args;
use serde::Serialize;
use utoipa::ToSchema;

use super::public_address::PublicAddress;

/// The name of the project's own builds on both phone systems; a rebuilt app has its operator's.
const PACKAGE: &str = "org.plumbline.client";

#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Native apps")]
pub struct NativeApps {
    /// Address under which customers reach this server, for the links that open an app. Without it the address that
    /// each request for an invitation names, with https unless it is one of a private network.
    #[arg(long, env = "PLUMBLINE_PUBLIC_ADDRESS", value_name = "URL")]
    pub public_address: Option<PublicAddress>,

    /// Address where invited people install the iOS app.
    #[arg(long, env = "PLUMBLINE_IOS_INSTALL", value_name = "URL")]
    pub ios_install: Option<String>,

    /// The iOS app that opens https://HOST/r/CODE, with its team's prefix.
    #[arg(long, env = "PLUMBLINE_IOS_APP", value_name = "TEAM.BUNDLE")]
    pub ios_app: Option<String>,

    /// Address where invited people install the Android app.
    #[arg(long, env = "PLUMBLINE_ANDROID_INSTALL", value_name = "URL")]
    pub android_install: Option<String>,

    /// The Android app that opens https://HOST/r/CODE.
    #[arg(long, env = "PLUMBLINE_ANDROID_APP", value_name = "PACKAGE", default_value = PACKAGE)]
    pub android_app: String,

    /// SHA-256 fingerprints of the certificates that the Android app is signed with, as `keytool` prints them.
    #[arg(long, env = "PLUMBLINE_ANDROID_CERTIFICATES", value_name = "AB:CD:…", value_delimiter = ',')]
    pub android_certificates: Vec<String>,

    /// Address where invited people install the desktop app.
    #[arg(long, env = "PLUMBLINE_DESKTOP_INSTALL", value_name = "URL")]
    pub desktop_install: Option<String>,
}

/// The addresses from which the apps can be installed, where there are any.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct Installs {
    pub ios: Option<String>,
    pub android: Option<String>,
    pub desktop: Option<String>,
}

impl From<&NativeApps> for Installs {
    fn from(apps: &NativeApps) -> Self {
        Self {
            ios: apps.ios_install.clone(),
            android: apps.android_install.clone(),
            desktop: apps.desktop_install.clone(),
        }
    }
}
