import type { Platform } from "./types";

export type { Platform, PushChannel, PushEvents, SettingsStore } from "./types";

/** The host of this run. Set once by `loadPlatform`, before anything is drawn. */
export let platform: Platform;

/** Finds out which host the UI runs in and loads the answer to it, and only that one. */
export async function loadPlatform(): Promise<void> {
  if ("__TAURI_INTERNALS__" in window) {
    const { createTauriPlatform } = await import("./tauri");
    platform = await createTauriPlatform();
  } else {
    const { createWebPlatform } = await import("./web");
    platform = createWebPlatform();
  }
}

/** Puts a host in place of the real one. For tests. */
export function replacePlatform(host: Platform): void {
  platform = host;
}
