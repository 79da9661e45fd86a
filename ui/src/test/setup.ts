import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// How long to wait for what a screen will show. It is no measure: a machine that is busy takes longer.
configure({ asyncUtilTimeout: 10_000 });
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
