import { vi } from "vitest";

vi.setConfig({ testTimeout: 30_000 });

// Where there is no document nothing is drawn, and loading what draws takes longer than most of the tests.
if (typeof document !== "undefined") await import("./drawing");
