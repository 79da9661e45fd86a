import type { Platform } from "./types";
import { createWebPlatform } from "./web";

export type { FoundServer, Platform, PushChannel, PushEvents, SettingsStore } from "./types";

/** The platform of this run. Set once by `loadPlatform`, before anything is drawn. */
export let platform: Platform;

/** Detects the platform that the UI runs on, and loads the code for a native window. */
export async function loadPlatform(): Promise<void> {
  if ("__TAURI_INTERNALS__" in window) {
    const { createTauriPlatform } = await import("./tauri");
    platform = await createTauriPlatform();
  } else {
    platform = createWebPlatform();
  }
}

/** Replaces the platform. For tests. */
export function replacePlatform(host: Platform): void {
  platform = host;
}
