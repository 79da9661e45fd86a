import { vi } from "vitest";

vi.setConfig({ testTimeout: 30_000 });

// Without a document nothing is drawn, and loading the drawing helpers takes longer than most of the tests.
if (typeof document !== "undefined") await import("./drawing");
