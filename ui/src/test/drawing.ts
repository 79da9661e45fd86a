import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine draws slowly; what does not come is still found missing.
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

// Nor does anything scroll in it.
Element.prototype.scrollIntoView ??= () => undefined;
