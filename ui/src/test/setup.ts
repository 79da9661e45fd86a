import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

afterEach(cleanup);

// jsdom draws nothing, so nothing moves in it.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media.includes("reduced-motion"),
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
