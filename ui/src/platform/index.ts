import type { Platform } from "./types";
import { createWebPlatform } from "./web";

export type { Platform, PushChannel, PushEvents, SettingsStore } from "./types";

/** The host of this run. Set once by `loadPlatform`, before anything is drawn. */
export let platform: Platform;

/** Finds out which host the UI runs in, and loads what a window needs of its own. */
export async function loadPlatform(): Promise<void> {
  if ("__TAURI_INTERNALS__" in window) {
    const { createTauriPlatform } = await import("./tauri");
    platform = await createTauriPlatform();
  } else {
    platform = createWebPlatform();
  }
}

/** Puts a host in place of the real one. For tests. */
export function replacePlatform(host: Platform): void {
  platform = host;
}
